"""What attackers try: tokens that are not ours, smuggled headers, tricks with paths and bodies."""

import base64
import json
import re
import socket
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from sqlalchemy import Engine, event
from werkzeug.test import Client as WerkzeugClient

from services.gateway.callers.access_tokens import Access, sign_access
from services.gateway.domain.login import ACCESS_LIFETIME
from shared.clock import real_now
from shared.web.signing import signed
from shared.web.tokens import Caller, sign
from tests.clients import Client, RunningPlatform, embedded
from tests.e2e.seams import quick_passwords

PASSWORD = "a password of many letters"
SERVICES = ("scheduler", "match", "standings", "ladder", "gateway")
UUID = "01900000-0000-7000-8000-00000000abcd"


class Stage:
    """One platform for all attacks, with somebody to attack."""

    def __init__(self, running: RunningPlatform) -> None:
        self.platform = running.platform
        self.secret = running.platform.settings.secret
        self.client: Client = running.client()
        self.operator = self._log_in(running.operator_email, running.operator_password)
        self.ana = self._player("ana")
        self.bea = self._player("bea")
        self.ana_id = self._me(self.ana)

    def ask(self, method: str, path: str, token: str | None = None, **given: Any) -> Any:
        return self.client.request(method, f"/api/v1{path}", token=token, **given)

    def service(self, name: str) -> WerkzeugClient:
        """A service's own port, where somebody got past the gateway."""
        if name not in self._apps:
            self._apps[name] = self.platform.runtimes[name].web()
        return WerkzeugClient(self._apps[name], use_cookies=False)

    _apps: dict[str, Any] = {}  # noqa: RUF012  # of one module's one stage

    def _log_in(self, email: str | None, password: str | None) -> str:
        return str(
            self.ask("POST", "/sessions", json={"email": email, "password": password}).body[
                "access_token"
            ]
        )

    def _player(self, name: str) -> str:
        email = f"{name}@example.org"
        body = {"email": email, "password": PASSWORD, "display_name": name, "accept_rules": True}
        assert self.ask("POST", "/accounts", json=body).status == 201
        return self._log_in(email, PASSWORD)

    def _me(self, token: str) -> str:
        return str(self.ask("GET", "/me", token).body["id"])


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with quick_passwords(), embedded(tmp_path_factory.mktemp("attacks")) as running:
        Stage._apps = {}
        yield Stage(running)


def _unsigned(claims: dict[str, Any], algorithm: str) -> str:
    def part(value: dict[str, Any]) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    return f"{part({'alg': algorithm, 'typ': 'JWT'})}.{part(claims)}."


def _claims(audience: str) -> dict[str, Any]:
    return {
        "aud": audience,
        "exp": int(real_now().timestamp()) + 60,
        "sub": UUID,
        "sid": UUID,
        "name": "Eve",
        "roles": ["operator", "player", "game_server"],
    }


def _bad_tokens(stage: Stage, service: str) -> dict[str, str]:
    """What is worth nothing at the service's own port."""
    eve = Caller(UUID, "Eve", frozenset({"operator", "player", "game_server"}))
    audience = f"justa-service-{service}"
    other = next(name for name in SERVICES if name != service)
    past, soon = real_now() - timedelta(seconds=1), real_now() + timedelta(seconds=30)
    good = sign(eve, stage.secret, service)
    head, claims, signature = good.split(".")
    return {
        "nothing": "",
        "gibberish": "gibberish",
        "signed by another": sign(eve, "e" * 48, service),
        "expired": signed(_claims(""), stage.secret, audience=audience, expires_at=past),
        "for another service": sign(eve, stage.secret, other),
        "of a client": stage.operator,
        "unsigned": _unsigned(_claims(audience), "none"),
        "unsigned, in capitals": _unsigned(_claims(audience), "NONE"),
        "cut": f"{head}.{claims}.",
        "turned": f"{head}.{claims}.{signature[::-1]}",
        "without roles": signed({"sub": UUID}, stage.secret, audience=audience, expires_at=soon),
        "a key": "justa_" + "x" * 43,
        "huge": "a" * 10_000 + ".b.c",
        "a list of claims": _unsigned([], "HS256") + "x",  # type: ignore[arg-type]  # on purpose
    }


