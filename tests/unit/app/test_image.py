"""What the image is made from agrees with what is tried here."""

import re
from pathlib import Path

REPOSITORY = Path(__file__).parents[3]
PIN = re.compile(r"^([a-z0-9._-]+)==(\S+)", re.MULTILINE)


def pins(file: str) -> dict[str, str]:
    return dict(PIN.findall((REPOSITORY / file).read_text()))


def test_the_image_gets_the_packages_that_the_tests_had() -> None:
    tried, shipped = pins("requirements.lock"), pins("deploy/requirements.lock")
    assert shipped.items() <= tried.items()
    assert {"gunicorn", "pika", "psycopg", "flask"} <= shipped.keys()
    assert not {"pytest", "ruff", "testcontainers"} & shipped.keys()


def test_no_secret_is_in_what_is_committed() -> None:
    for line in (REPOSITORY / ".env.example").read_text().splitlines():
        name, _, value = line.partition("=")
        if name.endswith(("SECRET", "PASSWORD")) or "_PASSWORD_" in name:
            assert value == "", name
    # Every secret comes from outside: `${NAME…}` and nothing else.
    for name, value in re.findall(
        r"^\s+(\S*(?:PASSWORD|SECRET)\S*): (.+)$",
        (REPOSITORY / "docker-compose.yml").read_text(),
        re.MULTILINE,
    ):
        assert re.fullmatch(r"\$\{[A-Z_]+:\?.*\}", value), name
