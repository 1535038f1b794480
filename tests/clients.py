"""Clients of a platform under test: plain HTTP semantics over its WSGI application."""

import json as json_module
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from werkzeug.test import Client as WerkzeugClient

from services.app.platform import Platform
from shared.messaging.local import LocalBus
from shared.settings import Settings


@dataclass
class Answer:
    """A response: `body` is parsed JSON, or text if it is none, or None if empty."""

    status: int
    headers: dict[str, str]
    raw: bytes

    @property
    def body(self) -> Any:
        if not self.raw:
            return None
        try:
            return json_module.loads(self.raw)
        except ValueError:
            return self.raw.decode()

    def __iter__(self) -> Any:
        return iter((self.status, self.headers, self.body))


def with_token(headers: dict[str, str] | None, token: str | None) -> dict[str, str]:
    """The headers of a request by whoever has the token; None: by anybody."""
    return {**(headers or {}), **({"Authorization": f"Bearer {token}"} if token else {})}


class Client:
    """Speaks to the platform as any client would."""

    def __init__(self, wsgi: Any) -> None:
        self._http = WerkzeugClient(wsgi, use_cookies=False)

    def request(
        self,
        method: str,
        path: str,
        json: Any = None,
        headers: dict[str, str] | None = None,
        token: str | None = None,
    ) -> Answer:
        sent = with_token(headers, token)
        given = {} if json is None else {"json": json}
        response = self._http.open(path, method=method, headers=sent, **given)
        return Answer(response.status_code, dict(response.headers), response.get_data())


class RunningPlatform:
    """A started platform with its operator's credentials."""

    def __init__(self, platform: Platform) -> None:
        self.platform = platform
        self.operator_email = platform.settings.operator_email
        self.operator_password = platform.settings.operator_password

    def client(self) -> Client:
        return Client(self.platform.wsgi)


@contextmanager
def embedded(data: Path) -> Iterator[RunningPlatform]:
    """The embedded platform on a manual clock; its bus doubles and reorders every event."""
    settings = Settings(
        data=data,
        secret="s" * 48,
        clock="manual",
        rate_limits=False,
        operator_email="operator@example.org",
        operator_password="correct horse battery",
    )
    running = Platform(settings, bus=LocalBus(unruly=random.Random(7)))
    running.migrate()
    running.start()
    yield RunningPlatform(running)
    running.stop()
