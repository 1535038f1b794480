"""The edge: what every request passes through."""

from typing import Any

import pytest

from shared.web.app import MOST_BYTES
from shared.web.tokens import ANYBODY, Caller
from tests.service.gateway.gateway_under_test import Gateway


@pytest.mark.parametrize(
    ("path", "service"),
    [
        ("/seasons", "scheduler"),
        ("/seasons/1/calendar.ics", "scheduler"),
        ("/seasons/1/rounds/2/matches", "match"),
        ("/seasons/1/standings", "standings"),
        ("/me/matches", "match"),
        ("/ladder/queue", "ladder"),
    ],
)
def test_bytes_go_to_the_service_with_our_word_for_the_caller(
    gateway: Gateway, path: str, service: str
) -> None:
    ana = gateway.player("Ana")
    answer = gateway.call("PUT", f"{path}?a=1", {"x": "ü"}, ana.token)
    assert answer.json == {"from": service}
    (passed,) = gateway.services.passed
    assert passed.service == service
    assert passed.caller == Caller(ana.id, "Ana", frozenset({"player"}))
    assert passed.environ["QUERY_STRING"] == "a=1"
    assert passed.body == b'{"x": "\\u00fc"}'


def test_without_a_token_somebody_acts_as_anybody(gateway: Gateway) -> None:
    assert gateway.get("/seasons").status_code == 200
    assert gateway.services.passed[-1].caller == ANYBODY


def test_nothing_that_only_we_may_say_comes_from_a_client(gateway: Gateway) -> None:
    headers = {
        "X-Justa-Caller": "operator",
        "X-Forwarded-For": "203.0.113.9",
        "Forwarded": "for=203.0.113.9",
        "X-Real-Ip": "203.0.113.9",
        "X-HTTP-Method-Override": "DELETE",
        "X-Original-URL": "/api/v1/admin/audit",
        "Cookie": "justa_session=x",
        "Idempotency-Key": "kept",
    }
    gateway.get("/seasons", headers=headers)
    environ = gateway.services.passed[-1].environ
    dropped = ("HTTP_X_", "HTTP_FORWARDED", "HTTP_COOKIE")
    left = [name for name in environ if name.startswith(dropped)]
    assert left == ["HTTP_X_REQUEST_ID"]
    assert environ["HTTP_IDEMPOTENCY_KEY"] == "kept"


@pytest.mark.parametrize("path", ["/seasons", "/me", "/nowhere", "/sessions/current", "/events"])
def test_every_answer_carries_the_request_id(gateway: Gateway, path: str) -> None:
    own = gateway.call("HEAD", path, headers={"X-Request-Id": "mine-1.2:3_4"})
    assert own.headers.getlist("X-Request-Id") == ["mine-1.2:3_4"]
    for offered in ("two words", "x" * 129, "ü"):
        made = gateway.call("HEAD", path, headers={"X-Request-Id": offered})
        (name,) = made.headers.getlist("X-Request-Id")
        assert name != offered


def test_a_service_gets_the_same_request_id(gateway: Gateway) -> None:
    named = gateway.get("/seasons").headers["X-Request-Id"]
    assert gateway.services.passed[-1].environ["HTTP_X_REQUEST_ID"] == named


@pytest.mark.parametrize("path", ["/nowhere", "", "/", "/seasons/", "/me/nowhere/x", "//seasons"])
def test_an_unknown_address_is_a_problem(gateway: Gateway, path: str) -> None:
    answer = gateway.get(path)
    assert answer.status_code == 404
    assert answer.mimetype == "application/problem+json"
    assert answer.json["code"] == "not_found"
    assert gateway.services.passed == []


def test_problems_speak_the_language_that_was_asked_for(gateway: Gateway) -> None:
    english = gateway.get("/nowhere").json
    spanish = gateway.get("/nowhere", headers={"Accept-Language": "es-MX, en;q=0.5"})
    assert english["title"] == "There is no such thing"
    assert spanish.json["title"] == "Eso no existe"
    assert spanish.headers["Content-Language"] == "es"


def test_a_body_beyond_a_mebibyte_is_too_large(gateway: Gateway) -> None:
    answer = gateway.call("POST", "/seasons", data=b"x" * (MOST_BYTES + 1))
    assert (answer.status_code, answer.json["code"]) == (413, "too_large")
    operator = gateway.operator()
    chunked = gateway.call(
        "POST",
        "/seasons",
        token=operator.token,
        data=b"x" * (MOST_BYTES + 1),
        environ_overrides={"CONTENT_LENGTH": "", "wsgi.input_terminated": True},
    )
    assert (chunked.status_code, chunked.json["code"]) == (413, "too_large")
    assert gateway.services.passed == []


