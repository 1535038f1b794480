"""Traces through the whole platform: from a client's request to its last effect elsewhere."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from werkzeug.test import Client as Browser

from tests.clients import RunningPlatform, embedded
from tests.e2e.seams import quick_passwords
from tests.spans import Kept, Traced, kept_spans, service_of, trace_of

API = "/api/v1"
ATTEMPTS = f"{API}/matches/<match_id>/attempts"
CALLED_IN = f"00-{'ab' * 16}-{'cd' * 8}-01"
LOGIN = {"email": "operator@example.org", "password": "correct horse battery"}
CODES = {"ana": "A1B2C3D4", "bea": "G9F8E7D6"}
WRONG = "1G2F3E4D"
# How fields are called that hold an id, a token, an address, a name or a code.
_SECRET = ("id", "token", "code", "guess", "email", "password", "_name")
SEASON = {
    "name": "Traced",
    "format": "double_round_robin",
    "time_zone": "Europe/Madrid",
    "starts_on": "2040-03-01",
    "registration_opens_at": "2040-02-20T12:00:00Z",
    "registration_closes_at": "2040-02-28T12:00:00Z",
    "game": {"code_length": 8, "symbols": 16, "repeats": True, "max_attempts": 6},
}


@dataclass
class Story:
    """One round between Ana and Bea, from their registration until its match was annulled.

    `secrets` is everything that anybody typed or was given, and every id.
    """

    kept: Kept
    platform: RunningPlatform
    secrets: set[str]
    season: str = ""
    # What was traced of it.
    traced: Traced = field(default_factory=lambda: Traced(list))

    def call(
        self, method: str, path: str, body: Any = None, token: str | None = None, **headers: str
    ) -> Any:
        answer = self.platform.client().request(method, API + path, body, headers, token)
        assert answer.status < 300, (method, path, answer.body)
        self.secrets |= set(_texts(body)) | set(_texts(answer.body))
        return answer.body

    def log_in(self, login: dict[str, str]) -> str:
        return str(self.call("POST", "/sessions", login)["access_token"])

    def move_clock(self, token: str, now: str) -> None:
        self.call("POST", "/admin/clock", {"now": now}, token)


def _texts(told: Any) -> Iterator[str]:
    """Everything in `told` but words of ours."""
    if isinstance(told, dict):
        for name, value in told.items():
            if name.endswith(_SECRET) or isinstance(value, dict | list):
                yield from _texts(value)
    elif isinstance(told, list):
        for value in told:
            yield from _texts(value)
    elif isinstance(told, str) and len(told) > 2:
        yield told


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Story]:
    folder = tmp_path_factory.mktemp("traced")
    with kept_spans() as kept, quick_passwords(), embedded(folder) as platform:
        story = Story(kept, platform, {LOGIN["password"], LOGIN["email"]})
        _play(story)
        story.traced = kept.so_far()
        yield story


def _play(story: Story) -> None:
    olga = story.log_in(LOGIN)
    story.move_clock(olga, "2040-02-20T12:00:00Z")
    story.season = story.call("POST", "/seasons", SEASON, olga)["id"]
    tokens = {name: _register(story, name) for name in CODES}
    story.move_clock(olga, "2040-02-28T12:00:00Z")
    story.move_clock(olga, "2040-02-29T23:00:00Z")
    (match,) = story.call("GET", "/me/matches?state=open", token=tokens["ana"])["items"]
    path = f"/matches/{match['id']}"
    for name, code in CODES.items():
        story.call("PUT", f"{path}/code", {"code": code, "confirm": True}, tokens[name])
    story.move_clock(olga, "2040-03-01T23:00:00Z")
    for number, guess in enumerate((WRONG, CODES["bea"]), 1):
        attempt = {"number": number, "guess": guess}
        story.call("POST", f"{path}/attempts", attempt, tokens["ana"], Traceparent=CALLED_IN)
    story.move_clock(olga, "2040-03-02T23:00:00Z")
    story.call("POST", f"{path}/annul", {"reason": "a reason of the operator's own"}, olga)
    # Nobody plays the second round.
    story.move_clock(olga, "2040-03-08T23:00:00Z")
    story.secrets |= {*CODES.values(), WRONG, "a reason of the operator's own"}


def _register(story: Story, name: str) -> str:
    login = {"email": f"{name}@example.org", "password": f"the password of {name}"}
    account = {**login, "display_name": f"{name.title()} of Málaga", "accept_rules": True}
    story.call("POST", "/accounts", account)
    token = story.log_in(login)
    story.call("POST", f"/seasons/{story.season}/registration", token=token)
    return token


def test_an_act_is_followed_to_the_table_that_counts_it(story: Story) -> None:
    act = story.traced.one("match", f"POST {API}/matches/<match_id>/annul")
    trace = [span for span in story.traced.all() if trace_of(span) == trace_of(act)]
    heard = [span for span in trace if span.name == "handle MatchResult"]
    assert {service_of(span) for span in heard} >= {"standings"}
    for span in heard:
        assert story.traced.way_to(span)[:-1] == [
            f"gateway: POST {API}/matches/{{...}}",
            f"match: POST {API}/matches/<match_id>/annul",
        ]
    # What it leads to in turn is of the same trace, though a timer publishes the table.
    (table,) = [span for span in trace if span.name == "publish StandingsPublished"]
    assert story.traced.way_to(table)[-2:] == [
        "standings: handle MatchResult",
        "standings: publish StandingsPublished",
    ]
    assert {"publish MatchResult", "handle StandingsPublished"} <= {span.name for span in trace}


def test_an_attempt_shows_each_statement_it_asked_and_its_commit(story: Story) -> None:
    _, found = story.traced.find("match", f"POST {ATTEMPTS}")
    parts = [span.name for span in story.traced.parts_of(found)]
    # These are sent past SQLAlchemy, those after them by it.
    assert any(name.startswith("SELECT matches") for name in parts), parts
    assert "COMMIT" in parts
    commit = next(span for span in story.traced.parts_of(found) if span.name == "COMMIT")
    stored = {span.name for span in story.traced.parts_of(commit)}
    assert "INSERT outbox" in stored
    told = dict(commit.attributes or {})
    assert told == {"db.system.name": "sqlite", "db.operation.name": "COMMIT"}


def test_a_caller_who_traces_goes_on_in_their_own_trace(story: Story) -> None:
    attempts = story.traced.find("gateway", f"POST {API}/matches/{{...}}")
    called_in = [span for span in attempts if f"{trace_of(span):032x}" == "ab" * 16]
    assert len(called_in) == 2
    for span in called_in:
        assert span.parent is not None
        assert f"{span.parent.span_id:016x}" == "cd" * 8
    # Also behind the outbox: the player's other windows hear of the move.
    heard = [span for span in story.traced.all() if span.name == "handle DuelChanged"]
    assert {f"{trace_of(span):032x}" for span in heard} >= {"ab" * 16}


def test_what_falls_due_begins_a_trace_of_its_own(story: Story) -> None:
    heard = story.traced.find("standings", "handle MatchResult")
    ways = [story.traced.way_to(span)[0] for span in heard]
    assert any(way.startswith("match: timer ") for way in ways), ways


def test_what_is_handled_together_points_at_each_event(story: Story) -> None:
    heard = story.traced.find("standings", "handle MatchResult")
    for span in heard:
        (link,) = span.links[-1:]
        (batch,) = [one for one in story.traced.all() if one.context == link.context]
        assert (service_of(batch), batch.name) == ("standings", "take events")
        assert trace_of(span) in {one.context.trace_id for one in batch.links}
        assert "COMMIT" in [part.name for part in story.traced.parts_of(batch)]


def test_a_page_shows_what_it_asked(story: Story) -> None:
    traced = story.kept.from_now()
    assert Browser(story.platform.platform.wsgi).get("/").status_code == 200
    page = traced.one("gateway", "GET /")
    asked = [span for span in traced.parts_of(page) if service_of(span) == "gateway"]
    assert f"GET {API}/seasons" in {span.name for span in asked}
    seasons = next(span for span in asked if span.name == f"GET {API}/seasons")
    assert [service_of(span) for span in traced.parts_of(seasons)][-1:] == ["scheduler"]


def test_an_answer_made_while_it_is_sent_is_one_trace(story: Story) -> None:
    """A season's file is asked together from all services when its request is over already."""
    traced = story.kept.from_now()
    story.call("GET", f"/seasons/{story.season}/export.json")
    spans = traced.all()
    assert {service_of(span) for span in spans} == {"gateway", "scheduler", "match", "standings"}
    assert len({trace_of(span) for span in spans}) == 1


