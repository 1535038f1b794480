"""Secrecy in short on the doubled deployment: what a player does in secret changes nothing that
anybody else is shown, to the byte.

The clock stands still meanwhile, so nothing else may change an answer either.
"""

import http.client
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.clients import Answer
from tests.e2e.racing.arena import Arena, Person, Season
from tests.full.world import FullWorld

CODE, GUESSES = "12345678", ("11111111", "87654321", "11223344")
CLUES = {"unlock_after_attempts": 1, "limit": 2, "aura_cost": 3}
_OF_THE_MOMENT = {"date", "x-request-id"}


@pytest.fixture
def people(arena: Arena) -> list[Person]:
    """Two pairs; the first of them has secrets."""
    found = arena.newcomers(4)
    arena.grant(found[0], 20)
    return found


def addresses(arena: Arena, season: Season) -> list[str]:
    """Everything there is to read, as the interface itself describes it."""
    document = arena.ask("GET", "/openapi.json").body["paths"]
    templates = [path.removeprefix("/api/v1") for path, calls in document.items() if "get" in calls]
    matches = [match["id"] for match in season.matches]
    return [
        address
        for template in templates
        if template != "/events"
        for match in (matches if "{match_id}" in template else [""])
        for address in [_filled(template, season.id, match)]
    ]


def _filled(template: str, season: str, match: str) -> str:
    known = {"season_id": season, "match_id": match, "number": "1"}
    return re.sub(r"{(\w+)}", lambda found: known.get(found[1], "nobody"), template)


def look(arena: Arena, others: list[Person | None], where: list[str]) -> dict[Any, Any]:
    """What each of the others is shown at each address, by one gateway or the other."""
    shown = {}
    for number, who in enumerate(others):
        for address in where:
            answer = who.ask("GET", address) if who else arena.ask("GET", address)
            shown[number, address] = (answer.status, _kept(answer), answer.raw)
    return shown


def _kept(answer: Answer) -> dict[str, str]:
    """Its headers, but for those that differ each time."""
    return {n: v for n, v in answer.headers.items() if n.lower() not in _OF_THE_MOMENT}


def live_ids(world: FullWorld, who: Person) -> bytes:
    """What a stream begun now tells first: the id from which it goes on."""
    address = urlsplit(world.justa.process("gateway-stream").address)
    line = http.client.HTTPConnection(str(address.hostname), address.port, timeout=30)
    line.request("GET", "/api/v1/events", headers={"Authorization": f"Bearer {who.token}"})
    lines = iter(line.getresponse().readline, b"")
    told = next(told for told in lines if told.startswith(b"id: "))
    line.close()
    return told


def secrets(player: Person, match: str, state: str) -> Iterator[int]:
    """The statuses of all that can be done in secret."""
    if state == "preparing":
        draft = {"code": GUESSES[1], "confirm": False}
        yield player.ask("PUT", f"/matches/{match}/code", draft).status
        yield player.save(match, CODE).status
        return
    for number, guess in enumerate(GUESSES, start=1):
        yield player.attempt(match, number, guess).status
    yield player.clue(match).status
    yield player.attempt(match, len(GUESSES) + 1, CODE).status


def test_nobody_else_sees_or_hears_of_a_secret(
    arena: Arena, doubled: FullWorld, people: list[Person]
) -> None:
    season = arena.preparing(*people, clues=CLUES)
    actor = people[0]
    match = season.match_of(actor)
    opponent = next(person for person in people[1:] if season.match_of(person) == match)
    others = [None, arena.operator, opponent]
    where = addresses(arena, season)
    assert len(where) > 20
    opponent.save(match, CODE)
    for state in ("preparing", "solving"):
        if state == "solving":
            arena.move(season.solving_from)
        doubled.settle()
        before, heard = look(arena, others, where), live_ids(doubled, opponent)
        own = actor.made("GET", f"/matches/{match}")
        assert own["state"] == state
        assert {status // 100 for status in secrets(actor, match, state)} == {2}
        doubled.settle()
        assert actor.made("GET", f"/matches/{match}") != own, "the secret is there"
        after = look(arena, others, where)
        assert [key for key, seen in after.items() if seen != before[key]] == []
        assert live_ids(doubled, opponent) == heard
    arena.move(season.closes_at)
    side = arena.published(match, actor)
    assert [attempt["guess"] for attempt in side["attempts"]] == [*GUESSES, CODE]
