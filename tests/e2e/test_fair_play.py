"""Fair play on the whole platform: signals of a closed match, a dispute, and what is decided."""

from typing import Any

import pytest

from tests.e2e.racing.arena import Arena, Person

Pair = tuple[Person, Person]


@pytest.fixture
def closed(arena: Arena) -> tuple[str, Pair]:
    """A match whose code the first player found at once."""
    pair = arena.newcomer(), arena.newcomer()
    season = arena.preparing(*pair)
    match_id = season.match
    winner, loser = pair if look(pair[0], match_id)["you"]["side"] == "first" else pair[::-1]
    assert loser.save(match_id, "12345678").status == 200
    arena.move(season.solving_from)
    assert winner.attempt(match_id, 1, "12345678").status == 201
    assert signals(arena, match_id) == []
    arena.move(season.closes_at)
    return match_id, (winner, loser)


def signals(arena: Arena, match_id: str) -> list[Any]:
    return list(arena.operator.made("GET", f"/admin/signals?match_id={match_id}")["items"])


def look(who: Person, match_id: str) -> Any:
    return who.made("GET", f"/matches/{match_id}")


def test_a_closed_match_gives_its_signals(arena: Arena, closed: tuple[str, Pair]) -> None:
    match_id, _ = closed
    kinds = {signal["kind"] for signal in signals(arena, match_id)}
    assert "first_attempt_solved" in kinds


def test_a_dispute_shows_until_it_is_decided(arena: Arena, closed: tuple[str, Pair]) -> None:
    match_id, (winner, loser) = closed
    assert look(loser, match_id)["under_review"] is False
    path = f"/matches/{match_id}/disputes"
    assert loser.ask("POST", path, {"reason": "She knew my code."}).status == 201
    arena.platform.platform.settle()
    for who in (winner, loser, arena.operator):
        assert look(who, match_id)["under_review"] is True
    listed = arena.operator.made("GET", "/admin/incidents?state=under_review")["items"]
    (incident,) = [one for one in listed if one["match_ids"] == [match_id]]
    decided = arena.operator.ask(
        "POST",
        f"/admin/incidents/{incident['id']}/decisions",
        {"act": "annul", "match_id": match_id, "reason": "She did."},
    )
    assert (decided.status, decided.body["state"]) == (201, "decided")
    arena.platform.platform.settle()
    shown = look(loser, match_id)
    assert (shown["under_review"], shown["result"]["annulled"]) == (False, True)
    audit = arena.operator.made("GET", "/admin/audit?limit=2")["items"]
    assert [act["path"].rpartition("/")[2] for act in audit] == ["annul", "decisions"]


def test_what_cannot_be_decided_is_told_by_who_knows(
    arena: Arena, closed: tuple[str, Pair]
) -> None:
    match_id, _ = closed
    incident = arena.operator.made("POST", "/admin/incidents", {"title": "Odd"})
    refused = arena.operator.ask(
        "POST",
        f"/admin/incidents/{incident['id']}/decisions",
        {"act": "disqualify", "season_id": match_id, "account_id": match_id, "reason": "x"},
    )
    assert refused.status == 404
    again = arena.operator.made("GET", f"/admin/incidents/{incident['id']}")
    assert (again["state"], again["decisions"]) == ("open", [])
