"""The secret is changed in steps, and nobody notices (`docs/operations.md`)."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from werkzeug.test import Client as Browser

from services.gateway.web.visitor import COOKIE
from shared.errors import Unauthorized
from shared.settings import Settings
from shared.web.tokens import Caller, sign, vouched_for
from tests.service.gateway.gateway_under_test import PASSWORD, Gateway
from tests.service.gateway.test_web_logins import csrf_of

OLD, NEW = "o" * 48, "n" * 48
BEFORE, ACCEPTED, TURNED, AFTER = (OLD, None), (OLD, NEW), (NEW, OLD), (NEW, None)
# While processes start anew, one step's run beside the next one's.
BESIDE = [(BEFORE, ACCEPTED), (ACCEPTED, TURNED), (TURNED, AFTER)]
Secrets = tuple[str, str | None]
Start = Callable[[Secrets], Gateway]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    started: list[Gateway] = []

    def one(secrets: Secrets) -> Gateway:
        gateway = Gateway(tmp_path, secret=secrets[0], other_secret=secrets[1])
        started.append(gateway)
        return gateway

    yield one
    for gateway in started:
        gateway.close()


@pytest.mark.parametrize("beside", BESIDE)
def test_a_login_at_one_process_is_good_at_its_neighbour(
    start: Start, beside: tuple[Secrets, Secrets]
) -> None:
    first, second = map(start, beside)
    first.register("Ana")
    for here, there in ((first, second), (second, first)):
        token = here.log_in("ana@example.org", PASSWORD)["access_token"]
        assert there.get("/me", token).status_code == 200


@pytest.mark.parametrize("beside", BESIDE)
def test_a_word_of_one_process_is_believed_by_its_neighbour(
    tmp_path: Path, beside: tuple[Secrets, Secrets]
) -> None:
    ana = Caller("1", "Ana", frozenset({"player"}))
    for here, there in (beside, beside[::-1]):
        believed = Settings(data=tmp_path, secret=there[0], other_secret=there[1]).secrets
        assert vouched_for(sign(ana, here[0], "match"), believed, "match") == ana


@pytest.mark.parametrize("beside", BESIDE)
def test_a_form_of_one_process_is_taken_by_its_neighbour(
    start: Start, beside: tuple[Secrets, Secrets]
) -> None:
    first, second = map(start, beside)
    first.register("Ana")
    for here, there in ((first, second), (second, first)):
        asking, sending = Browser(here.edge), Browser(there.edge)
        csrf = csrf_of(asking.get("/login").text)
        cookie = asking.get_cookie(COOKIE)
        assert cookie is not None
        sending.set_cookie(COOKIE, cookie.value)
        form = {"csrf": csrf, "page": "/login", "email": "ana@example.org", "password": PASSWORD}
        assert sending.post("/login", data=form).status_code == 303


def test_what_the_old_secret_signed_is_worth_nothing_once_it_is_gone(start: Start) -> None:
    before = start(BEFORE)
    before.register("Ana")
    tokens = before.log_in("ana@example.org", PASSWORD)
    after = start(AFTER)
    assert after.get("/me", tokens["access_token"]).json["code"] == "invalid_token"
    word = sign(Caller("1", "Ana"), OLD, "match")
    with pytest.raises(Unauthorized):
        vouched_for(word, [NEW], "match")
    # Whoever is logged in goes on by their refresh token, which no secret signs.
    anew = after.post("/sessions/refresh", {"refresh_token": tokens["refresh_token"]})
    assert after.get("/me", anew.json["access_token"]).status_code == 200
