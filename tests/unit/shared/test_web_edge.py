"""The web edge: transactions, idempotency keys, problems, ETags, tokens."""

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest

from shared.clock import real_now
from shared.errors import Unauthorized
from shared.runtime import Runtime
from shared.web.paging import cursor
from shared.web.tokens import LIFETIME, Caller, sign, vouched_for
from tests.unit.shared.conftest import SECRET
from tests.unit.shared.test_messaging import noted

Make = Callable[..., Runtime]
Login = Callable[..., dict[str, str]]


def test_change_and_event_are_committed_together(make_runtime: Make, login: Login) -> None:
    runtime = make_runtime()
    answer = runtime.web().test_client().post("/api/v1/notes", json={"n": 1}, headers=login())
    assert (answer.status_code, answer.json) == (201, {"n": 1})
    assert noted(runtime) == [1]
    assert runtime.relay.backlog == 1


def test_refusal_leaves_no_trace(make_runtime: Make, login: Login) -> None:
    runtime = make_runtime()
    answer = runtime.web().test_client().post("/api/v1/notes", json={"n": 13}, headers=login())
    assert answer.status_code == 409
    assert noted(runtime) == []
    assert runtime.relay.backlog == 0


def test_same_key_gets_the_first_answer_again(make_runtime: Make, login: Login) -> None:
    runtime = make_runtime()
    client, headers = runtime.web().test_client(), {**login(), "Idempotency-Key": "k"}
    first = client.post("/api/v1/notes", json={"n": 1}, headers=headers)
    again = client.post("/api/v1/notes", json={"n": 1}, headers=headers)
    assert (again.status_code, again.data) == (first.status_code, first.data)
    assert runtime.relay.backlog == 1


def test_refusal_is_an_answer_that_a_key_repeats(make_runtime: Make, login: Login) -> None:
    runtime = make_runtime()
    client, headers = runtime.web().test_client(), {**login(), "Idempotency-Key": "k"}
    answers = [client.post("/api/v1/notes", json={"n": 13}, headers=headers) for _ in range(2)]
    assert [a.status_code for a in answers] == [409, 409]
    assert answers[0].data == answers[1].data
    assert noted(runtime) == []


def test_key_with_another_body_is_refused(make_runtime: Make, login: Login) -> None:
    client = make_runtime().web().test_client()
    headers = {**login(), "Idempotency-Key": "k"}
    client.post("/api/v1/notes", json={"n": 1}, headers=headers)
    answer = client.post("/api/v1/notes", json={"n": 2}, headers=headers)
    assert (answer.status_code, answer.json["code"]) == (422, "idempotency_key_reused")


@pytest.mark.parametrize(
    ("language", "detail"),
    [
        ("en", "An idempotency key has at most 255 characters"),
        ("es", "Una clave de idempotencia tiene como mucho 255 caracteres"),
    ],
)
def test_a_key_too_long_is_refused_in_the_language_asked_for(
    make_runtime: Make, login: Login, language: str, detail: str
) -> None:
    runtime = make_runtime()
    headers = {**login(), "Idempotency-Key": "k" * 256, "Accept-Language": language}
    answer = runtime.web().test_client().post("/api/v1/notes", json={"n": 1}, headers=headers)
    assert (answer.status_code, answer.json["detail"]) == (400, detail)
    assert noted(runtime) == []


def test_keys_of_two_callers_do_not_meet(make_runtime: Make, login: Login) -> None:
    runtime = make_runtime()
    client = runtime.web().test_client()
    for n, account in enumerate(("ana", "bea"), start=1):
        headers = {**login(account), "Idempotency-Key": "k"}
        assert client.post("/api/v1/notes", json={"n": n}, headers=headers).status_code == 201
    assert noted(runtime) == [1, 2]


