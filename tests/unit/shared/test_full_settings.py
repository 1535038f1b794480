"""The full deployment does not start half set up, and says which variable is at fault."""

import os

import pytest

from shared.full_settings import full_settings, service_urls
from shared.settings import BadSetting, read_environment

SECRET = "kJ2v9QxT7mLr4WbZ8pYc3NdF6hGs1AeU"
PASSWORD = "Vw5tRk9LmZ2xQ"
NEEDED = ("secret", "database_url", "broker_url")
GOOD = {
    "SECRET": SECRET,
    "DATABASE_URL": "postgresql+psycopg://{service}@db:5432/{service}",
    "DATABASE_PASSWORD": PASSWORD,
    "BROKER_URL": f"amqp://match:{PASSWORD}@broker:5672/justa",
}


@pytest.fixture(autouse=True)
def good(monkeypatch):
    for variable in [name for name in os.environ if name.startswith("JUSTA_")]:
        monkeypatch.delenv(variable)
    for name, value in GOOD.items():
        monkeypatch.setenv(f"JUSTA_{name}", value)


def test_urls_are_the_services_own_with_the_password_in_them():
    settings = full_settings("match", NEEDED)
    assert settings.database_url == f"postgresql+psycopg://match:{PASSWORD}@db:5432/match"
    assert settings.broker_url == GOOD["BROKER_URL"]


def test_letters_of_a_password_that_mean_something_in_a_url_are_written_otherwise(monkeypatch):
    monkeypatch.setenv("JUSTA_DATABASE_PASSWORD", "a/b:c@d?e#fgh")
    url = full_settings("match", NEEDED).database_url
    assert url == "postgresql+psycopg://match:a%2Fb%3Ac%40d%3Fe%23fgh@db:5432/match"


@pytest.mark.parametrize("name", ["SECRET", "DATABASE_URL", "BROKER_URL", "DATABASE_PASSWORD"])
def test_what_is_missing_is_named(monkeypatch, name):
    monkeypatch.delenv(f"JUSTA_{name}")
    with pytest.raises(BadSetting, match=f"JUSTA_{name} is not set"):
        full_settings("match", NEEDED)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SECRET", "short"),
        ("SECRET", "x" * 48),
        ("SECRET", "change-me-before-you-start-this-please"),
        ("DATABASE_PASSWORD", "postgres"),
        ("DATABASE_PASSWORD", "password-of-match"),
        ("OPERATOR_PASSWORD", "letmein"),
        ("CLOCK", "manual"),
        ("RATE_LIMITS", "off"),
    ],
)
def test_what_anybody_would_try_is_refused_by_name(monkeypatch, name, value):
    monkeypatch.setenv(f"JUSTA_{name}", value)
    with pytest.raises(BadSetting, match=f"JUSTA_{name}"):
        full_settings("match", NEEDED)


def test_a_weak_password_in_a_url_is_refused_too(monkeypatch):
    monkeypatch.setenv("JUSTA_BROKER_URL", "amqp://guest:guest@broker:5672/%2F")
    with pytest.raises(BadSetting, match="JUSTA_BROKER_PASSWORD"):
        full_settings("match", NEEDED)


def test_development_lets_weak_ones_pass_but_not_missing_ones(monkeypatch):
    monkeypatch.setenv("JUSTA_DEVELOPMENT", "on")
    monkeypatch.setenv("JUSTA_SECRET", "short")
    monkeypatch.delenv("JUSTA_DATABASE_PASSWORD")
    assert full_settings("match", NEEDED).database_url == "postgresql+psycopg://match@db:5432/match"
    monkeypatch.delenv("JUSTA_DATABASE_URL")
    with pytest.raises(BadSetting, match="JUSTA_DATABASE_URL is not set"):
        full_settings("match", NEEDED)


def test_secrets_come_from_files_named_for_the_service(monkeypatch, tmp_path):
    (tmp_path / "match-database").write_text(PASSWORD + "\n")
    monkeypatch.delenv("JUSTA_DATABASE_PASSWORD")
    monkeypatch.setenv("JUSTA_DATABASE_PASSWORD_FILE", str(tmp_path / "{service}-database"))
    assert full_settings("match", NEEDED).database_password == PASSWORD
    with pytest.raises(BadSetting, match="JUSTA_DATABASE_PASSWORD_FILE"):
        full_settings("ladder", NEEDED)


def test_files_of_the_services_own_are_nobodys_where_no_service_is_asked_for(monkeypatch, tmp_path):
    """As `justa migrate` and `justa doctor` ask, which look after all of them."""
    monkeypatch.delenv("JUSTA_DATABASE_PASSWORD")
    monkeypatch.setenv("JUSTA_DATABASE_PASSWORD_FILE", str(tmp_path / "{service}-database"))
    assert "database_password" not in read_environment()
    with pytest.raises(BadSetting, match="match-database cannot be read"):
        read_environment("match")


def test_a_secret_given_twice_is_refused(monkeypatch, tmp_path):
    (tmp_path / "secret").write_text(SECRET)
    monkeypatch.setenv("JUSTA_SECRET_FILE", str(tmp_path / "secret"))
    with pytest.raises(BadSetting, match="JUSTA_SECRET and JUSTA_SECRET_FILE"):
        full_settings("match", NEEDED)


def test_retry_delays_are_read_as_seconds(monkeypatch):
    monkeypatch.setenv("JUSTA_RETRY_DELAYS", "0.5,3")
    assert full_settings("match", NEEDED).retry_delays == (0.5, 3.0)


@pytest.mark.parametrize("value", ["soon", "5,-1", "0", ","])
def test_delays_that_are_none_are_refused(monkeypatch, value):
    monkeypatch.setenv("JUSTA_RETRY_DELAYS", value)
    with pytest.raises(BadSetting, match="JUSTA_RETRY_DELAYS"):
        full_settings("match", NEEDED)


def test_a_services_own_secret_goes_before_the_common_one(monkeypatch):
    monkeypatch.setenv("JUSTA_DATABASE_PASSWORD_MATCH", "Kp4zVq8nTs2w")
    assert full_settings("match", NEEDED).database_password == "Kp4zVq8nTs2w"
    assert full_settings("ladder", NEEDED).database_password == PASSWORD


def test_the_gateway_finds_services_by_a_pattern_or_one_by_one(monkeypatch):
    assert service_urls("http://{service}-web:8000")["match"] == "http://match-web:8000"
    one_by_one = "match=http://a:1, ladder=http://b:2,scheduler=http://c:3,standings=http://d:4"
    assert service_urls(one_by_one)["ladder"] == "http://b:2"
    monkeypatch.setenv("JUSTA_SERVICE_URLS", "match=http://a:1")
    with pytest.raises(BadSetting, match="JUSTA_SERVICE_URLS"):
        full_settings("gateway", NEEDED)
