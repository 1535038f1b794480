"""What an operator can set, read from `JUSTA_…` environment variables, with public defaults."""

import os
import secrets
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, get_args, get_type_hints

from environs import Env, EnvError, validate

from shared import tracing
from shared.events.catalogue import ALL_SERVICES

PREFIX = "JUSTA_"
FILE = "_FILE"
LONGEST_DELAY = 86400
LONGEST_KEPT_READ = 1


class BadSetting(ValueError):
    """A variable of the environment that cannot be read; the message names it."""


def _setting(default: Any, meaning: str, *, secret: bool = False) -> Any:
    return field(default=default, metadata={"meaning": meaning, "secret": secret})


@dataclass(frozen=True)
class Settings:
    """The settings of one process; each field is the variable `JUSTA_` and its name in capitals.

    What is secret can come in a file instead, named by the same variable with `_FILE`, or for one
    service alone, with `_MATCH` and the like. In URLs and names of files `{service}` stands for
    the service's name.
    """

    data: Path = field(metadata={"meaning": "folder of the databases, the clock and the secret"})
    secret: str = field(
        metadata={"meaning": "signs all tokens; made and kept in the data folder", "secret": True}
    )
    other_secret: str | None = _setting(
        None, "accepted as well while the secret is being changed", secret=True
    )
    host: str = _setting("127.0.0.1", "address to listen on")
    port: int = _setting(8080, "port to listen on (0: any free one)")
    threads: int = _setting(24, "requests served at the same time")
    clock: Literal["system", "manual"] = _setting("system", "`manual`: stands still until moved")
    rate_limits: bool = _setting(True, "`off` only for tests and trials")
    demo: bool = _setting(True, "a demonstration season with eight invented players")
    pool_size: int = _setting(8, "database connections kept open by a service")
    operator_email: str | None = _setting(None, "login of the first operator")
    operator_password: str | None = _setting(None, "password of the first operator", secret=True)
    log_level: str = _setting("WARNING", "`DEBUG`, `INFO`, `WARNING` or `ERROR`")
    tracing: bool = _setting(
        False, "spans for an OpenTelemetry collector (`OTEL_EXPORTER_OTLP_ENDPOINT`)"
    )
    metrics_port: int | None = _setting(
        None, "port of the Prometheus metrics; a worker's (9100) tells its health too"
    )
    streams: int = _setting(40, "listeners to live events at once (in `justa up` a thread each)")
    proxies: int = _setting(0, "trusted proxies in front, believed about the client's address")
    cors_origins: str | None = _setting(
        None, "pages elsewhere that may call by a browser: `https://a.example,…`, or `*`"
    )
    public_reads_seconds: float = _setting(
        1.0, "how long the gateway may keep what anybody may read, up to 1; 0: not at all"
    )
    public_url: str | None = _setting(None, "where people find the platform, for e-mails")
    smtp_url: str | None = _setting(
        None,
        "`smtp://user:password@host:587` or `smtps://…`; unset: e-mails go to `data/mail`",
        secret=True,
    )
    mail_from: str = _setting("justa@localhost", "sender of e-mails")
    openid_issuer: str | None = _setting(
        None, "OpenID provider by which people may log in: `https://login.example`"
    )
    openid_client_id: str | None = _setting(None, "what that provider knows Justa as")
    openid_client_secret: str | None = _setting(None, "its secret for Justa", secret=True)
    # Only the full deployment reads what follows.
    workers: int = _setting(2, "processes of a `justa web`")
    database_url: str | None = _setting(
        None, "`postgresql+psycopg://{service}@host/{service}`", secret=True
    )
    database_password: str | None = _setting(None, "password for that URL", secret=True)
    broker_url: str | None = _setting(None, "`amqp://{service}@host:5672/justa`", secret=True)
    broker_password: str | None = _setting(None, "password for that URL", secret=True)
    service_urls: str | None = _setting(
        None,
        "where the gateway finds the others: `http://{service}-web:8000`, or `match=http://…,…`",
    )
    retry_delays: tuple[float, ...] = _setting(
        (5.0, 30.0, 300.0), "seconds until an event that failed comes again: first, second, …"
    )
    development: bool = _setting(False, "`on` lets short and well-known secrets pass")

    @property
    def secrets(self) -> tuple[str, ...]:
        """All that may have signed a token, the one that signs first."""
        return (self.secret, self.other_secret) if self.other_secret else (self.secret,)

    def sqlite_url(self, service: str) -> str:
        return f"sqlite:///{self.data / (service + '.sqlite')}"


