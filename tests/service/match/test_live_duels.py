"""Live duels over HTTP: clocks, presence, endings, and what is told about them."""

import pytest

from shared import heartbeat
from shared.events.catalogue import AccountDeleted, DuelChanged, DuelOpened
from tests.service.match.desk import Desk, refusal
from tests.service.match.live import (
    ANAS,
    BEAS,
    GAME,
    WRONG,
    after,
    begin,
    called_off,
    opened,
    resign,
    result,
)
from tests.service.match.telling import TICK, closed, paired


@pytest.fixture
def duel(desk: Desk) -> Desk:
    """Ana against Bea, just opened."""
    desk.tell(opened())
    return desk


def test_a_duel_from_its_opening_to_its_result(duel: Desk) -> None:
    (told,) = duel.emitted(DuelOpened)
    assert (told.match_id, told.kind, told.origin, told.rated) == (GAME, "ladder", "queue", True)
    assert (told.opened_at, told.preparing_until) == (after(0), after(60))
    shown = duel.look("ana", GAME)
    assert (shown["kind"], shown["season_id"], shown["round"]) == ("ladder", None, None)
    assert (shown["game_id"], shown["rated"], shown["unrated_reason"]) == (GAME, True, None)
    assert (shown["state"], shown["you"]["side"]) == ("preparing", "first")
    duel.move(after(10))
    begin(duel)
    assert duel.look("bea", GAME)["solving_until"] == "2026-03-28T23:10:10Z"
    for number, guess in enumerate((WRONG, BEAS), start=1):
        assert duel.attempt("ana", number, guess, GAME).status_code == 201
    assert duel.look(None, GAME)["state"] == "solving"
    duel.move(after(20))
    for number in (1, 2):
        duel.attempt("bea", number, WRONG, GAME)
    shown = duel.look(None, GAME)
    assert (shown["state"], shown["result"]["outcome"]) == ("closed", "first")
    assert (shown["result"]["by"], shown["result"]["points"]) == (
        "only_solver",
        {"first": 0, "second": 0},
    )
    assert (shown["first"]["code"], shown["second"]["code"]) == (ANAS, BEAS)
    event = result(duel)
    assert (event.kind, event.outcome, event.left) == ("ladder", "first", None)
    assert (event.started_at, event.finished_at) == (after(0), after(20))
    assert (event.season_id, event.round, event.act, event.acts) == (None, None, None, 0)


def test_nothing_of_the_other_shows_until_the_end(duel: Desk) -> None:
    duel.code("bea", BEAS, GAME)
    before = [duel.look(who, GAME) for who in ("ana", None, "op")]
    assert "code" not in before[0]["second"]
    duel.code("ana", ANAS, GAME)
    seen = duel.look("bea", GAME)
    duel.attempt("ana", 1, BEAS, GAME)
    assert duel.look("bea", GAME) == seen
    told = [event.account_id for event in duel.emitted(DuelChanged)]
    assert told == ["bea", "ana", "bea", "ana"]


def test_a_game_that_is_not_rated_says_why(desk: Desk) -> None:
    desk.tell(opened(rated=False, unrated_reason="rematch_limit"))
    shown = desk.look("ana", GAME)
    assert (shown["kind"], shown["rated"]) == ("ladder", False)
    assert shown["unrated_reason"] == "rematch_limit"


def test_own_matches_list_live_duels_among_the_others(duel: Desk) -> None:
    duel.tell(paired())
    open_ones = duel.ask("ana", "GET", "/me/matches?state=open").json["items"]
    assert [match["id"] for match in open_ones] == [GAME, "m1"]
    resign(duel, "ana")
    over = duel.ask("ana", "GET", "/me/matches?state=closed").json["items"]
    assert [match["id"] for match in over] == [GAME]


def test_a_league_match_beside_a_live_duel_stays_as_it_was(duel: Desk) -> None:
    duel.tell(paired())
    shown = duel.look("ana")
    assert "game_id" not in shown
    assert "rated" not in shown
    assert refusal(duel.ask("ana", "POST", "/matches/m1/resign")) == (409, "no_resignation")
    duel.tell(closed())


# Deadlines


