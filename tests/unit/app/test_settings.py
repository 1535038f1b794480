"""Settings come from the environment and are refused by name where they make no sense."""

import os
import stat

import pytest

from shared.settings import BadSetting, known_variables, settings_from_environment


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch):
    for variable in [name for name in os.environ if name.startswith("JUSTA_")]:
        monkeypatch.delenv(variable)


def test_defaults_need_no_environment(tmp_path):
    settings = settings_from_environment(data=tmp_path / "here")
    assert (settings.host, settings.port, settings.clock) == ("127.0.0.1", 8080, "system")
    assert settings.rate_limits
    assert settings.demo


def test_the_environment_sets_and_the_command_line_overrules(tmp_path, monkeypatch):
    for name, value in {
        "PORT": "9000",
        "DEMO": "0",
        "RATE_LIMITS": "off",
        "CLOCK": "manual",
        "PUBLIC_READS_SECONDS": "0.5",
    }.items():
        monkeypatch.setenv(f"JUSTA_{name}", value)
    settings = settings_from_environment(data=tmp_path, port=9001, clock=None)
    assert (settings.port, settings.clock) == (9001, "manual")
    assert settings.public_reads_seconds == 0.5
    assert not settings.demo
    assert not settings.rate_limits


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "eighty"),
        ("PORT", "70000"),
        ("CLOCK", "sundial"),
        ("DEMO", "perhaps"),
        ("THREADS", "0"),
        ("LOG_LEVEL", "loud"),
        ("PUBLIC_READS_SECONDS", "2"),
        ("PUBLIC_READS_SECONDS", "nan"),
    ],
)
def test_nonsense_is_refused_by_name(tmp_path, monkeypatch, name, value):
    monkeypatch.setenv(f"JUSTA_{name}", value)
    with pytest.raises(BadSetting, match=f"JUSTA_{name}"):
        settings_from_environment(data=tmp_path)


def test_the_secret_is_made_once_and_kept_from_others(tmp_path):
    first = settings_from_environment(data=tmp_path).secret
    assert len(first) >= 48
    assert settings_from_environment(data=tmp_path).secret == first
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["secret"]


def test_a_given_secret_leaves_no_file(tmp_path, monkeypatch):
    monkeypatch.setenv("JUSTA_SECRET", "x" * 48)
    assert settings_from_environment(data=tmp_path).secret == "x" * 48
    assert list(tmp_path.iterdir()) == []


def test_every_variable_says_what_it_means():
    assert all(setting.metadata["meaning"] for setting in known_variables().values())
