"""What the image is made from agrees with what is tried here."""

import re
from pathlib import Path

from shared.settings import known_variables

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
        # One that not everybody has may be missing.
        assert re.fullmatch(r"\$\{[A-Z_]+:(\?.*|-)\}", value), name


# What containers are not told: it is of `justa up`, of the image, or of processes by hand.
_NOT_IN_CONTAINERS = {
    "JUSTA_DATA",
    "JUSTA_HOST",
    "JUSTA_PORT",
    "JUSTA_CLOCK",
    "JUSTA_RATE_LIMITS",
    "JUSTA_DEMO",
    "JUSTA_METRICS_PORT",
    "JUSTA_PUBLIC_READS_SECONDS",
    "JUSTA_DEVELOPMENT",
}


def test_whatever_can_be_set_reaches_the_containers() -> None:
    told = (REPOSITORY / "docker-compose.yml").read_text()
    every = {f"JUSTA_{setting.name.upper()}" for setting in known_variables().values()}
    missing = {name for name in every if not re.search(rf"\b{name}\b", told)}
    assert missing == _NOT_IN_CONTAINERS