@pytest.mark.parametrize("service", SERVICES)
def test_a_services_own_port_believes_the_gateway_alone(stage: Stage, service: str) -> None:
    client = stage.service(service)
    rules = [
        (method, re.sub(r"<(int:)?[^>]+>", lambda m: "1" if m[1] else UUID, rule.rule))
        for rule in stage.platform.runtimes[service].web().url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/api/")
    ]
    assert rules
    for name, token in _bad_tokens(stage, service).items():
        for method, path in rules:
            headers = {"Authorization": f"Bearer {token}"}
            answer = client.open(path, method=method, headers=headers, json={})
            assert answer.status_code == 401, (name, method, path, answer.text)
    # The same token, signed as the gateway does, is believed: the refusals are not for its form.
    good = sign(Caller(UUID, "Eve", frozenset({"player"})), stage.secret, service)
    method, path = rules[0]
    answer = client.open(path, method=method, headers={"Authorization": f"Bearer {good}"}, json={})
    assert answer.status_code != 401 or answer.json["code"] != "unauthorized"


def test_at_the_gateway_only_logins_and_keys_count(stage: Stage) -> None:
    login = json.loads(base64.urlsafe_b64decode(stage.ana.split(".")[1] + "=="))
    access, now = Access(login["sub"], login["sid"]), real_now()
    bad = [
        *(token for name in SERVICES for token in _bad_tokens(stage, name).values()),
        *(sign(Caller(stage.ana_id, "ana"), stage.secret, name) for name in SERVICES),
        sign_access(access, "e" * 48, now),
        sign_access(access, stage.secret, now - ACCESS_LIFETIME - timedelta(seconds=1)),
        sign_access(Access(access.account_id, UUID), stage.secret, now),
        _unsigned({**login, "exp": int(now.timestamp()) + 60}, "none"),
    ]
    mine = {stage.operator, ""}
    for token in set(bad) - mine:
        for path in ("/seasons", "/me", "/admin/audit"):
            answer = stage.ask("GET", path, token)
            assert (answer.status, answer.body["code"]) == (401, "invalid_token"), token[:60]
    assert stage.ask("GET", "/me", sign_access(access, stage.secret, now)).status == 200


def test_a_browser_led_astray_changes_nothing(stage: Stage) -> None:
    """A cookie alone is good for listening, whatever page made the browser send it."""
    cookie = {"Cookie": f"justa_session={stage.ana}", "Origin": "https://evil.example"}
    for method, path in (
        ("POST", "/seasons"),
        ("PATCH", "/me"),
        ("DELETE", "/me"),
        ("DELETE", "/sessions/current"),
        ("PUT", f"/matches/{UUID}/code"),
        ("GET", "/me"),
        ("GET", "/me/export"),
    ):
        assert stage.ask(method, path, headers=cookie, json={}).status == 401, (method, path)
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        assert stage.ask(method, "/events", headers=cookie, json={}).status == 405
    told = stage.ask("GET", "/seasons", headers=cookie).headers
    assert not [name for name in told if name.lower().startswith("access-control")]


PATHS = [
    "/seasons/..%2f..%2fadmin%2faudit",
    "/seasons/%2e%2e/admin/audit",
    "/seasons/%252e%252e/admin/audit",
    "/seasons/../admin/audit",
    "/seasons/./standings",
    "/matches/x%2fcode",
    "/matches/x%252fcode",
    "/matches/x%5c..%5ccode",
    "/matches//code",
    "//seasons",
    "/seasons/",
    "/seasons;jsessionid=1",
    "/seasons/1;/standings",
    "/me/matches/..;/aura",
    "/me%00",
    "/me%0d%0aX-Justa: 1",
    "/ME",
    "/seasons%20",
    "/" + "a" * 5000,
]


