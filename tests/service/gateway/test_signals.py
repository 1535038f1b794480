"""Signals: what both sides of a match had in common, and how they played."""

import itertools
import json
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from services.gateway.handlers import HANDLERS
from services.gateway.pruning import KEEP_SIGHTINGS, Pruning
from services.gateway.tables.fair_play import SightingRow
from services.gateway.usecases.operators import ensure_operator
from shared.clock import real_now
from shared.events.catalogue import PlayObserved, ReportedGameEnded
from shared.ids import new_id
from shared.service import Batched
from tests.service.gateway.gateway_under_test import Gateway, Player
from tests.service.gateway.observed import observed

BROWSER = {"User-Agent": "Mozilla/5.0 (X11; Linux)", "Accept-Language": "es"}
OTHER = {"User-Agent": "Mozilla/5.0 (Android)", "Accept-Language": "es"}


def play(
    gateway: Gateway, who: Player, match_id: str, address: str, device: dict[str, str]
) -> None:
    gateway.address = address
    body = {"number": 1, "guess": "1111"}
    gateway.post(f"/matches/{match_id}/attempts", body, who.token, headers=device)


def signals(gateway: Gateway, operator: Player, query: str = "") -> list[dict[str, Any]]:
    answer = gateway.get(f"/admin/signals{query}", operator.token)
    assert answer.status_code == 200, answer.text
    return list(answer.json["items"])


@pytest.fixture
def two(gateway: Gateway) -> tuple[Player, Player]:
    """Registered from networks of their own."""
    gateway.address = "198.51.100.1"
    ana = gateway.player("Ana")
    gateway.address = "198.51.100.2"
    return ana, gateway.player("Bea")


def test_the_same_network_and_device_on_both_sides(
    gateway: Gateway, two: tuple[Player, Player]
) -> None:
    (ana, bea), operator, match_id = two, gateway.operator(), new_id()
    play(gateway, ana, match_id, "203.0.113.7", BROWSER)
    play(gateway, bea, match_id, "203.0.113.7", BROWSER)
    # Nothing is told of a match before it has closed.
    assert signals(gateway, operator) == []
    gateway.hear(observed(ana.id, bea.id, match_id=match_id))
    found = signals(gateway, operator)
    assert {(s["kind"], s["details"]["seen_at"]) for s in found} == {
        ("same_network", "play"),
        ("same_device", "play"),
    }
    assert all(s["match_id"] == match_id for s in found)
    assert all(s["account_ids"] == sorted((ana.id, bea.id)) for s in found)


def test_addresses_of_one_household_in_version_6_are_one_network(
    gateway: Gateway, two: tuple[Player, Player]
) -> None:
    (ana, bea), operator, match_id = two, gateway.operator(), new_id()
    play(gateway, ana, match_id, "2001:db8::1", BROWSER)
    play(gateway, bea, match_id, "2001:db8::2", OTHER)
    gateway.hear(observed(ana.id, bea.id, match_id=match_id))
    assert [s["kind"] for s in signals(gateway, operator)] == ["same_network"]


def test_what_was_shared_elsewhere_while_logged_in_counts_as_such(
    gateway: Gateway, two: tuple[Player, Player]
) -> None:
    (ana, bea), operator, match_id = two, gateway.operator(), new_id()
    gateway.address = "203.0.113.7"
    for who in (ana, bea):
        gateway.get("/me", who.token)
    play(gateway, ana, match_id, "203.0.113.7", BROWSER)
    play(gateway, bea, match_id, "203.0.113.9", OTHER)
    gateway.hear(observed(ana.id, bea.id, match_id=match_id))
    (found,) = [s for s in signals(gateway, operator) if s["kind"] == "same_network"]
    assert found["details"] == {"seen_at": "login"}


