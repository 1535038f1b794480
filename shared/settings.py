"""What an operator can set, read from `JUSTA_…` environment variables, with public defaults."""

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from environs import Env


@dataclass(frozen=True)
class Settings:
    """The settings of one process.

    `data`: folder of the embedded set-up (databases, clock, secret). `secret`: signs the tokens
    between gateway and services and the clients' logins. `pool_size`: database connections a
    process and service.
    """

    data: Path
    secret: str
    host: str = "127.0.0.1"
    port: int = 8080
    threads: int = 24
    clock: Literal["system", "manual"] = "system"
    rate_limits: bool = True
    demo: bool = True
    pool_size: int = 8
    operator_email: str | None = None
    operator_password: str | None = None
    log_level: str = "WARNING"
    metrics_port: int | None = None

    def sqlite_url(self, service: str) -> str:
        return f"sqlite:///{self.data / (service + '.sqlite')}"


def settings_from_environment(**overrides: object) -> Settings:
    """Settings from the environment, single ones replaced by what the command line says."""
    env = Env(prefix="JUSTA_")
    data = Path(str(overrides.pop("data", None) or env.str("DATA", "data"))).absolute()
    found: dict[str, object] = {
        "host": env.str("HOST", "127.0.0.1"),
        "port": env.int("PORT", 8080),
        "threads": env.int("THREADS", 24),
        "clock": env.str("CLOCK", "system"),
        "rate_limits": env.str("RATE_LIMITS", "on") != "off",
        "demo": env.bool("DEMO", True),
        "pool_size": env.int("POOL_SIZE", 8),
        "operator_email": env.str("OPERATOR_EMAIL", None),
        "operator_password": env.str("OPERATOR_PASSWORD", None),
        "log_level": env.str("LOG_LEVEL", "WARNING"),
        "metrics_port": env.int("METRICS_PORT", None),
    }
    found.update({name: value for name, value in overrides.items() if value is not None})
    secret = env.str("SECRET", None) or _kept_secret(data)
    return Settings(data=data, secret=secret, **found)  # type: ignore[arg-type]  # by name


def _kept_secret(data: Path) -> str:
    """The embedded set-up's own secret: made at the first start, readable by its owner only."""
    file = data / "secret"
    data.mkdir(parents=True, exist_ok=True)
    try:
        with file.open("x") as out:
            file.chmod(0o600)
            out.write(secrets.token_urlsafe(48))
    except FileExistsError:
        pass
    return file.read_text().strip()