@pytest.mark.parametrize("path", PATHS)
def test_no_path_gets_past_the_table(stage: Stage, path: str) -> None:
    answer = stage.client._http.open(
        f"/api/v1{path}",
        headers={"Authorization": f"Bearer {stage.operator}"},
        environ_overrides={"RAW_URI": f"/api/v1{path}"},
    )
    assert answer.status_code == 404, path
    assert answer.mimetype == "application/problem+json"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b'{"email": "a@example.org", "email": "b@example.org"}', 400, "bad_request"),
        (b'{"a": {"b": 1, "b": 1}}', 400, "bad_request"),
        (b'[{"a": 1, "\\u0061": 2}]', 400, "bad_request"),
        (b'{"a": NaN}', 400, "bad_request"),
        (b'{"a": -Infinity}', 400, "bad_request"),
        (b'{"a":' * 50_000 + b"1" + b"}" * 50_000, 400, "bad_request"),
        (b"[" * 200_000 + b"]" * 200_000, 400, "bad_request"),
        (b'{"a": ' + b"9" * 5000 + b"}", 400, "bad_request"),
        (b'{"a": "' + b"x" * 1_100_000 + b'"}', 413, "too_large"),
    ],
)
def test_odd_json_is_refused_everywhere(stage: Stage, body: bytes, status: int, code: str) -> None:
    token = {"Authorization": f"Bearer {stage.operator}", "Content-Type": "application/json"}
    for path in ("/seasons", f"/matches/{UUID}/annul", "/accounts", "/ladder/seasons"):
        answer = stage.client._http.open(f"/api/v1{path}", method="POST", data=body, headers=token)
        assert (answer.status_code, answer.json["code"]) == (status, code), (path, body[:40])


def test_ids_are_worth_guessing_for_nobody(stage: Stage) -> None:
    """What somebody may not know of is not there, whether they guessed right or not."""
    (login,) = stage.ask("GET", "/me/sessions", stage.ana).body["items"]
    for method, right, wrong in (
        ("DELETE", f"/me/sessions/{login['id']}", f"/me/sessions/{UUID}"),
        ("DELETE", f"/api-keys/{stage.ana_id}", f"/api-keys/{UUID}"),
        ("GET", f"/admin/incidents/{stage.ana_id}", f"/admin/incidents/{UUID}"),
    ):
        known, unknown = (
            stage.ask(method, path, stage.bea, headers={"X-Request-Id": "same"})
            for path in (right, wrong)
        )
        assert known.status in (403, 404)
        assert (known.status, known.raw) == (unknown.status, unknown.raw)
    assert stage.ask("GET", "/me", stage.ana).status == 200


@contextmanager
def statements_of_ours(engine: Engine) -> Iterator[list[str]]:
    """The first words of what this thread meanwhile has the database do, whichever way it asks."""
    counted: list[str] = []
    asking = threading.get_ident()

    def count(statement: str) -> None:
        # What the platform does meanwhile on threads of its own is not the answer's cost.
        if threading.get_ident() == asking:
            counted.append(statement.split()[0])

    def watch(connection: sqlite3.Connection, *_: Any) -> None:
        connection.set_trace_callback(count)

    def leave(connection: sqlite3.Connection, _record: Any) -> None:
        connection.set_trace_callback(None)

    watching: tuple[tuple[str, Any], ...] = (("checkout", watch), ("checkin", leave))
    for name, step in watching:
        event.listen(engine, name, step)
    yield counted
    for name, step in watching:
        event.remove(engine, name, step)


def test_an_unknown_address_costs_the_same_statements(stage: Stage) -> None:
    shapes = []
    for email in ("ana@example.org", "nobody@example.org"):
        with statements_of_ours(stage.platform.runtimes["gateway"].engine) as counted:
            body = {"email": email, "password": "wrong"}
            assert stage.ask("POST", "/sessions", json=body).status == 401
        shapes.append(counted)
    assert shapes[0] == shapes[1]
    assert {"BEGIN", "SELECT"} <= set(shapes[0])


