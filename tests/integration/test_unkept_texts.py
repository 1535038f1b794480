"""Texts and numbers that no database keeps are refused by every service, on both databases."""

import base64
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.routing import Rule

from services.app.composition import BY_NAME
from services.gateway.ports import Environ, GatewayPorts, StartResponse
from shared.clock import SystemClock
from shared.ids import new_id
from shared.migrate import migrate
from shared.runtime import Runtime
from shared.settings import Settings
from shared.web.tokens import Caller, sign
from tests.databases import new_databases

SECRET = "s" * 48
OPERATOR = Caller(new_id(), "Olga", frozenset({"player", "operator", "game_server"}))
ODD_PARTS = ("%00", "a%00b", "%ED%A0%80", "%FF", "\\u0000", "%25%30%30", "x" * 5000, "9" * 40)
ODD_CURSORS: tuple[Any, ...] = ("\0", "\ud800", ["\0", 1], [10**40], 10**40, -(10**40), {"a": "\0"})


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def make_url(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[str], str]]:
    if request.param == "sqlite":
        folder = tmp_path_factory.mktemp("unkept")
        yield lambda name: f"sqlite:///{folder / name}.sqlite"
        return
    with new_databases(request.getfixturevalue("postgres")) as make:
        yield make


@pytest.fixture(scope="module", params=list(BY_NAME))
def app(
    request: pytest.FixtureRequest,
    make_url: Callable[[str], str],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Flask]:
    data: Path = tmp_path_factory.mktemp("data")
    runtime = Runtime(
        BY_NAME[request.param],
        settings=Settings(data=data, secret=SECRET, rate_limits=False),
        url=make_url(request.param),
        clock=SystemClock(),
        bus=None,
        extras={"ports": GatewayPorts(services=KnowingNothing(), openapi=_nothing)},
    )
    migrate(runtime.service, runtime.engine)
    yield runtime.web()
    runtime.engine.dispose()


class KnowingNothing:
    """The other services, for what the gateway asks them first: they have none of it."""

    def call(
        self, _service: str, _environ: Environ, start_response: StartResponse
    ) -> Iterable[bytes]:
        start_response("404 NOT FOUND", [])
        return [b""]


def _nothing() -> dict[str, Any]:
    """A document of no calls."""
    return {"info": {"title": "Justa", "version": "1", "description": ""}, "paths": {}}


def rules(app: Flask, method: str) -> list[Rule]:
    return [
        rule
        for rule in app.url_map.iter_rules()
        if method in (rule.methods or ()) and rule.rule.startswith("/api/")
    ]


def call(app: Flask, method: str, path: str, **given: Any) -> tuple[int, str]:
    service = app.name.removeprefix("justa.")
    headers = {"Authorization": f"Bearer {sign(OPERATOR, SECRET, service)}"}
    answer = app.test_client().open(path, method=method, headers=headers, **given)
    assert answer.status_code < 500, (method, path[:200], given, answer.text)
    return answer.status_code, answer.mimetype


def filled(rule: Rule, part: str) -> str:
    """The rule's address with `part` in the place of each of its variables."""
    path = rule.rule
    for name in rule.arguments:
        opening = path.index(next(p for p in (f"<{name}>", f":{name}>") if p in path))
        start = path.rindex("<", 0, opening + 1)
        path = path[:start] + part + path[path.index(">", start) + 1 :]
    return path


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE"])
def test_odd_addresses_are_not_found(app: Flask, method: str) -> None:
    for rule in rules(app, method):
        for part in ODD_PARTS if rule.arguments else ():
            body = {} if method == "GET" else {"json": {}}
            status, mimetype = call(app, method, filled(rule, part), **body)
            assert status in (404, 422), rule
            assert mimetype == "application/problem+json"


def test_odd_queries_are_refused(app: Flask) -> None:
    for rule in rules(app, "GET"):
        path = filled(rule, new_id())
        for name in ("state", "round", "revision", "account_id", "limit", "around"):
            for part in ("%00", "%ED%A0%80", "9" * 40, "-1", "%F0%9F%8E%B2"):
                call(app, "GET", f"{path}?{name}={part}")
        assert call(app, "GET", f"{path}?state=a%00")[0] in (404, 422)


def test_odd_cursors_are_refused(app: Flask) -> None:
    for rule in rules(app, "GET"):
        path = filled(rule, new_id())
        for after in ODD_CURSORS:
            cursor = base64.urlsafe_b64encode(json.dumps(after).encode()).decode().rstrip("=")
            call(app, "GET", f"{path}?cursor={cursor}")
        raw = base64.urlsafe_b64encode(b'"\xed\xa0\x80"').decode()
        for cursor in (raw, "W1tb" * 20_000, "%00", "é", "null", "AAAA", "Ww"):
            call(app, "GET", f"{path}?cursor={cursor}")


ODD_BODIES = (
    b'{"reason": "\\u0000"}',
    b'{"reason": "\\ud800"}',
    b'{"\\ud800": 1}',
    b'{"reason": "\xed\xa0\x80"}',
    b'{"reason": "\xff"}',
    '{"reason": "\\ud800"}'.encode("utf-16"),
    '{"reason": "\\u0000"}'.encode("utf-32-le"),
    b'{"reason": "a\0b"}',
    b'{"amount": 1e400, "reason": "x"}',
    b'{"number": 999999999999999999999999999999, "guess": "1"}',
    b'"\\udfff"',
    b"[" * 100_000,
)


@pytest.mark.parametrize("body", ODD_BODIES, ids=range(len(ODD_BODIES)))
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH"])
def test_odd_bodies_are_refused(app: Flask, method: str, body: bytes) -> None:
    for rule in rules(app, method):
        given = {"data": body, "content_type": "application/json"}
        status, mimetype = call(app, method, filled(rule, new_id()), **given)
        assert status in (400, 404, 409, 422), rule
        assert mimetype == "application/problem+json"
