"""Dead letters as operators look after them over HTTP, on the embedded platform."""

from typing import TYPE_CHECKING, Any

import pytest

from shared.errors import Conflict
from shared.events.catalogue import AccountRegistered, DuelChanged, private_types
from shared.messaging import letters
from shared.messaging.bus import Letter
from shared.names import keep_name
from shared.web.paging import cursor
from tests.waiting import until

if TYPE_CHECKING:
    from tests.clients import Answer, RunningPlatform

LETTERS = "/api/v1/admin/dead-letters"
PASSWORD = "correct horse battery"


class Office:
    """The platform, and an operator who asks about dead letters."""

    def __init__(self, platform: "RunningPlatform") -> None:
        self.platform = platform.platform
        self._client = platform.client()
        email, password = platform.operator_email, platform.operator_password
        self.token = self.log_in(str(email), str(password))

    def log_in(self, email: str, password: str = PASSWORD) -> str:
        body = {"email": email, "password": password}
        return str(self.ask("POST", "/api/v1/sessions", body=body, token="").body["access_token"])

    def ask(self, method: str, path: str, *, token: str | None = None, **sent: Any) -> "Answer":
        known = self.token if token is None else token
        return self._client.request(
            method, path, sent.get("body"), sent.get("headers"), known or None
        )

    def register(self, name: str) -> None:
        body = {"email": f"{name}@example.org", "password": PASSWORD, "display_name": name}
        answer = self.ask("POST", "/api/v1/accounts", body={**body, "accept_rules": True}, token="")
        assert answer.status == 201

    def listed(self, query: str = "") -> list[dict[str, Any]]:
        return list(self.ask("GET", f"{LETTERS}{query}").body["items"])

    def all_pages(self, limit: int) -> list[str]:
        told: list[str] = []
        query: str | None = f"?limit={limit}"
        while query:
            page = self.ask("GET", f"{LETTERS}{query}").body
            told += [letter["id"] for letter in page["items"]]
            query = page["next"] and f"?limit={limit}&cursor={page['next']}"
        return told

    def bury(self, service: str, id: str, type: str = "SolvingOpened") -> None:
        with self.platform.runtimes[service].plain_writing() as connection:
            letters.keep(connection, Letter(id, type, "{}", "no", attempts=1))


@pytest.fixture
def office(platform: "RunningPlatform") -> Office:
    return Office(platform)


def test_letters_are_listed_shown_replayed_and_dropped(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise Conflict("not that name")

    for service in ("ladder", "match"):
        handlers = office.platform.runtimes[service].handlers
        monkeypatch.setitem(handlers, AccountRegistered, refuse)
    office.register("Ana")
    found = until(lambda: len(seen := office.listed()) == 2 and seen, what="two letters")
    assert {letter["service"] for letter in found} == {"ladder", "match"}
    assert office.listed("?service=match") == [one for one in found if one["service"] == "match"]
    ladder = next(letter for letter in found if letter["service"] == "ladder")
    assert set(ladder) == {
        "id", "service", "type", "reason", "attempts", "told_at", "buried_at"
    }  # fmt: skip
    assert (ladder["type"], ladder["told_at"] <= ladder["buried_at"]) == ("AccountRegistered", True)
    assert "not that name" in ladder["reason"]

    path = f"{LETTERS}/{ladder['id']}"
    shown = office.ask("GET", path).body
    assert '"display_name": "Ana"' in shown.pop("body")
    assert shown == ladder
    refused = office.ask("POST", f"{path}/replay")
    assert (refused.status, refused.body["code"]) == (409, "still_dead")
    assert "not that name" in refused.body["detail"]
    assert len(office.listed()) == 2

    monkeypatch.setitem(office.platform.runtimes["ladder"].handlers, AccountRegistered, keep_name)
    key = {"Idempotency-Key": "once"}
    first, again = (office.ask("POST", f"{path}/replay", headers=key) for _ in "12")
    assert (first.status, first.body, again.body) == (200, ladder, ladder)
    assert office.ask("POST", f"{path}/replay").status == 404
    (left,) = office.listed()
    assert office.ask("DELETE", f"{LETTERS}/{left['id']}").status == 204
    assert office.ask("DELETE", f"{LETTERS}/{left['id']}").status == 404
    assert office.listed() == []
    acts = office.ask("GET", "/api/v1/admin/audit").body["items"]
    assert [(act["method"], act["path"], act["status"]) for act in acts] == [
        ("DELETE", f"{LETTERS}/{left['id']}", 204),
        ("POST", f"{path}/replay", 200),
        ("POST", f"{path}/replay", 200),
    ]


def test_the_letters_of_all_services_come_in_pages(office: Office) -> None:
    services = list(office.platform.runtimes)
    buried = [f"{services[n % 5]}.{n}" for n in range(23)]
    for letter in buried:
        office.bury(*letter.split("."))
    assert office.all_pages(4) == buried[::-1]


def test_letters_of_one_instant_come_once_each(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    same = letters.real_now()
    monkeypatch.setattr(letters, "real_now", lambda: same)
    for service in office.platform.runtimes:
        office.bury(service, "1")
        office.bury(service, "2")
    told = office.all_pages(1)
    assert len(told) == len(set(told)) == 10


def test_nobody_learns_from_a_letter_that_somebody_moved(office: Office) -> None:
    office.bury("gateway", "secret", DuelChanged.type)
    office.bury("gateway", "open")
    assert [letter["id"] for letter in office.listed()] == ["gateway.open"]
    for method, path in (("GET", ""), ("POST", "/replay"), ("DELETE", "")):
        assert office.ask(method, f"{LETTERS}/gateway.secret{path}").status == 404
    assert private_types() == (DuelChanged.type,)


def test_only_operators_and_only_what_there_is(office: Office) -> None:
    office.bury("match", "1")
    office.register("Ana")
    ana = office.log_in("Ana@example.org")
    for method, path in (("GET", ""), ("GET", "/match.1"), ("POST", "/match.1/replay")):
        assert office.ask(method, f"{LETTERS}{path}", token=ana).status == 403
        assert office.ask(method, f"{LETTERS}{path}", token="").status == 401
    assert office.ask("GET", "/internal/dead-letters").status == 404
    for path in ("/match.2", "/ladder.1", "/nobody.1", "/1", "/match.1/none"):
        assert office.ask("GET", f"{LETTERS}{path}").status == 404
    cursors = [cursor(key) for key in ([1, 2], ["2030-01-01", "a"], ["2030-01-01T00:00Z", 7])]
    for query in ("service=nobody", "limit=0", *(f"cursor={key}" for key in ["x", *cursors])):
        refused = office.ask("GET", f"{LETTERS}?{query}")
        assert (refused.status, refused.body["code"]) == (422, "invalid"), query
