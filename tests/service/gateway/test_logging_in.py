"""Sessions: from a password to tokens, and how they end."""

import base64
import json
import threading
from datetime import timedelta
from typing import Any

import pytest

from services.gateway.callers import hashing, identity
from services.gateway.callers.access_tokens import Access, sign_access
from services.gateway.domain.login import ACCESS_LIFETIME
from services.gateway.usecases import sessions
from shared.clock import real_now
from shared.web.tokens import Caller, sign
from tests.service.gateway.gateway_under_test import PASSWORD, Gateway, Player


def _refresh(gateway: Gateway, token: str) -> Any:
    return gateway.post("/sessions/refresh", {"refresh_token": token})


def test_a_login_brings_tokens(gateway: Gateway) -> None:
    made = gateway.register("Ana").json
    tokens = gateway.log_in(" ANA@example.org")
    assert tokens["token_type"] == "Bearer"
    assert tokens["expires_in"] == 900
    assert tokens["account"] == {"id": made["id"], "display_name": "Ana", "roles": ["player"]}
    me = gateway.get("/me", tokens["access_token"])
    assert me.json == {
        "id": made["id"],
        "display_name": "Ana",
        "email": "ana@example.org",
        "email_verified": False,
        "roles": ["player"],
        "created_at": made["created_at"],
    }