def test_twenty_at_once_with_one_key_have_one_effect(make_runtime: Make, login: Login) -> None:
    runtime = make_runtime()
    app, headers = runtime.web(), {**login(), "Idempotency-Key": "k"}
    start, answers = threading.Barrier(20), []

    def call() -> None:
        start.wait()
        answers.append(app.test_client().post("/api/v1/notes", json={"n": 5}, headers=headers))

    callers = [threading.Thread(target=call) for _ in range(20)]
    for thread in callers:
        thread.start()
    for thread in callers:
        thread.join()
    assert {(a.status_code, a.data) for a in answers} == {(201, answers[0].data)}
    assert noted(runtime) == [5]
    assert runtime.relay.backlog == 1


def test_an_answer_that_was_lost_after_its_effect_is_given_again(
    make_runtime: Make, login: Login
) -> None:
    """The process dies between the commit and the answer: key, effect and answer are there."""
    runtime = make_runtime()
    app, headers = runtime.web(), {**login(), "Idempotency-Key": "k"}

    def die(_response: object) -> None:
        raise SystemExit

    app.after_request_funcs[None].insert(0, die)  # type: ignore[arg-type]  # a test's double
    with pytest.raises(SystemExit):
        app.test_client().post("/api/v1/notes", json={"n": 1}, headers=headers)
    app.after_request_funcs[None].pop(0)
    again = app.test_client().post("/api/v1/notes", json={"n": 1}, headers=headers)
    assert again.status_code == 201
    assert noted(runtime) == [1]
    assert runtime.relay.backlog == 1


def test_a_death_before_the_commit_leaves_neither_key_nor_effect(
    make_runtime: Make, login: Login, monkeypatch: pytest.MonkeyPatch
) -> None:
    runtime = make_runtime()
    app, headers = runtime.web(), {**login(), "Idempotency-Key": "k"}

    def die(*_: object) -> None:
        raise SystemExit

    with monkeypatch.context() as dying:
        dying.setattr("shared.web.idempotency.remember", die)
        with pytest.raises(SystemExit):
            app.test_client().post("/api/v1/notes", json={"n": 1}, headers=headers)
    assert noted(runtime) == []
    again = app.test_client().post("/api/v1/notes", json={"n": 1}, headers=headers)
    assert (again.status_code, noted(runtime)) == (201, [1])


@pytest.mark.parametrize(
    ("call", "status", "code"),
    [
        (("GET", "/nowhere", {}), 404, "not_found"),
        (("PUT", "/api/v1/notes", {"json": {}}), 405, "method_not_allowed"),
        (("POST", "/api/v1/notes", {"data": "n=1"}), 415, "unsupported_media_type"),
        (
            ("POST", "/api/v1/notes", {"data": "{", "content_type": "application/json"}),
            400,
            "bad_request",
        ),
        (("POST", "/api/v1/notes", {"json": {"n": "1"}}), 422, "invalid"),
        (("POST", "/api/v1/notes", {"json": {"n": 1, "m": 2}}), 422, "invalid"),
        (("POST", "/api/v1/notes", {"json": {"n": "x" * 2_000_000}}), 413, "too_large"),
        (("GET", "/api/v1/notes/first", {}), 500, "internal_error"),
    ],
)
def test_every_error_is_a_problem(
    make_runtime: Make, login: Login, call: tuple[str, str, dict], status: int, code: str
) -> None:
    method, path, given = call
    client = make_runtime().web().test_client()
    answer = client.open(path, method=method, headers=login(), **given)
    assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")
    assert answer.json["code"] == code
    assert answer.json["status"] == status


def test_field_errors_are_named(make_runtime: Make, login: Login) -> None:
    answer = (
        make_runtime().web().test_client().post("/api/v1/notes", json={"m": 2}, headers=login())
    )
    assert set(answer.json["errors"]) == {"n", "m"}


def test_problem_speaks_spanish_when_asked(make_runtime: Make, login: Login) -> None:
    headers = {**login(), "Accept-Language": "es-ES,es;q=0.9,en;q=0.1"}
    answer = make_runtime().web().test_client().post("/api/v1/notes", json={}, headers=headers)
    assert answer.json["title"] == "Algunos campos no son válidos"


