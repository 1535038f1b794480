"""The gateway on its own database, its edge in front and invented services behind it."""

import json as json_text
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from werkzeug.test import Client as Browser
from werkzeug.test import TestResponse

from services.gateway.domain.errors import ClockBackwards
from services.gateway.edge import Edge
from services.gateway.ports import GatewayPorts
from services.gateway.service import SERVICE
from services.gateway.usecases.operators import ensure_operator
from shared.clock import ManualClock, SystemClock
from shared.events.catalogue import Event
from shared.settings import Settings
from shared.web.tokens import Caller, vouched_for
from tests.service.alone import Alone

API = "/api/v1"
PASSWORD = "correct horse battery"
OPERATOR = ("operator@example.org", "operator's own password")


@dataclass
class Passed:
    """A request that reached a service, and whom the gateway vouched for."""

    service: str
    environ: dict[str, Any]
    caller: Caller
    body: bytes


@dataclass
class FakeServices:
    """Services that answer what they are told to, and remember what reached them."""

    secret: str
    answers: dict[str, tuple[str, Any]] = field(default_factory=dict)
    dead: set[str] = field(default_factory=set)
    passed: list[Passed] = field(default_factory=list)
    meanwhile: Callable[[], None] = lambda: None

    def call(
        self, service: str, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        if service in self.dead:
            raise ConnectionError(f"{service} is dead")
        word = environ["HTTP_AUTHORIZATION"].removeprefix("Bearer ")
        length = int(environ.get("CONTENT_LENGTH") or 0)
        body = environ["wsgi.input"].read(length)
        caller = vouched_for(word, [self.secret], service)
        self.passed.append(Passed(service, environ, caller, body))
        self.meanwhile()
        status, answer = self.answers.get(environ["PATH_INFO"], ("200 OK", {"from": service}))
        start_response(
            status, [("Content-Type", "application/json"), ("X-Request-Id", "a service's own")]
        )
        return [json_text.dumps(answer).encode()]


class Gateway(Alone):
    """The gateway under test and clients of it."""

    def __init__(
        self, data: Path, *, manual: bool = True, url: str | None = None, **settings: Any
    ) -> None:
        chosen: dict[str, Any] = {"rate_limits": False, "secret": "s" * 48, **settings}
        self.settings = Settings(data=data, clock="manual" if manual else "system", **chosen)
        self.clock = ManualClock(data / "clock.json") if manual else SystemClock()
        super().__init__(SERVICE, self.settings, self.clock, url)
        self.services = FakeServices(self.settings.secret)
        self.moved: list[datetime] = []
        self.runtime.extras["ports"] = GatewayPorts(
            services=self.services,
            openapi=lambda: {"openapi": "3.1.0"},
            move_clock=self._move if manual else None,
        )
        self.edge = Edge(self.runtime, self.app)
        self.address = "192.0.2.1"

    def _move(self, to: datetime) -> None:
        assert isinstance(self.clock, ManualClock)
        if to < self.clock.now():
            raise ClockBackwards
        # Would wait for ever if a transaction were open while the clock moves.
        with self.runtime.plain_writing():
            self.clock.move(to)
        self.moved.append(to)

    def call(
        self,
        method: str,
        path: str,
        json: Any = None,
        token: str | None = None,
        headers: dict[str, str] | None = None,
        **given: Any,
    ) -> TestResponse:
        sent = dict(headers or {})
        if token:
            sent["Authorization"] = f"Bearer {token}"
        if json is not None:
            given["json"] = json
        browser = Browser(self.edge, use_cookies=False)
        base = {"REMOTE_ADDR": self.address}
        return browser.open(API + path, method=method, headers=sent, environ_base=base, **given)

    def get(self, path: str, token: str | None = None, **given: Any) -> TestResponse:
        return self.call("GET", path, token=token, **given)

    def post(self, path: str, json: Any = None, token: str | None = None, **given: Any) -> Any:
        return self.call("POST", path, json, token, **given)

    def register(self, name: str, **other: Any) -> TestResponse:
        body = {
            "email": f"{name.lower()}@example.org",
            "password": PASSWORD,
            "display_name": name,
            "accept_rules": True,
            **other,
        }
        return self.post("/accounts", body)

    def log_in(self, email: str, password: str = PASSWORD) -> Any:
        answer = self.post("/sessions", {"email": email, "password": password})
        assert answer.status_code == 201, answer.text
        return answer.json

    def player(self, name: str) -> "Player":
        made = self.register(name)
        assert made.status_code == 201, made.text
        return Player(self.log_in(f"{name.lower()}@example.org"))

    def operator(self) -> "Player":
        ensure_operator(self.runtime, email=OPERATOR[0], password=OPERATOR[1])
        return Player(self.log_in(*OPERATOR))

    def hear(self, *events: Event) -> None:
        """Handle events as the consumer would, in one transaction."""
        with self.runtime.writing() as uow:
            for event in events:
                SERVICE.handlers[type(event)](uow, event)


class Player:
    """Somebody logged in."""

    def __init__(self, tokens: Any) -> None:
        self.tokens = tokens
        self.token: str = tokens["access_token"]
        self.refresh_token: str = tokens["refresh_token"]
        self.id: str = tokens["account"]["id"]