def test_a_dead_service_takes_only_its_own_addresses_down(gateway: Gateway) -> None:
    ana = gateway.player("Ana")
    gateway.services.dead.add("match")
    for path in ("/matches/1", "/me/matches", "/seasons/1/rounds/1/matches"):
        answer = gateway.get(path, ana.token)
        assert (answer.status_code, answer.json["code"]) == (503, "service_unavailable")
        assert int(answer.headers["Retry-After"]) > 0
        assert answer.headers["X-Request-Id"]
    for path in ("/seasons", "/seasons/1/standings", "/ladder/seasons", "/me"):
        assert gateway.get(path, ana.token).status_code == 200
    gateway.services.dead.clear()
    assert gateway.get("/matches/1", ana.token).status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "given", "status", "code"),
    [
        ("PUT", "/accounts", {"json": {}}, 405, "method_not_allowed"),
        ("POST", "/sessions", {"data": "a=1"}, 415, "unsupported_media_type"),
        ("POST", "/sessions", {"json": []}, 422, "invalid"),
        (
            "POST",
            "/sessions",
            {"data": "{", "content_type": "application/json"},
            400,
            "bad_request",
        ),
    ],
)
def test_the_frameworks_own_errors_are_problems(
    gateway: Gateway, method: str, path: str, given: dict[str, Any], status: int, code: str
) -> None:
    answer = gateway.call(method, path, **given)
    assert (answer.status_code, answer.json["code"]) == (status, code)
    assert answer.mimetype == "application/problem+json"
    assert answer.headers["X-Request-Id"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (b'{"email": "\\ud800", "password": "x"}', "email"),
        (b'{"email": "x", "password": "a\\u0000"}', "password"),
        (b'{"email": {"a": [1, "\\uDFFF"]}}', "email.a.1"),
        (b'{"\\udc00": ["x"]}', "body"),
    ],
)
def test_what_no_database_keeps_is_named(gateway: Gateway, body: bytes, field: str) -> None:
    answer = gateway.call("POST", "/sessions", data=body, content_type="application/json")
    assert (answer.status_code, list(answer.json["errors"])) == (422, [field])


@pytest.mark.parametrize("body", [b"[" * 100_000, b"\xff\xfe", b'{"email": NaN'])
def test_what_nobody_can_read_is_a_bad_request(gateway: Gateway, body: bytes) -> None:
    answer = gateway.call("POST", "/sessions", data=body, content_type="application/json")
    assert (answer.status_code, answer.json["code"]) == (400, "bad_request")


def test_a_whole_character_spelt_in_halves_is_fine(gateway: Gateway) -> None:
    body = (
        b'{"email": "ana@example.org", "password": "\\ud83c\\udfb2 and \\\\u0000",'
        b' "display_name": "\\ud83c\\udfb2", "accept_rules": true}'
    )
    answer = gateway.call("POST", "/accounts", data=body, content_type="application/json")
    assert (answer.status_code, answer.json["display_name"]) == (201, "🎲")


@pytest.mark.parametrize(
    "path", ["/admin/audit?account_id=%00", "/seasons?x=%00", "/matches/a%00b"]
)
def test_nul_in_an_address_is_refused(gateway: Gateway, path: str) -> None:
    assert gateway.get(path).status_code in (400, 404)
    assert gateway.services.passed == []


def test_a_fault_of_ours_tells_nothing(gateway: Gateway, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr("services.gateway.edge.client_address", fail)
    answer = gateway.get("/seasons")
    assert (answer.status_code, answer.json["code"]) == (500, "internal_error")
    assert "secret" not in answer.text


def test_an_answer_without_a_body_is_of_no_type(gateway: Gateway) -> None:
    ana = gateway.player("Ana")
    gone = gateway.call("DELETE", "/sessions/current", token=ana.token)
    assert (gone.status_code, gone.data) == (204, b"")
    assert "Content-Type" not in gone.headers


def test_options_and_head_are_answered(gateway: Gateway) -> None:
    options = gateway.call("OPTIONS", "/accounts")
    assert options.status_code == 200
    assert "POST" in options.headers["Allow"]
    head = gateway.call("HEAD", "/openapi.json")
    assert (head.status_code, head.data) == (200, b"")


def test_health_and_the_document_need_no_login(gateway: Gateway) -> None:
    ready = gateway.call("GET", "/../../healthz")
    assert ready.status_code == 404
    document = gateway.get("/openapi.json")
    assert document.json == {"openapi": "3.1.0"}
    assert (
        gateway.get(
            "/openapi.json", headers={"If-None-Match": document.headers["ETag"]}
        ).status_code
        == 304
    )


def test_proxies_are_believed_only_where_there_are_some(
    gateway: Gateway, tmp_path_factory: pytest.TempPathFactory
) -> None:
    seen: list[str] = []

    def watch(under_test: Gateway) -> None:
        under_test.services.meanwhile = lambda: seen.append(
            under_test.services.passed[-1].environ["REMOTE_ADDR"]
        )
        under_test.get("/seasons", headers={"X-Forwarded-For": "198.51.100.7, 203.0.113.9"})

    behind = Gateway(tmp_path_factory.mktemp("behind"), proxies=1)
    watch(gateway)
    watch(behind)
    behind.close()
    assert seen == ["192.0.2.1", "203.0.113.9"]
