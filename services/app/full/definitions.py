"""`justa topology all --definitions`: what the broker is to load at its start."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

from shared.messaging.definitions import definitions
from shared.settings import BadSetting, Settings


def definitions_for(each: Mapping[str, Settings]) -> dict[str, Any]:
    """The definitions for the services with these settings, passwords and virtual host included.

    Raises `BadSetting` for a password that is not set, or virtual hosts that differ.
    """
    passwords = {name: _password(settings) for name, settings in each.items()}
    hosts = {unquote(urlsplit(str(s.broker_url)).path.removeprefix("/")) for s in each.values()}
    if len(hosts) != 1 or "" in hosts:
        raise BadSetting("JUSTA_BROKER_URL names no virtual host: amqp://{service}@host:5672/justa")
    (delays,) = {settings.retry_delays for settings in each.values()}
    return definitions(hosts.pop(), passwords, delays)


def _password(settings: Settings) -> str:
    password = unquote(urlsplit(str(settings.broker_url)).password or "")
    if not password:
        raise BadSetting("JUSTA_BROKER_PASSWORD is not set")
    return password
