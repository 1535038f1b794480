"""A duel from pairing to result, over HTTP."""

from shared.events.catalogue import DuelChanged, MatchResult
from tests.service.match.desk import Desk
from tests.service.match.telling import CLOSE, SOLVING, START, announced, closed, paired
from tests.service.match.telling import solving_opened as opened


def play_round(desk: Desk) -> None:
    """Ana solves in two attempts, Bea makes one that misses."""
    desk.tell(announced(), paired())
    desk.code("ana", "1234")
    desk.code("bea", "4321")
    desk.tell(opened())
    desk.move(SOLVING)
    desk.attempt("ana", 1, "4312")
    desk.attempt("ana", 2, "4321")
    desk.attempt("bea", 1, "1111")


def test_a_duel_from_pairing_to_result(desk: Desk) -> None:
    play_round(desk)
    desk.tell(closed())
    assert desk.look(None)["result"] is None
    desk.move(CLOSE)
    shown = desk.look(None)
    assert shown["state"] == "closed"
    assert shown["result"] == {
        "outcome": "first",
        "by": "only_solver",
        "points": {"first": 3, "second": 0},
        "attempt_difference": 2,
        "revision": 1,
        "annulled": False,
    }


def test_a_match_tells_its_settings_and_times(desk: Desk) -> None:
    desk.tell(announced(), paired())
    shown = desk.look(None)
    assert shown == {
        "id": "m1",
        "kind": "league",
        "season_id": "s1",
        "round": 1,
        "state": "preparing",
        "preparing_until": "2026-03-29T00:00:00Z",
        "solving_until": "2026-03-29T01:00:00Z",
        "game": {"code_length": 4, "symbols": 6, "repeats": True, "max_attempts": 3},
        "clues": {"unlock_after_attempts": 1, "limit": 2, "aura_cost": 5},
        "first": {"account_id": "ana", "display_name": "Ana"},
        "second": {"account_id": "bea", "display_name": "Bea"},
        "result": None,
    }


def test_the_close_publishes_both_sides(desk: Desk) -> None:
    play_round(desk)
    desk.tell(closed())
    desk.move(CLOSE)
    shown = desk.look(None)
    assert shown["second"] == {
        "account_id": "bea",
        "display_name": "Bea",
        "code": "4321",
        "code_generated": False,
        "attempts": [
            {"number": 1, "guess": "1111", "exact": 1, "partial": 0, "at": "2026-03-29T00:00:00Z"}
        ],
        "clues": [],
        "solved": False,
    }
    assert [a["guess"] for a in shown["first"]["attempts"]] == ["4312", "4321"]


def test_the_result_is_told_with_the_times_of_its_round(desk: Desk) -> None:
    play_round(desk)
    desk.tell(closed())
    desk.move(CLOSE)
    (result,) = desk.emitted(MatchResult)
    assert (result.started_at, result.finished_at) == (START, CLOSE)
    assert (result.first_attempts, result.first_solved) == (2, True)
    assert (result.second_attempts, result.second_solved) == (1, False)
    assert (result.revision, result.act, result.acts) == (1, None, 0)


def test_a_change_is_told_to_whoever_made_it_alone(desk: Desk) -> None:
    play_round(desk)
    told = [(event.match_id, event.account_id) for event in desk.emitted(DuelChanged)]
    assert told == [("m1", who) for who in ("ana", "bea", "ana", "ana", "bea")]


def test_a_repeated_request_changes_nothing(desk: Desk) -> None:
    play_round(desk)
    changes = len(desk.emitted(DuelChanged))
    assert desk.code("ana", "1234").status_code == 200
    assert desk.attempt("ana", 1, "4312").status_code == 200
    assert len(desk.emitted(DuelChanged)) == changes


def test_a_key_repeats_the_answer_of_an_attempt(desk: Desk) -> None:
    play_round(desk)
    body = {"number": 2, "guess": "2222"}
    answers = [
        desk.ask("bea", "POST", "/matches/m1/attempts", body, Idempotency_Key="k") for _ in "12"
    ]
    assert [(a.status_code, a.data) for a in answers] == [(201, answers[0].data)] * 2
    assert len(desk.look("bea")["you"]["attempts"]) == 2


def test_nobody_gets_in_without_the_gateways_word(desk: Desk) -> None:
    desk.tell(announced(), paired())
    client = desk.app.test_client()
    for path in ("/matches/m1", "/matches/m1/revisions", "/seasons/s1/rounds/1/matches"):
        assert client.get(f"/api/v1{path}").status_code == 401
