"""What an operator can set, read from `JUSTA_…` environment variables, with public defaults."""

import os
import secrets
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, get_args, get_type_hints

from environs import Env, EnvError, validate

PREFIX = "JUSTA_"


class BadSetting(ValueError):
    """A variable of the environment that cannot be read; the message names it."""


def _setting(default: Any, meaning: str) -> Any:
    return field(default=default, metadata={"meaning": meaning})


@dataclass(frozen=True)
class Settings:
    """The settings of one process; each field is the variable `JUSTA_` and its name in capitals.

    `secret` signs the tokens between gateway and services and the clients' logins.
    """

    data: Path = field(metadata={"meaning": "folder of the databases, the clock and the secret"})
    secret: str = field(metadata={"meaning": "signs all tokens; made and kept in the data folder"})
    host: str = _setting("127.0.0.1", "address to listen on")
    port: int = _setting(8080, "port to listen on (0: any free one)")
    threads: int = _setting(24, "requests served at the same time")
    clock: Literal["system", "manual"] = _setting("system", "`manual`: stands still until moved")
    rate_limits: bool = _setting(True, "`off` only for tests and trials")
    demo: bool = _setting(True, "a demonstration season with eight invented players")
    pool_size: int = _setting(8, "database connections kept open by a service")
    operator_email: str | None = _setting(None, "login of the first operator")
    operator_password: str | None = _setting(None, "password of the first operator")
    log_level: str = _setting("WARNING", "`DEBUG`, `INFO`, `WARNING` or `ERROR`")
    metrics_port: int | None = _setting(None, "port of the Prometheus metrics")
    streams: int = _setting(40, "listeners to live events, beside the threads for requests")
    proxies: int = _setting(0, "trusted proxies in front, believed about the client's address")
    public_url: str | None = _setting(None, "where people find the platform, for e-mails")
    smtp_url: str | None = _setting(
        None, "`smtp://user:password@host:587` or `smtps://…`; unset: e-mails go to `data/mail`"
    )
    mail_from: str = _setting("justa@localhost", "sender of e-mails")

    def sqlite_url(self, service: str) -> str:
        return f"sqlite:///{self.data / (service + '.sqlite')}"


def known_variables() -> dict[str, Field[Any]]:
    """Every variable that Justa reads, with the setting behind it."""
    return {PREFIX + setting.name.upper(): setting for setting in fields(Settings)}


def settings_from_environment(**overrides: object) -> Settings:
    """Settings from the environment, single ones replaced by what the command line says.

    Raises `BadSetting`. Makes the data folder and the secret in it where there is none yet.
    """
    found = read_environment()
    found.update({name: value for name, value in overrides.items() if value is not None})
    found["data"] = data = Path(str(found.get("data") or "data")).absolute()
    return Settings(**{**found, "secret": found.get("secret") or _kept_secret(data)})


def read_environment() -> dict[str, Any]:
    """The settings that the environment gives, checked; raises `BadSetting`."""
    env, hints = Env(), get_type_hints(Settings)
    try:
        return {
            setting.name: _read(env, variable, hints[setting.name])
            for variable, setting in known_variables().items()
            if os.environ.get(variable) or setting.default is MISSING
        }
    except EnvError as error:
        raise BadSetting(str(error)) from error


_LEAST: Mapping[str, int] = {
    "PORT": 0,
    "METRICS_PORT": 0,
    "THREADS": 1,
    "POOL_SIZE": 1,
    "STREAMS": 0,
    "PROXIES": 0,
}
_MOST: Mapping[str, int] = {
    "PORT": 65535,
    "METRICS_PORT": 65535,
    "THREADS": 1000,
    "POOL_SIZE": 200,
    "STREAMS": 1000,
    "PROXIES": 9,
}
_LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


def _read(env: Env, variable: str, hint: Any) -> Any:
    name = variable.removeprefix(PREFIX)
    choices = _LOG_LEVELS if name == "LOG_LEVEL" else get_args(hint)
    if hint is bool:
        return env.bool(variable)
    if hint is int or int in choices:
        return env.int(variable, validate=validate.Range(_LEAST[name], _MOST[name]))
    if choices and type(None) not in choices:
        return env.str(variable, validate=validate.OneOf(choices))
    return env.str(variable, None)


def _kept_secret(data: Path) -> str:
    """The embedded set-up's own secret: made at the first start, readable by its owner only."""
    file = data / "secret"
    data.mkdir(parents=True, exist_ok=True)
    if not file.exists():
        # Written whole before it has its name: a kill in between leaves no half a secret.
        draft = data / f"secret.{os.getpid()}"
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
            out.write(secrets.token_urlsafe(48))
            out.flush()
            os.fsync(out.fileno())
        try:
            os.link(draft, file)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return file.read_text().strip()