def test_whoever_does_not_prepare_in_time_loses(duel: Desk) -> None:
    duel.code("ana", ANAS, GAME)
    duel.move(after(60))
    event = result(duel)
    assert (event.outcome, event.by) == ("first", "preparation_timeout")
    assert (event.left, event.left_phase) == ("second", "preparing")
    shown = duel.look(None, GAME)
    assert (shown["first"]["code"], shown["second"]["code"]) == (ANAS, None)


def test_nobody_wins_if_nobody_prepares(duel: Desk) -> None:
    duel.move(after(60))
    event = result(duel)
    assert (event.outcome, event.by, event.left) == ("none", "preparation_timeout", None)


def test_whatever_comes_first_settles(duel: Desk) -> None:
    duel.code("ana", ANAS, GAME)
    duel.clock.move(after(75))
    assert refusal(duel.code("bea", BEAS, GAME)) == (409, "not_preparing")
    assert duel.look(None, GAME)["state"] == "closed"
    assert result(duel).finished_at == after(60)


def test_a_refused_move_settles_too(duel: Desk) -> None:
    duel.clock.move(after(75))
    assert refusal(resign(duel, "bea")) == (409, "duel_over")
    assert result(duel).by == "preparation_timeout"


def test_the_last_instant_still_counts(duel: Desk) -> None:
    duel.code("ana", ANAS, GAME)
    duel.move(after(60) - TICK)
    assert duel.code("bea", BEAS, GAME).status_code == 200
    assert duel.look("bea", GAME)["state"] == "solving"


# Presence


def test_looking_is_a_sign(duel: Desk) -> None:
    begin(duel)
    for seconds in range(15, 300, 15):
        duel.move(after(seconds))
        for who in ("ana", "bea"):
            assert duel.look(who, GAME)["state"] == "solving"


def test_looking_at_something_else_is_none(duel: Desk) -> None:
    begin(duel)
    duel.move(after(30))
    duel.look("ana", GAME)
    duel.ask("bea", "GET", "/me/matches")
    duel.move(after(60))
    event = result(duel)
    assert (event.by, event.left, event.left_phase) == ("abandonment", "second", "solving")
    assert event.finished_at == after(60)


@pytest.mark.parametrize(
    ("method", "path", "body", "refused"),
    [
        ("POST", "/attempts", {"number": 7, "guess": WRONG}, "attempt_out_of_turn"),
        ("POST", "/attempts", {"number": "x"}, "invalid"),
        ("POST", "/clues", None, "clues_disabled"),
        ("PUT", "/code", {"code": ANAS, "confirm": False}, "not_preparing"),
        ("POST", "/annul", {"reason": "no"}, "forbidden"),
        ("GET", "/revisions", None, None),
    ],
)
def test_a_request_that_moves_nothing_is_a_sign_all_the_same(
    duel: Desk, method: str, path: str, body: object, refused: str | None
) -> None:
    begin(duel)
    duel.move(after(50))
    answer = duel.ask("ana", method, f"/matches/{GAME}{path}", body)
    if refused is not None:
        assert refusal(answer)[1] == refused
    duel.move(after(60))
    assert result(duel).left == "second"


def test_a_stranger_s_look_is_no_sign(duel: Desk) -> None:
    begin(duel)
    duel.move(after(50))
    for who in ("cai", None, "op"):
        duel.look(who, GAME)
    duel.move(after(60))
    assert result(duel).by == "closed"


def test_a_repeated_attempt_is_a_sign(duel: Desk) -> None:
    begin(duel)
    duel.attempt("ana", 1, WRONG, GAME)
    duel.move(after(50))
    assert duel.attempt("ana", 1, WRONG, GAME).status_code == 200
    duel.move(after(60))
    assert result(duel).left == "second"


def test_a_request_with_a_key_that_came_before_is_a_sign(duel: Desk) -> None:
    begin(duel)
    body, path = {"number": 1, "guess": WRONG}, f"/matches/{GAME}/attempts"
    for seconds in (1, 50):
        duel.move(after(seconds))
        answer = duel.ask("ana", "POST", path, body, Idempotency_Key="again")
        assert answer.status_code == 201
    duel.move(after(60))
    assert result(duel).left == "second"


# Leaving