def test_a_platform_at_rest_traces_nothing(story: Story) -> None:
    """Loops look several times a second whether there is something to do."""
    platform = story.platform.platform
    platform.settle()
    traced = story.kept.from_now()
    platform.settle()
    assert sum(runtime.relay.backlog for runtime in platform.runtimes.values()) == 0
    assert traced.all() == []


def test_no_span_tells_anything_of_anybody(story: Story) -> None:
    assert {"ana@example.org", CODES["ana"], WRONG, "Bea of Málaga"} < story.secrets
    assert len(story.secrets) > 20
    with pytest.raises(AssertionError, match="email_taken"):
        _register(story, "bea")
    _play_again(story)
    spans = story.kept.so_far().all()
    assert len({span.name for span in spans}) > 100
    told = "\n".join(_told(span) for span in spans)
    assert [secret for secret in story.secrets if secret in told] == []


def _told(span: ReadableSpan) -> str:
    return json.dumps(json.loads(span.to_json()), ensure_ascii=False)


def _play_again(story: Story) -> None:
    """Refused moves, odd calls, a page and a form; with secrets where none belong."""
    token = story.log_in({"email": "ana@example.org", "password": "the password of ana"})
    match, _ = story.call("GET", "/me/matches?state=closed", token=token)["items"]
    client = story.platform.client()
    path = f"{API}/matches/{match['id']}"
    guess = {"number": 3, "guess": WRONG}
    assert client.request("POST", f"{path}/attempts", guess, token=token).status == 409
    assert client.request("GET", f"{path}?code={WRONG}", token="no token").status == 401
    assert client.request(WRONG, path, token=token).status == 405
    browser = Browser(story.platform.platform.wsgi)
    assert browser.get(f"/duels/{match['id']}").status_code == 200
    assert browser.get(f"/{WRONG}").status_code == 404
    browser.post("/login", data={"email": "ana@example.org", "password": WRONG})