def test_from_where_somebody_only_logged_in_counts(
    gateway: Gateway, two: tuple[Player, Player]
) -> None:
    (ana, bea), operator, match_id = two, gateway.operator(), new_id()
    gateway.address = "203.0.113.7"
    for name in ("ana", "bea"):
        gateway.log_in(f"{name}@example.org")
    play(gateway, ana, match_id, "198.51.100.1", BROWSER)
    play(gateway, bea, match_id, "198.51.100.2", OTHER)
    gateway.hear(observed(ana.id, bea.id, match_id=match_id))
    (found,) = signals(gateway, operator)
    assert (found["kind"], found["details"]) == ("same_network", {"seen_at": "login"})


def test_other_matches_and_mere_looks_show_nothing(
    gateway: Gateway, two: tuple[Player, Player]
) -> None:
    (ana, bea), operator = two, gateway.operator()
    one, other = new_id(), new_id()
    play(gateway, ana, one, "203.0.113.7", BROWSER)
    play(gateway, bea, other, "203.0.113.7", BROWSER)
    gateway.hear(observed(ana.id, bea.id, match_id=one))
    assert signals(gateway, operator) == []


def test_how_somebody_played(gateway: Gateway) -> None:
    operator = gateway.operator()
    gateway.hear(observed("a", "b", answers=(200, 300, 250)))
    gateway.hear(observed("a", "c", solved_at_once=True))
    gateway.hear(observed("a", "d", solved_at_once=True, kind="friendly"))
    assert [(s["kind"], s["account_ids"]) for s in signals(gateway, operator)] == [
        ("first_attempt_solved", ["a"]),
        ("quick_answers", ["a"]),
    ]


@pytest.mark.parametrize("order", list(itertools.permutations(range(4)))[::5])
def test_a_lop_sided_pair_shows_in_any_order_and_once(
    gateway: Gateway, order: tuple[int, ...]
) -> None:
    operator = gateway.operator()
    told = [
        observed("a", "b", outcome="first", days=0),
        observed("b", "a", outcome="second", days=1),
        observed("a", "b", outcome="draw", days=2),
        observed("a", "b", outcome="first", days=3),
    ]
    for number in order:
        gateway.hear(told[number], told[number])
    (found,) = signals(gateway, operator, "?kind=lop_sided_pair")
    assert (found["details"], found["match_id"]) == ({"winner": "a", "matches": 3}, None)
    assert found["at"] == "2030-01-04T00:00:00Z"
    gateway.hear(observed("a", "b", outcome="second", days=4))
    assert signals(gateway, operator, "?kind=lop_sided_pair") == []


def test_matches_told_together_show_what_they_show_one_by_one(gateway: Gateway) -> None:
    operator = gateway.operator()
    told = [observed("a", "b", days=day, answers=(1, 2, 3)) for day in range(4)]
    other = observed("x", "y", solved_at_once=True)
    handler = HANDLERS[PlayObserved]
    assert isinstance(handler, Batched)
    for batch in ([told[2], other, told[0], told[2]], [told[0], told[3], told[1]]):
        with gateway.runtime.writing() as uow:
            handler.together(uow, batch)
    (pattern,) = signals(gateway, operator, "?kind=lop_sided_pair")
    assert pattern["details"] == {"winner": "a", "matches": 4}
    quick = signals(gateway, operator, "?kind=quick_answers")
    assert {one["match_id"] for one in quick} == {match.match_id for match in told}
    assert len(quick) == 4
    (first,) = signals(gateway, operator, "?kind=first_attempt_solved")
    assert (first["match_id"], first["account_ids"]) == (other.match_id, ["x"])


