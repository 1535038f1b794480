"""Pages of other origins may call the interface from a browser if the setting names them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from tests.service.gateway.gateway_under_test import Gateway

PAGE, OTHER, EVIL = "https://club.example", "https://bot.example", "https://evil.example"


@pytest.fixture
def gateway(tmp_path: Path) -> Iterator[Gateway]:
    under_test = Gateway(tmp_path, cors_origins=f"{PAGE}, {OTHER}")
    yield under_test
    under_test.close()


def asked_first(gateway: Gateway, origin: str, path: str, method: str = "POST") -> TestResponse:
    """The question that a browser asks before the call itself."""
    headers = {"Origin": origin, "Access-Control-Request-Method": method}
    return gateway.call("OPTIONS", path, headers=headers)


def told(answer: TestResponse) -> dict[str, str]:
    named = "Access-Control-"
    return {k.removeprefix(named): v for k, v in answer.headers if k.startswith(named)}


@pytest.mark.parametrize("origin", [PAGE, OTHER])
def test_a_page_that_is_named_may_call_with_a_token(gateway: Gateway, origin: str) -> None:
    ana = gateway.player("Ana")
    before = told(asked_first(gateway, origin, "/me", "PATCH"))
    assert before["Allow-Origin"] == origin
    assert "PATCH" in before["Allow-Methods"].split(", ")
    allowed = set(before["Allow-Headers"].split(", "))
    assert {"Authorization", "Content-Type", "Idempotency-Key", "If-Match"} <= allowed
    answer = gateway.get("/me", ana.token, headers={"Origin": origin})
    assert answer.status_code == 200
    assert told(answer)["Allow-Origin"] == origin
    assert {"ETag", "X-Request-Id"} <= set(told(answer)["Expose-Headers"].split(", "))


def test_whoever_listens_may_say_where_they_left_off(gateway: Gateway) -> None:
    before = told(asked_first(gateway, PAGE, "/events", "GET"))
    assert "Last-Event-ID" in before["Allow-Headers"].split(", ")


@pytest.mark.parametrize("origin", [EVIL, "null", PAGE + ".evil.example", PAGE.upper(), ""])
def test_no_other_page_may_call(gateway: Gateway, origin: str) -> None:
    before = asked_first(gateway, origin, "/me")
    assert "Allow-Origin" not in told(before)
    answer = gateway.get("/seasons", headers={"Origin": origin})
    assert told(answer) == {}


def test_refusals_can_be_read_by_a_page_that_may_call(gateway: Gateway) -> None:
    answer = gateway.get("/me", headers={"Origin": PAGE})
    assert answer.status_code == 401
    assert told(answer)["Allow-Origin"] == PAGE


def test_what_is_told_to_one_page_is_kept_for_no_other(gateway: Gateway) -> None:
    """An answer that is kept on the way says for whom it is; the gateway's own keeps none of it."""
    seen = [gateway.get("/seasons", headers={"Origin": one}) for one in (PAGE, EVIL, OTHER)]
    assert all("Origin" in answer.headers["Vary"] for answer in seen)
    assert [told(one).get("Allow-Origin") for one in seen] == [PAGE, None, OTHER]


def test_no_cookie_counts_across_origins(gateway: Gateway) -> None:
    ana = gateway.player("Ana")
    headers = {"Origin": PAGE, "Cookie": f"justa_session={ana.token}"}
    answer = gateway.get("/me", headers=headers)
    assert answer.status_code == 401
    assert "Allow-Credentials" not in told(answer)


def test_any_page_may_where_the_setting_says_so(tmp_path: Path) -> None:
    gateway = Gateway(tmp_path, cors_origins="*")
    answer = gateway.get("/seasons", headers={"Origin": EVIL})
    assert told(answer)["Allow-Origin"] == "*"
    assert told(asked_first(gateway, EVIL, "/me"))["Allow-Origin"] == "*"
    gateway.close()


def test_without_the_setting_nobody_is_asked_and_nobody_may(tmp_path: Path) -> None:
    gateway = Gateway(tmp_path)
    assert told(asked_first(gateway, PAGE, "/seasons")) == {}
    assert told(gateway.get("/seasons", headers={"Origin": PAGE})) == {}
    gateway.close()