def test_a_read_of_another_version_than_the_wanted_one_is_refused(
    make_runtime: Make, login: Login
) -> None:
    client = make_runtime().web().test_client()
    client.post("/api/v1/notes", json={"n": 1}, headers=login())
    shown = client.get("/api/v1/notes/first", headers=login())
    wanted = {**login(), "If-Match": shown.headers["ETag"]}
    same = client.get("/api/v1/notes/first", headers=wanted)
    assert (same.status_code, same.data) == (200, shown.data)
    wanted["If-Match"] = '"another"'
    other = client.get("/api/v1/notes/first", headers=wanted)
    assert (other.status_code, other.json["code"]) == (412, "stale")
    assert other.mimetype == "application/problem+json"


def test_unchanged_read_is_304(make_runtime: Make, login: Login) -> None:
    client = make_runtime().web().test_client()
    client.post("/api/v1/notes", json={"n": 1}, headers=login())
    first = client.get("/api/v1/notes/first", headers=login())
    unchanged = {**login(), "If-None-Match": first.headers["ETag"]}
    again = client.get("/api/v1/notes/first", headers=unchanged)
    assert (first.status_code, again.status_code, again.data) == (200, 304, b"")


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_nothing_is_answered_past_the_gateway(make_runtime: Make, method: str) -> None:
    client = make_runtime().web().test_client()
    path = "/api/v1/notes/first" if method == "GET" else "/api/v1/notes"
    for headers in ({}, {"Authorization": "Bearer forged"}):
        assert client.open(path, method=method, headers=headers).status_code == 401


def test_own_request_id_comes_back(make_runtime: Make, login: Login) -> None:
    client = make_runtime().web().test_client()
    answer = client.post(
        "/api/v1/notes", json={"n": 1}, headers={**login(), "X-Request-Id": "mine-1"}
    )
    assert answer.headers["X-Request-Id"] == "mine-1"
    odd = client.post("/api/v1/notes", json={"n": 2}, headers={**login(), "X-Request-Id": "é\t"})
    assert odd.headers["X-Request-Id"] != "é\t"


@pytest.mark.parametrize("query", ["limit=0", "limit=201", "limit=-1", "limit=x", "limit=²"])
def test_limits_out_of_range_are_named(make_runtime: Make, query: str) -> None:
    from shared.errors import Invalid
    from shared.web.paging import asked_page

    with make_runtime().web().test_request_context(f"/?{query}"):
        with pytest.raises(Invalid) as refusal:
            asked_page()
        assert "limit" in refusal.value.errors


def test_cursor_round_trip(make_runtime: Make) -> None:
    from shared.web.paging import asked_page

    with make_runtime().web().test_request_context(f"/?cursor={cursor(['ñ', 3])}"):
        assert asked_page().after == ["ñ", 3]


def test_token_names_its_caller() -> None:
    ana = Caller("1", "Ana", frozenset({"player"}))
    assert vouched_for(sign(ana, SECRET, "match"), [SECRET], "match") == ana


@pytest.mark.parametrize("token", [None, "", "x", sign(Caller("1"), "another" * 8, "match")])
def test_other_tokens_are_worth_nothing(token: str | None) -> None:
    with pytest.raises(Unauthorized):
        vouched_for(token, [SECRET], "match")


def test_a_word_to_one_service_is_worth_nothing_to_another() -> None:
    word = sign(Caller("1", "Ana"), SECRET, "scheduler")
    with pytest.raises(Unauthorized):
        vouched_for(word, [SECRET], "match")


def test_a_word_runs_out_though_it_was_believed_before(monkeypatch: pytest.MonkeyPatch) -> None:
    word = sign(Caller("1", "Ana"), SECRET, "match")
    assert vouched_for(word, [SECRET], "match").account_id == "1"
    later = real_now() + LIFETIME + timedelta(seconds=1)
    for module in ("tokens", "signing"):
        monkeypatch.setattr(f"shared.web.{module}.real_now", lambda: later)
    with pytest.raises(Unauthorized):
        vouched_for(word, [SECRET], "match")