def test_signals_come_in_pages_and_by_what_is_asked(gateway: Gateway) -> None:
    operator = gateway.operator()
    matches = [observed("a", other, solved_at_once=True) for other in "bcd"]
    gateway.hear(*matches)
    gateway.hear(observed("x", "y", answers=(1, 2, 3)))
    first = gateway.get("/admin/signals?limit=3", operator.token).json
    rest = gateway.get(f"/admin/signals?limit=3&cursor={first['next']}", operator.token).json
    assert [len(first["items"]), len(rest["items"]), rest["next"]] == [3, 1, None]
    assert len(signals(gateway, operator, "?account_id=a")) == 3
    assert len(signals(gateway, operator, "?kind=quick_answers&account_id=x")) == 1
    assert len(signals(gateway, operator, f"?match_id={matches[0].match_id}")) == 1
    assert signals(gateway, operator, "?season_id=other") == []
    assert gateway.get("/admin/signals?kind=guess", operator.token).status_code == 422
    assert gateway.get("/admin/signals", gateway.player("Ana").token).status_code == 403
    assert gateway.get("/admin/signals").status_code == 401


def rows(gateway: Gateway) -> list[SightingRow]:
    with gateway.runtime.reading() as uow:
        return list(uow.session.scalars(select(SightingRow)))


def test_only_salted_hashes_are_kept_and_for_a_while(
    gateway: Gateway, two: tuple[Player, Player]
) -> None:
    ana, _ = two
    play(gateway, ana, new_id(), "203.0.113.7", BROWSER)
    kept = rows(gateway)
    text = json.dumps([[row.kind, row.digest, row.match_id] for row in kept])
    assert kept
    assert "203.0.113" not in text
    assert "Mozilla" not in text
    pruning = Pruning(gateway.runtime)
    pruning.prune(real_now() + KEEP_SIGHTINGS - timedelta(hours=1))
    assert len(rows(gateway)) == len(kept)
    pruning.prune(real_now() + KEEP_SIGHTINGS + timedelta(hours=1))
    assert rows(gateway) == []


def test_a_sighting_is_written_once_and_a_deleted_account_leaves_none(
    gateway: Gateway, two: tuple[Player, Player]
) -> None:
    ana, _ = two
    match_id = new_id()
    for _ in range(3):
        play(gateway, ana, match_id, "203.0.113.7", BROWSER)
    assert len([row for row in rows(gateway) if row.match_id == match_id]) == 2
    assert gateway.call("DELETE", "/me", token=ana.token).status_code == 204
    assert [row for row in rows(gateway) if row.account_id == ana.id] == []


def test_an_invented_address_of_a_match_is_not_kept(gateway: Gateway) -> None:
    ana = gateway.player("Ana")
    gateway.post("/matches/nonsense/attempts", {"number": 1, "guess": "1"}, ana.token)
    gateway.get(f"/matches/{new_id()}", ana.token)
    assert {row.match_id for row in rows(gateway)} == {""}


def elsewhere(first: Player, second: Player, winner: Any) -> ReportedGameEnded:
    return ReportedGameEnded(
        game_id=new_id(),
        season_id="L",
        first=first.id,
        second=second.id,
        winner=winner,
        ended_at=real_now(),
    )


def test_of_games_played_elsewhere_logins_and_winners_are_known(
    gateway: Gateway, two: tuple[Player, Player]
) -> None:
    (ana, bea), operator = two, gateway.operator()
    gateway.address = "203.0.113.7"
    for who in (ana, bea):
        gateway.get("/me", who.token, headers=BROWSER)
    games = [elsewhere(*two, "first"), elsewhere(bea, ana, "second"), elsewhere(*two, "first")]
    for game in (*games[:2], games[0]):
        gateway.hear(game)
    found = signals(gateway, operator)
    assert {(s["kind"], s["match_id"], s["season_id"]) for s in found} == {
        (kind, game.game_id, "L") for kind in ("same_network", "same_device") for game in games[:2]
    }
    assert all(s["details"] == {"seen_at": "login"} for s in found)
    gateway.hear(games[2])
    (pattern,) = signals(gateway, operator, "?kind=lop_sided_pair")
    assert pattern["details"] == {"winner": ana.id, "matches": 3}


def mark(gateway: Gateway, operator: Player, signal_id: str, state: str) -> Any:
    body = {"state": state, "reason": "two brothers"}
    return gateway.call("PATCH", f"/admin/signals/{signal_id}", body, operator.token)


