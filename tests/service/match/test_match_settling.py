"""When and how rounds close: deadlines, holds, batches, departures."""

from dataclasses import replace

import pytest

from services.match.usecases import closing, drawing
from shared.events.catalogue import MatchResult, PairedMatch, ParticipantBarred
from tests.service.match.desk import Desk, refusal
from tests.service.match.telling import (
    CLOSE,
    HOUR,
    SOLVING,
    TICK,
    cancelled,
    changed,
    closed,
    disqualified,
    finished,
    paired,
    solving_opened,
    times,
    withdrawn,
)

PLAYERS = 14


def many() -> list[PairedMatch]:
    return [PairedMatch(match_id=f"x{n:02}", first=f"a{n}", second=f"b{n}") for n in range(PLAYERS)]


def states(desk: Desk, number: int = 1) -> list[str]:
    listed = desk.ask(None, "GET", f"/seasons/s1/rounds/{number}/matches?limit=200").json
    return [match["state"] for match in listed["items"]]


def results(desk: Desk) -> list[tuple[str, str]]:
    return [(event.match_id, event.by) for event in desk.emitted(MatchResult)]


def test_an_early_close_waits_for_the_stored_deadline(desk: Desk) -> None:
    desk.tell(paired(), closed())
    desk.move(CLOSE - TICK)
    assert states(desk) == ["solving"]
    assert desk.attempt("ana", 1, "1111").status_code == 201
    desk.move(CLOSE)
    assert states(desk) == ["closed"]
    assert results(desk) == [("m1", "forfeit")]


def test_nothing_closes_without_word_from_the_scheduler(desk: Desk) -> None:
    desk.tell(paired(), solving_opened())
    desk.move(CLOSE + HOUR)
    assert states(desk) == ["solving"]
    assert results(desk) == []
    assert refusal(desk.attempt("ana", 1, "1111")) == (409, "not_solving")


def test_a_round_may_close_before_it_is_paired(desk: Desk) -> None:
    desk.tell(closed(), solving_opened())
    desk.move(CLOSE)
    desk.tell(paired())
    desk.work()
    assert results(desk) == [("m1", "double_forfeit")]
    shown = desk.look(None)
    assert shown["first"]["code_generated"] is shown["second"]["code_generated"] is True


def test_a_round_of_no_matches_hangs_nothing(desk: Desk) -> None:
    desk.tell(paired(1, []), solving_opened(), closed(), paired(2), closed(2))
    desk.move(CLOSE + 2 * HOUR)
    assert results(desk) == [("m2", "double_forfeit")]
    assert not desk.work_once()


def test_postponed_deadlines_are_those_that_count(desk: Desk) -> None:
    desk.tell(paired(), solving_opened(), changed(1, times(later=HOUR)))
    desk.move(SOLVING)
    assert desk.look("ana")["state"] == "preparing"
    assert desk.code("ana", "1111").status_code == 200
    desk.tell(closed())
    desk.move(CLOSE)
    assert desk.look(None)["state"] == "solving"
    desk.move(CLOSE + HOUR)
    assert desk.look(None)["state"] == "closed"


def test_held_preparing_stays_open_until_resumed(desk: Desk) -> None:
    desk.tell(paired(), paired(2), changed(1, held=(1, "preparing"), change="held"))
    desk.move(SOLVING + HOUR / 2)
    assert desk.code("ana", "1111").status_code == 200
    assert desk.look("bea")["you"]["code"] is None
    assert refusal(desk.attempt("ana", 1, "1111")) == (409, "not_solving")
    desk.tell(changed(2, change="resumed"), solving_opened())
    desk.work()
    assert refusal(desk.code("bea", "1111")) == (409, "not_preparing")
    assert desk.look("bea")["you"]["code"] is not None


def test_held_solving_stays_open_and_begins_no_other_round(desk: Desk) -> None:
    desk.tell(paired(), paired(2), changed(1, held=(1, "solving"), change="held"), closed())
    desk.move(CLOSE + HOUR + HOUR / 2)
    assert (states(desk, 1), states(desk, 2)) == (["solving"], ["scheduled"])
    assert desk.attempt("ana", 1, "1111").status_code == 201
    assert refusal(desk.code("ana", "1111", "m2")) == (409, "not_preparing")
    assert results(desk) == []
    desk.tell(changed(2, change="resumed"))
    desk.work()
    assert (states(desk, 1), states(desk, 2)) == (["closed"], ["solving"])
    assert results(desk) == [("m1", "forfeit")]


def test_an_old_hold_that_comes_late_holds_nothing(desk: Desk) -> None:
    desk.tell(paired(), changed(2, change="resumed"), closed())
    desk.tell(changed(1, held=(1, "solving"), change="held"))
    desk.move(CLOSE)
    assert states(desk) == ["closed"]


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closing, "BATCH", 4)
    monkeypatch.setattr(drawing, "BATCH", 4)


@pytest.mark.usefixtures("small_batches")
def test_a_round_is_settled_in_batches_that_a_kill_does_not_lose(desk: Desk) -> None:
    desk.tell(paired(1, many()), solving_opened(), closed())
    desk.clock.move(CLOSE)
    while not results(desk):
        desk.work_once()
    assert states(desk).count("closed") == 4
    desk.close()
    risen = Desk(desk.runtime.settings.data)
    risen.move(CLOSE)
    assert states(risen) == ["closed"] * PLAYERS
    settled = [match_id for match_id, _ in results(risen)]
    assert sorted(settled) == [match.match_id for match in many()]
    risen.close()