def test_a_key_of_anothers_idempotency_opens_nothing(stage: Stage) -> None:
    """The answer that is kept for Ana's key is not told to Bea, who guessed it."""
    headers = {"Idempotency-Key": "guessable"}
    season = _open_season(stage)
    first = stage.ask("POST", f"/seasons/{season}/registration", stage.ana, headers=headers)
    other = stage.ask("POST", f"/seasons/{season}/registration", stage.bea, headers=headers)
    again = stage.ask("POST", f"/seasons/{season}/registration", stage.ana, headers=headers)
    assert (first.status, other.status, again.status) == (201, 201, 201)
    assert first.raw == again.raw
    assert other.body["account_id"] != first.body["account_id"]


def _open_season(stage: Stage) -> str:
    now = stage.ask("GET", "/admin/clock", stage.operator).body["now"]
    body = {
        "name": "Attacked",
        "format": "double_round_robin",
        "time_zone": "UTC",
        "starts_on": "2099-01-10",
        "registration_opens_at": now,
        "registration_closes_at": "2099-01-01T00:00:00Z",
    }
    made = stage.ask("POST", "/seasons", stage.operator, json=body)
    assert made.status == 201, made.raw
    opened = stage.ask("POST", f"/seasons/{made.body['id']}/open-registration", stage.operator)
    assert opened.status in (200, 409), opened.raw
    return str(made.body["id"])


# --- over a real socket -----------------------------------------------------------------


def _raw(address: str, request: bytes) -> bytes:
    """Everything that comes back until the server is silent or hangs up."""
    parts = urlsplit(address)
    with socket.create_connection((parts.hostname, parts.port), 20) as line:
        line.sendall(request)
        line.shutdown(socket.SHUT_WR)
        told = b""
        while block := line.recv(65536):
            told += block
    return told


def _smuggled(framing: str) -> bytes:
    """A request whose body, read with other eyes, is a second request."""
    inner = b"GET /api/v1/admin/audit HTTP/1.1\r\nHost: x\r\n\r\n"
    head = f"POST /api/v1/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n{framing}"
    return head.encode() + b"\r\n0\r\n\r\n" + inner


FRAMINGS = [
    "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
    "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
    "Content-Length: 5\r\nContent-Length: 60\r\n",
    "Content-Length: +5\r\n",
    "Content-Length: 5, 5\r\n",
    "Transfer-Encoding: xchunked\r\n",
    "Transfer-Encoding: chunked, identity\r\n",
    "Transfer-Encoding : chunked\r\n",
    "Transfer-Encoding: \x0bchunked\r\n",
    "X: 1\n Transfer-Encoding: chunked\r\n",
]


def test_no_request_hides_in_another(start: Any, tmp_path: Any) -> None:
    """Framing that two readers could read in two ways is refused, and the connection closed."""
    running = start(tmp_path / "data", JUSTA_DEMO="0").ready()
    for framing in FRAMINGS:
        told = _raw(running.address, _smuggled(framing))
        statuses = re.findall(rb"HTTP/1\.1 (\d+)", told)
        assert len(statuses) == 1, (framing, told)
        assert statuses[0] in (b"400", b"501"), (framing, told)
    # Headers of ours that a client sends, in every spelling, count for nothing.
    word = sign(Caller(UUID, "Eve", frozenset({"operator"})), "e" * 48, "gateway")
    for header in (
        f"X-Justa-Caller: {UUID}",
        f"X_Justa_Caller: {UUID}",
        f"Authorization_: Bearer {word}",
        "X-Forwarded-User: operator",
        "Connection: Authorization, X-Request-Id",
        "Expect: 200-ok",
        "X-HTTP-Method-Override: DELETE",
    ):
        request = f"GET /api/v1/admin/audit HTTP/1.1\r\nHost: x\r\n{header}\r\n\r\n"
        told = _raw(running.address, request.encode())
        assert re.match(rb"HTTP/1\.1 4(00|01|17)", told), (header, told)
    assert running.process.poll() is None