def test_unknown_and_wrong_are_one_answer_after_the_same_work(
    gateway: Gateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    gateway.register("Ana")
    verified: list[str] = []
    hasher = hashing._hasher

    class Watched:
        def verify(self, password_hash: str, password: str) -> bool:
            verified.append(password_hash.split("$")[3])
            return hasher.verify(password_hash, password)

        def hash(self, password: str) -> str:
            return hasher.hash(password)

    monkeypatch.setattr(hashing, "_hasher", Watched())
    headers = {"X-Request-Id": "the-same"}
    wrong, unknown = (
        gateway.post("/sessions", {"email": email, "password": "wrong one"}, headers=headers)
        for email in ("ana@example.org", "nobody@example.org")
    )
    assert (wrong.status_code, wrong.json["code"]) == (401, "bad_credentials")
    assert wrong.data == unknown.data
    assert dict(wrong.headers) == dict(unknown.headers)
    # One verification each, at the same cost.
    assert len(verified) == 2
    assert verified[0] == verified[1]


def test_a_guest_has_no_password_to_guess(gateway: Gateway) -> None:
    gateway.post("/guests", {"display_name": "Gus"})
    answer = gateway.post("/sessions", {"email": "", "password": ""})
    assert answer.json["code"] == "bad_credentials"


def test_a_refresh_token_works_once_and_carries_the_login_on(gateway: Gateway) -> None:
    ana = gateway.player("Ana")
    answer = _refresh(gateway, ana.refresh_token)
    assert answer.status_code == 201
    assert answer.json["refresh_token"] != ana.refresh_token
    assert gateway.get("/me", answer.json["access_token"]).status_code == 200
    assert _refresh(gateway, answer.json["refresh_token"]).status_code == 201


def test_a_second_use_ends_all_tokens_of_that_login_and_no_others(gateway: Gateway) -> None:
    ana, elsewhere = gateway.player("Ana"), Player(gateway.log_in("ana@example.org"))
    newer = _refresh(gateway, ana.refresh_token).json
    assert gateway.get("/me", newer["access_token"]).status_code == 200
    again = _refresh(gateway, ana.refresh_token)
    assert (again.status_code, again.json["code"]) == (401, "invalid_refresh_token")
    assert gateway.get("/me", ana.token).status_code == 401
    assert gateway.get("/me", newer["access_token"]).status_code == 401
    assert _refresh(gateway, newer["refresh_token"]).status_code == 401
    assert gateway.get("/me", elsewhere.token).status_code == 200


def test_of_two_refreshes_at_once_one_wins_and_the_login_ends(gateway: Gateway) -> None:
    ana = gateway.player("Ana")
    together = threading.Barrier(2)
    answers: list[Any] = []

    def refresh() -> None:
        together.wait()
        answers.append(_refresh(gateway, ana.refresh_token))

    racers = [threading.Thread(target=refresh) for _ in range(2)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert sorted(answer.status_code for answer in answers) == [201, 401]
    assert gateway.get("/me", ana.token).status_code == 401


@pytest.mark.parametrize("token", ["", "made up", "x" * 200])
def test_an_unknown_refresh_token_is_refused(gateway: Gateway, token: str) -> None:
    assert _refresh(gateway, token).json["code"] == "invalid_refresh_token"


def test_logging_out_ends_this_login_at_once(gateway: Gateway) -> None:
    ana, elsewhere = gateway.player("Ana"), Player(gateway.log_in("ana@example.org"))
    assert gateway.get("/me", ana.token).status_code == 200
    answer = gateway.call("DELETE", "/sessions/current", token=ana.token)
    assert (answer.status_code, answer.data) == (204, b"")
    assert gateway.get("/me", ana.token).status_code == 401
    assert _refresh(gateway, ana.refresh_token).status_code == 401
    assert gateway.get("/me", elsewhere.token).status_code == 200


def test_another_process_notices_within_two_seconds(gateway: Gateway) -> None:
    ana = gateway.player("Ana")
    now = [100.0]
    other = identity.Identities(gateway.runtime, clock=lambda: now[0])
    assert other.of_bearer(ana.token).caller.display_name == "Ana"
    # This process's own memory is told; the other one's here plays deaf.
    other.forget = lambda _: None  # type: ignore[method-assign]  # a test's double
    gateway.call("DELETE", "/sessions/current", token=ana.token)
    assert other.of_bearer(ana.token).caller.display_name == "Ana"
    now[0] += identity.REMEMBERED_SECONDS
    with pytest.raises(identity.LoginOver):
        other.of_bearer(ana.token)


def test_what_was_read_before_a_change_is_not_remembered_after_it(
    gateway: Gateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = gateway.player("Ana")
    identities = identity.identities_of(gateway.runtime)
    real_reading = identities._of_login

    def overtaken(login_id: str) -> identity.Identity:
        found = real_reading(login_id)
        sessions_ended(login_id)
        return found

    def sessions_ended(login_id: str) -> None:
        with gateway.runtime.writing() as uow:
            sessions.log_out(uow, login_id)

    monkeypatch.setattr(identities, "_of_login", overtaken)
    assert gateway.get("/me", ana.token).status_code == 200
    monkeypatch.undo()
    assert gateway.get("/me", ana.token).status_code == 401


def unsigned(token: str) -> str:
    """The same claims under the algorithm "none"."""
    head = base64.urlsafe_b64encode(b'{"alg":"none","typ":"JWT"}').decode().rstrip("=")
    return f"{head}.{token.split('.')[1]}."


def _access(player: Player) -> Access:
    claims = json.loads(base64.urlsafe_b64decode(player.token.split(".")[1] + "=="))
    return Access(claims["sub"], claims["sid"])


def test_only_a_fresh_token_of_ours_passes(gateway: Gateway) -> None:
    ana = gateway.player("Ana")
    access, secret = _access(ana), gateway.settings.secret
    bad = [
        sign_access(access, secret, real_now() - ACCESS_LIFETIME - timedelta(seconds=1)),
        sign_access(access, "another secret, as long as it takes to be one", real_now()),
        sign_access(Access(access.account_id, "no such login"), secret, real_now()),
        sign(Caller(ana.id, "Ana", frozenset({"operator"})), secret, "gateway"),
        unsigned(ana.token),
        "justa_no-such-key",
        "gibberish",
    ]
    for token in bad:
        answer = gateway.get("/seasons", token)
        assert (answer.status_code, answer.json["code"]) == (401, "invalid_token")
        assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert gateway.services.passed == []
    for header in ("Basic YTpi", "Bearer", "Bearer  ", ""):
        refused = gateway.get("/seasons", headers={"Authorization": header})
        assert refused.status_code == 401
    assert (
        gateway.get("/seasons", headers={"Authorization": f"bEARER {ana.token}"}).status_code == 200
    )


def test_tokens_are_stored_as_digests_alone_and_never_for_idempotency_keys(
    gateway: Gateway,
) -> None:
    ana = gateway.player("Ana")
    headers = {"Idempotency-Key": "once"}
    body = {"email": "ana@example.org", "password": PASSWORD}
    first = gateway.post("/sessions", body, ana.token, headers=headers).json
    second = gateway.post("/sessions", body, ana.token, headers=headers).json
    assert first["refresh_token"] != second["refresh_token"]
    gateway.close()
    stored = b"".join(file.read_bytes() for file in gateway.settings.data.iterdir())
    for token in (ana.refresh_token, first["refresh_token"], first["access_token"]):
        assert token.encode() not in stored


def test_a_browser_gets_a_cookie_good_for_listening_alone(gateway: Gateway) -> None:
    gateway.register("Ana")
    body = {"email": "ana@example.org", "password": PASSWORD}
    answer = gateway.post("/sessions", body)
    cookie = answer.headers["Set-Cookie"]
    assert f"justa_session={answer.json['access_token']}" in cookie
    for part in ("HttpOnly", "SameSite=Strict", "Path=/api/v1/events"):
        assert part in cookie
    with_cookie = {"Cookie": cookie.split(";")[0]}
    assert gateway.get("/me", headers=with_cookie).status_code == 401
    tokens = answer.json["access_token"]
    gone = gateway.call("DELETE", "/sessions/current", token=tokens).headers["Set-Cookie"]
    assert "Max-Age=0" in gone