@pytest.mark.usefixtures("small_batches")
def test_codes_are_drawn_in_batches(desk: Desk) -> None:
    desk.tell(paired(1, many()), solving_opened())
    desk.clock.move(SOLVING)
    batches = 0
    while desk.work_once():
        batches += 1
    assert batches == -(-(PLAYERS + 1) // 4)


@pytest.mark.usefixtures("small_batches")
def test_a_page_that_comes_after_its_round_was_settled_is_settled_too(desk: Desk) -> None:
    told = {"matches_in_round": PLAYERS, "pages": 2}
    desk.tell(paired(1, many()[:5], **told), closed())
    desk.move(CLOSE)
    assert len(results(desk)) == 5
    desk.tell(paired(1, many()[5:], page=2, **told))
    desk.work()
    assert len(results(desk)) == PLAYERS


def test_the_disqualified_forfeit_the_open_match_whatever_they_did(desk: Desk) -> None:
    desk.tell(paired(), solving_opened())
    desk.code("bea", "4321")
    desk.move(SOLVING)
    desk.attempt("ana", 1, "4321")
    desk.attempt("bea", 1, "1111")
    desk.tell(disqualified("ana", from_round=2), closed(departures=1))
    desk.move(CLOSE)
    shown = desk.look(None)
    assert (shown["result"]["outcome"], shown["result"]["by"]) == ("second", "forfeit")
    assert [attempt["guess"] for attempt in shown["first"]["attempts"]] == ["4321"]


def test_a_round_waits_for_word_of_whoever_left_before_it_closed(desk: Desk) -> None:
    desk.tell(paired(), closed(departures=2), withdrawn("bea", 2, departure=1))
    desk.clock.move(SOLVING)
    desk.attempt("ana", 1, "1111")
    desk.attempt("bea", 1, "1111")
    desk.move(CLOSE)
    assert results(desk) == []
    desk.tell(disqualified("ana", from_round=2, departure=2))
    desk.work()
    assert results(desk) == [("m1", "forfeit")]
    assert desk.look(None)["result"]["outcome"] == "second"


def test_whoever_is_disqualified_after_the_close_keeps_its_result(desk: Desk) -> None:
    desk.tell(paired(), paired(2))
    desk.clock.move(SOLVING)
    desk.attempt("ana", 1, "1111")
    desk.clock.move(CLOSE)
    desk.tell(disqualified("ana", from_round=3), closed(departures=0))
    desk.work()
    assert desk.look(None)["result"]["outcome"] == "first"
    assert refusal(desk.code("ana", "1111", "m2")) == (409, "disqualified")


def test_a_departure_is_obeyed_once_though_it_is_told_often(desk: Desk) -> None:
    out, gone = withdrawn("ana", 2, departure=1), disqualified("bea", 2, departure=2)
    desk.tell(out, gone, out, gone, gone)
    told = [(e.account_id, e.kind, e.act) for e in desk.emitted(ParticipantBarred)]
    assert told == [("ana", "withdrawn", None), ("bea", "disqualified", 1)]


def test_a_disqualification_passes_on_the_round_after_which_the_season_had_ended(
    desk: Desk,
) -> None:
    desk.tell(replace(disqualified("ana", 3), last_round=2))
    (told,) = desk.emitted(ParticipantBarred)
    assert told.last_round == 2


def test_a_cancelled_season_closes_without_results(desk: Desk) -> None:
    desk.tell(paired(), paired(2), paired(3), closed(1))
    desk.clock.move(CLOSE + HOUR / 2)
    desk.code("ana", "1111", "m2")
    desk.code("bea", "2222", "m2", confirm=False)
    desk.tell(cancelled(last_round=1))
    desk.work()
    assert [states(desk, n) for n in (1, 2, 3)] == [["closed"]] * 3
    assert results(desk) == [("m1", "double_forfeit")]
    shown = desk.look(None, "m2")
    assert (shown["result"], shown["first"]["code"]) == (None, "1111")
    assert shown["second"]["code"] is None
    assert refusal(desk.code("bea", "2222", "m2")) == (409, "not_preparing")
    assert not desk.work_once()


def test_a_season_cancelled_while_it_solves_publishes_codes_and_attempts(desk: Desk) -> None:
    desk.tell(paired())
    desk.clock.move(SOLVING)
    desk.attempt("ana", 1, "1111")
    desk.tell(cancelled(), closed())
    desk.move(CLOSE)
    shown = desk.look(None)
    assert (shown["state"], shown["result"]) == ("closed", None)
    assert shown["first"]["code_generated"] is shown["second"]["code_generated"] is True
    assert len(shown["first"]["attempts"]) == 1
    assert results(desk) == []


@pytest.mark.usefixtures("small_batches")
def test_a_pairing_that_comes_after_the_cancellation_is_closed_too(desk: Desk) -> None:
    desk.tell(cancelled(), paired(1, many()))
    desk.work()
    assert states(desk) == ["closed"] * PLAYERS


def test_a_season_that_ends_early_leaves_its_last_rounds_scheduled(desk: Desk) -> None:
    desk.tell(finished(last_round=1), paired(), paired(2), closed(1))
    desk.move(CLOSE + 2 * HOUR)
    assert (states(desk, 1), states(desk, 2)) == (["closed"], ["scheduled"])
    assert refusal(desk.code("ana", "1111", "m2")) == (409, "not_preparing")
    assert not desk.work_once()