def known_variables() -> dict[str, Field[Any]]:
    """Every variable that Justa reads, with the setting behind it."""
    known = {PREFIX + setting.name.upper(): setting for setting in fields(Settings)}
    ends = (FILE, *(_end_of(service) for service in ALL_SERVICES))
    kept = {name: setting for name, setting in known.items() if _is_secret(setting)}
    return known | {name + end: setting for name, setting in kept.items() for end in ends}


def settings_from_environment(**overrides: object) -> Settings:
    """Settings from the environment, single ones replaced by what the command line says.

    Raises `BadSetting`. Makes the data folder and the secret in it where there is none yet.
    """
    found = read_environment()
    found.update({name: value for name, value in overrides.items() if value is not None})
    found["data"] = data = Path(str(found.get("data") or "data")).absolute()
    return Settings(**{**found, "secret": found.get("secret") or _kept_secret(data)})


def read_environment(service: str = "") -> dict[str, Any]:
    """The settings that the environment gives, checked; raises `BadSetting`.

    `service` is what `{service}` stands for, and whose own secrets are read.
    """
    env, hints = Env(), get_type_hints(Settings)
    found: dict[str, Any] = {}
    try:
        for setting in fields(Settings):
            variable = PREFIX + setting.name.upper()
            secret = _read_secret(variable, service) if _is_secret(setting) else None
            if secret:
                found[setting.name] = secret
            elif os.environ.get(variable) or setting.default is MISSING:
                found[setting.name] = _read(env, variable, hints[setting.name])
    except EnvError as error:
        raise BadSetting(str(error)) from error
    if found.get("tracing") and not tracing.is_installed():
        raise BadSetting(f"{PREFIX}TRACING: OpenTelemetry is missing; install justa[tracing]")
    return found


def _is_secret(setting: Field[Any]) -> bool:
    return bool(setting.metadata.get("secret"))


def _end_of(service: str) -> str:
    return f"_{service.upper()}"


def _read_secret(variable: str, service: str) -> str | None:
    """What is the service's own, or kept in a file; None if neither is there.

    Asked for no service, what each of them has in a file of its own is not there either.
    """
    own = os.environ.get(variable + _end_of(service)) if service else None
    named = os.environ.get(variable + FILE, "")
    if own or not named or (not service and "{service}" in named):
        return own
    if os.environ.get(variable):
        raise BadSetting(f"{variable} and {variable + FILE} are both set; keep one")
    file = Path(named.replace("{service}", service))
    try:
        return file.read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(f"{variable + FILE}: {file} cannot be read: {error}") from error


_RANGES: Mapping[str, tuple[int, int]] = {
    "PORT": (0, 65535),
    "METRICS_PORT": (0, 65535),
    "THREADS": (1, 1000),
    "WORKERS": (1, 100),
    "POOL_SIZE": (1, 200),
    "STREAMS": (0, 20000),
    "PROXIES": (0, 9),
}
_LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


def _read(env: Env, variable: str, hint: Any) -> Any:
    name = variable.removeprefix(PREFIX)
    choices = _LOG_LEVELS if name == "LOG_LEVEL" else get_args(hint)
    if hint is bool:
        return env.bool(variable)
    if name in _RANGES:
        return env.int(variable, validate=validate.Range(*_RANGES[name]))
    if hint is float:
        return env.float(variable, validate=validate.Range(0, LONGEST_KEPT_READ))
    if float in choices:
        return _delays(variable, env.str(variable))
    if choices and type(None) not in choices:
        return env.str(variable, validate=validate.OneOf(choices))
    return env.str(variable, None)


def _delays(variable: str, text: str) -> tuple[float, ...]:
    try:
        delays = tuple(float(delay) for delay in text.split(","))
    except ValueError as error:
        raise BadSetting(f"{variable}: {error}") from error
    if not all(0 < delay <= LONGEST_DELAY for delay in delays):
        raise BadSetting(f"{variable}: more than 0 and at most {LONGEST_DELAY} seconds each")
    return delays


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