def test_resigning(duel: Desk) -> None:
    begin(duel)
    duel.attempt("ana", 1, WRONG, GAME)
    answer = resign(duel, "ana")
    assert (answer.status_code, answer.json["state"]) == (200, "closed")
    assert answer.json["result"]["by"] == "resignation"
    event = result(duel)
    assert (event.outcome, event.left, event.left_phase) == ("second", "first", "solving")
    assert resign(duel, "ana").json == answer.json
    assert refusal(resign(duel, "bea")) == (409, "duel_over")
    assert refusal(resign(duel, "cai")) == (403, "not_your_match")
    assert refusal(resign(duel, "cai", "nowhere")) == (404, "not_found")
    assert refusal(resign(duel, None)) == (401, "unauthorized")


def test_a_deleted_account_resigns_first(duel: Desk) -> None:
    duel.tell(AccountDeleted(account_id="bea", revision=2))
    event = result(duel)
    assert (event.by, event.left, event.left_phase) == ("resignation", "second", "preparing")
    assert duel.look(None, GAME)["second"]["display_name"] == "deleted player"


# Operators


def test_operators_leave_live_duels_to_the_ladder(duel: Desk) -> None:
    for path, body in (
        ("annul", {"reason": "no"}),
        ("correct", {"outcome": "draw", "reason": "no"}),
    ):
        answer = duel.ask("op", "POST", f"/matches/{GAME}/{path}", body)
        assert refusal(answer) == (409, "use_ladder_void")
    duel.tell(opened("g2", "op", "cai"))
    answer = duel.ask("op", "POST", "/matches/g2/annul", {"reason": "no"})
    assert refusal(answer) == (403, "own_match")


# The ladder decides


def test_a_game_told_twice_opens_once(duel: Desk) -> None:
    duel.tell(opened())
    assert len(duel.emitted(DuelOpened)) == 1


def test_a_game_that_was_called_off_never_opens(desk: Desk) -> None:
    desk.tell(called_off(), opened(), called_off())
    desk.work()
    assert desk.emitted(DuelOpened) == []
    assert refusal(desk.ask("ana", "GET", f"/matches/{GAME}")) == (404, "not_found")


def test_an_open_duel_that_is_called_off_closes_without_a_winner(duel: Desk) -> None:
    duel.tell(called_off(), called_off())
    event = result(duel)
    assert (event.outcome, event.by, event.left) == ("none", "closed", None)
    duel.tell(opened("g2"))
    assert duel.look("ana", "g2")["state"] == "preparing"


def test_a_duel_that_has_ended_stays_as_it_ended(duel: Desk) -> None:
    resign(duel, "ana")
    duel.tell(called_off())
    assert result(duel).by == "resignation"


def test_a_game_waits_until_its_players_are_out_of_other_duels(duel: Desk) -> None:
    duel.tell(opened("g2", "cai", "ana"), opened("g3", "cai", "bea"))
    duel.work()
    assert [event.match_id for event in duel.emitted(DuelOpened)] == [GAME]
    duel.move(after(5))
    resign(duel, "ana")
    duel.work()
    (_, told) = duel.emitted(DuelOpened)
    assert (told.match_id, told.opened_at) == ("g2", after(5))
    duel.tell(called_off("g3"))
    resign(duel, "ana", "g2")
    duel.work()
    assert len(duel.emitted(DuelOpened)) == 2


def test_whoever_is_gone_before_the_duel_opens_resigns_it(desk: Desk) -> None:
    desk.tell(AccountDeleted(account_id="bea", revision=2), opened())
    event = result(desk)
    assert (event.by, event.left) == ("resignation", "second")


# While the platform was away


def test_nobody_pays_for_an_absence_of_the_platform(
    duel: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the system's clock, which this one stands for."""
    monkeypatch.setattr(duel.clock, "manual", False)
    duel.work_once()
    begin(duel)
    for seconds in (10, 20, 30):
        duel.move(after(seconds))
    duel.look("ana", GAME)
    duel.clock.move(after(95))
    assert duel.look("ana", GAME)["state"] == "solving"
    duel.work()
    event = result(duel)
    assert (event.by, event.outcome, event.finished_at) == ("closed", "none", after(95))


def test_a_short_pause_is_no_absence(duel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duel.clock, "manual", False)
    begin(duel)
    for seconds in range(0, 50, 10):
        duel.move(after(seconds))
    duel.look("ana", GAME)
    duel.move(after(40) + heartbeat.UNNOTICED)
    assert result(duel).by == "abandonment"
