"""Seasons of one evening: each round's times are announced when the one before is over."""

from datetime import timedelta
from typing import Any

from shared.events.catalogue import RoundClosed, RoundPaired, SeasonChanged
from tests.service.scheduler.harness import Scheduler, at, written

CADENCE = {"kind": "timed", "prepare_seconds": 60, "solve_seconds": 120, "break_seconds": 10}
TIMED: dict[str, Any] = {"starts_on": None, "starts_at": written(at(9)), "cadence": CADENCE}
NOTHING = {"preparing_from": None, "solving_from": None, "closes_at": None}


def seconds(count: int) -> Any:
    return at(9) + timedelta(seconds=count)


def times(shown: dict[str, Any]) -> list[str | None]:
    return [shown[name] for name in NOTHING]


def test_a_round_robin_announces_the_next_round_at_the_close_of_the_last(
    scheduler: Scheduler,
) -> None:
    season_id = scheduler.running(2, **TIMED)
    first, second = scheduler.emitted(RoundPaired)
    assert (first.times.preparing_from, first.times.closes_at) == (seconds(0), seconds(180))
    assert second.times.preparing_from is None
    shown = scheduler.rounds(season_id)
    assert times(shown[1]) == [None, None, None]
    assert shown[0]["state"] == "preparing"
    scheduler.move(seconds(60))
    assert scheduler.states(season_id) == ["solving", "scheduled"]
    scheduler.move(seconds(180))
    assert scheduler.states(season_id) == ["closed", "scheduled"]
    (change,) = scheduler.emitted(SeasonChanged)
    assert (change.change, change.revision, change.held_round) == ("round_announced", 1, None)
    assert [(t.round, t.preparing_from) for t in change.rounds] == [(2, seconds(190))]
    assert times(scheduler.rounds(season_id)[1]) == [
        written(seconds(count)) for count in (190, 250, 370)
    ]
    scheduler.move(seconds(370))
    assert [event.round for event in scheduler.emitted(RoundClosed)] == [1, 2]
    assert len(scheduler.emitted(SeasonChanged)) == 1
    scheduler.publish_closed()
    assert scheduler.season(season_id)["state"] == "finished"


def test_a_swiss_announces_a_round_when_it_is_drawn(scheduler: Scheduler) -> None:
    season_id = scheduler.running(4, format="swiss", **TIMED)
    assert scheduler.emitted(SeasonChanged) == []
    scheduler.move(seconds(180))
    assert times(scheduler.rounds(season_id)[1]) == [None, None, None]
    scheduler.publish(season_id, 1)
    (change,), (_, second) = scheduler.emitted(SeasonChanged), scheduler.emitted(RoundPaired)
    assert second.times == change.rounds[0]
    assert (second.times_revision, change.revision) == (1, 1)
    assert second.times.preparing_from == seconds(190)


def test_a_round_drawn_late_begins_when_it_is_drawn(scheduler: Scheduler) -> None:
    season_id = scheduler.running(4, format="swiss", **TIMED)
    scheduler.move(seconds(500))
    scheduler.publish(season_id, 1)
    second = scheduler.emitted(RoundPaired)[1]
    assert (second.times.preparing_from, second.times.closes_at) == (seconds(500), seconds(680))
    assert scheduler.states(season_id) == ["closed", "preparing"]


def test_postponing_moves_what_is_announced_and_not_what_is_to_be(scheduler: Scheduler) -> None:
    season_id = scheduler.running(2, **TIMED)
    scheduler.move(seconds(30))
    shown = scheduler.act(season_id, "postpone", seconds=45, reason="a power cut")
    assert shown["postponements"] == [
        {"at": written(seconds(30)), "seconds": 45, "reason": "a power cut"}
    ]
    assert [times(shown) for shown in scheduler.rounds(season_id)] == [
        [written(seconds(count)) for count in (0, 105, 225)],
        [None, None, None],
    ]
    (change,) = scheduler.emitted(SeasonChanged)
    assert (change.change, change.revision) == ("postponed", 1)
    assert [(t.round, t.solving_from) for t in change.rounds] == [(1, seconds(105))]
    scheduler.move(seconds(225))
    assert scheduler.emitted(SeasonChanged)[1].rounds[0].preparing_from == seconds(235)


def test_between_two_rounds_of_a_swiss_there_is_nothing_to_postpone(scheduler: Scheduler) -> None:
    season_id = scheduler.running(4, format="swiss", **TIMED)
    scheduler.move(seconds(180))
    body = {"seconds": 5, "reason": "tea"}
    answer = scheduler.call("POST", f"/api/v1/seasons/{season_id}/postpone", body)
    assert (answer.status_code, answer.json["code"]) == (409, "nothing_to_postpone")
    wrong = {"days": 1, "reason": "tea"}
    answer = scheduler.call("POST", f"/api/v1/seasons/{season_id}/postpone", wrong)
    assert answer.json["errors"].keys() == {"days", "seconds"}