def second_operator(gateway: Gateway) -> Player:
    login = ("oda@example.org", "a password of Oda's own")
    ensure_operator(gateway.runtime, email=login[0], password=login[1], display_name="Oda")
    return Player(gateway.log_in(*login))


def test_a_signal_is_marked_as_seen_and_stays(gateway: Gateway) -> None:
    operator, other = gateway.operator(), second_operator(gateway)
    gateway.hear(observed("a", "b", solved_at_once=True), observed("a", "c", solved_at_once=True))
    seen, new = signals(gateway, operator)
    assert (seen["state"], seen["seen_at"], seen["seen_by"]) == ("new", None, None)
    marked = mark(gateway, operator, seen["id"], "seen").json
    assert (marked["state"], marked["seen_by"]) == ("seen", operator.id)
    assert marked["seen_at"]
    # Whoever was first stays.
    assert mark(gateway, other, seen["id"], "seen").json == marked
    assert signals(gateway, operator, "?state=seen") == [marked]
    assert signals(gateway, operator, "?state=new") == [new]
    assert len(signals(gateway, operator)) == 2
    assert mark(gateway, operator, seen["id"], "new").json == seen
    assert signals(gateway, operator, "?state=seen") == []


def test_marking_is_an_act_with_its_reason(gateway: Gateway) -> None:
    operator = gateway.operator()
    gateway.hear(observed("a", "b", solved_at_once=True))
    (one,) = signals(gateway, operator)
    mark(gateway, operator, one["id"], "seen")
    (act,) = gateway.get("/admin/audit", operator.token).json["items"]
    assert (act["method"], act["path"]) == ("PATCH", f"/api/v1/admin/signals/{one['id']}")
    assert (act["account_id"], act["reason"], act["status"]) == (operator.id, "two brothers", 200)


def test_nobody_marks_what_is_about_a_match_of_their_own(gateway: Gateway) -> None:
    operator = gateway.operator()
    # The first is about the other side of the operator's match, the second about both of a pair.
    gateway.hear(observed("a", operator.id, solved_at_once=True))
    gateway.hear(*(observed("b", operator.id, days=day) for day in range(3)))
    for one in signals(gateway, operator):
        answer = mark(gateway, operator, one["id"], "seen")
        assert (answer.status_code, answer.json["code"]) == (403, "own_match")
    assert len(signals(gateway, operator, "?state=new")) == 2


def test_who_may_mark_and_how(gateway: Gateway) -> None:
    operator = gateway.operator()
    gateway.hear(observed("a", "b", solved_at_once=True))
    (one,) = signals(gateway, operator)
    assert mark(gateway, gateway.player("Ana"), one["id"], "seen").status_code == 403
    assert mark(gateway, operator, new_id(), "seen").status_code == 404
    for state in ("gone", ""):
        answer = mark(gateway, operator, one["id"], state)
        assert (answer.status_code, list(answer.json["errors"])) == (422, ["state"])
    assert gateway.get("/admin/signals?state=gone", operator.token).status_code == 422


def test_more_of_the_same_is_new_again_and_what_was_seen_is_never_dropped(
    gateway: Gateway,
) -> None:
    operator = gateway.operator()
    told = [observed("a", "b", days=day) for day in range(4)]
    gateway.hear(*told[:3])
    (pattern,) = signals(gateway, operator)
    mark(gateway, operator, pattern["id"], "seen")
    gateway.hear(told[2])
    assert signals(gateway, operator, "?state=new") == []
    gateway.hear(told[3])
    (again,) = signals(gateway, operator, "?state=new")
    assert (again["id"], again["details"]["matches"]) == (pattern["id"], 4)
    marked = mark(gateway, operator, pattern["id"], "seen").json
    gateway.hear(observed("b", "a", days=5))
    assert signals(gateway, operator) == [marked]
