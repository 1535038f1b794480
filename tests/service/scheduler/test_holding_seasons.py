"""A platform that was away for more than half of a phase holds the season instead of closing it."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from services.scheduler.store import presence
from shared import heartbeat
from shared.events.catalogue import RoundClosed, SeasonChanged, SolvingOpened
from tests.service.scheduler.harness import SEASONS, Scheduler, WallClock, at, written


@pytest.fixture
def watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scheduler]:
    """A scheduler on a clock that it takes for a real one, with hours for its seconds."""
    monkeypatch.setattr(heartbeat, "BEAT", timedelta(hours=1))
    monkeypatch.setattr(heartbeat, "UNNOTICED", timedelta(hours=2))
    service = Scheduler(tmp_path, clock=WallClock)
    yield service
    service.close()


def running(scheduler: Scheduler) -> str:
    """A season of two, the scheduler at work until the start of round 1."""
    season_id = scheduler.create()
    scheduler.register(season_id, 1, 2)
    scheduler.leap(at(9))
    scheduler.leap(at(10))
    return season_id


def stay_at_work(scheduler: Scheduler, to_day: float) -> None:
    """Give a sign of life every hour until then."""
    while scheduler.clock.now() < at(to_day):
        scheduler.leap(scheduler.clock.now() + timedelta(hours=1))


def test_away_for_most_of_preparing_holds_the_season_at_its_end(watched: Scheduler) -> None:
    season_id = running(watched)
    watched.leap(at(11))
    shown = watched.season(season_id)
    assert (shown["state"], shown["held"]) == ("running", True)
    assert watched.states(season_id) == ["preparing", "scheduled"]
    assert watched.emitted(SolvingOpened) == []
    (change,) = watched.emitted(SeasonChanged)
    assert (change.change, change.held_round, change.held_phase) == ("held", 1, "preparing")
    assert [times.round for times in change.rounds] == [1, 2]
    watched.leap(at(12))
    assert watched.states(season_id) == ["preparing", "scheduled"]
    assert len(watched.emitted(SeasonChanged)) == 1


def test_away_for_exactly_half_or_less_holds_nothing(watched: Scheduler) -> None:
    season_id = running(watched)
    watched.leap(at(10.5))
    stay_at_work(watched, to_day=11)
    assert not watched.season(season_id)["held"]
    assert watched.states(season_id)[0] == "solving"


def test_a_long_absence_over_several_rounds_holds_at_the_first_end(watched: Scheduler) -> None:
    season_id = running(watched)
    watched.leap(at(13))
    assert watched.season(season_id)["held"]
    assert watched.states(season_id) == ["preparing", "scheduled"]
    assert watched.emitted(RoundClosed) == []


def test_resuming_ends_the_phase(watched: Scheduler) -> None:
    season_id = running(watched)
    watched.leap(at(11))
    shown = watched.act(season_id, "resume", reason="go on")
    assert shown["held"] is False
    watched.work()
    assert [event.change for event in watched.emitted(SeasonChanged)] == ["held", "resumed"]
    assert watched.states(season_id)[0] == "solving"
    assert [event.round for event in watched.emitted(SolvingOpened)] == [1]


def test_a_round_that_passed_while_the_season_was_held_is_not_forfeited(
    watched: Scheduler,
) -> None:
    season_id = running(watched)
    watched.leap(at(11))
    stay_at_work(watched, to_day=12.5)
    watched.act(season_id, "resume")
    watched.work()
    # Solving opened after its own end: the season is held there, and postponing helps.
    assert watched.season(season_id)["held"]
    assert watched.states(season_id)[0] == "solving"
    last = watched.emitted(SeasonChanged)[-1]
    assert (last.change, last.held_phase) == ("held", "solving")


def test_postponing_a_held_season_reopens_the_phase(watched: Scheduler) -> None:
    season_id = running(watched)
    watched.leap(at(11, hours=6))
    path = f"{SEASONS}/{season_id}/postpone"
    watched.leap(at(12, hours=6))
    short = watched.call("POST", path, {"days": 1, "reason": "flood"})
    assert short.status_code == 422
    shown = watched.act(season_id, "postpone", days=2, reason="flood")
    assert shown["held"] is False
    (first, second) = watched.rounds(season_id)
    assert (first["preparing_from"], first["solving_from"], first["closes_at"]) == tuple(
        written(at(day)) for day in (10, 13, 14)
    )
    assert second["preparing_from"] == written(at(14))
    last = watched.emitted(SeasonChanged)[-1]
    assert (last.change, last.held_round, last.held_phase) == ("postponed", None, None)
    watched.work()
    assert watched.states(season_id)[0] == "preparing"


def test_away_for_most_of_solving_holds_the_close(watched: Scheduler) -> None:
    season_id = running(watched)
    stay_at_work(watched, to_day=11)
    assert watched.states(season_id)[0] == "solving"
    watched.leap(at(12, hours=1))
    assert watched.season(season_id)["held"]
    assert watched.states(season_id) == ["solving", "scheduled"]
    assert watched.season(season_id)["current_round"] == 1
    last = watched.emitted(SeasonChanged)[-1]
    assert (last.held_round, last.held_phase) == (1, "solving")
    watched.act(season_id, "resume")
    watched.work()
    assert watched.states(season_id)[0] == "closed"
    assert [event.round for event in watched.emitted(RoundClosed)] == [1]


def test_an_operator_cancels_a_held_season(watched: Scheduler) -> None:
    season_id = running(watched)
    watched.leap(at(11))
    shown = watched.act(season_id, "cancel", reason="flood")
    assert (shown["state"], shown["held"]) == ("cancelled", False)
    assert watched.states(season_id) == ["closed", "scheduled"]


def test_registration_is_never_held(watched: Scheduler) -> None:
    season_id = watched.create()
    watched.register(season_id, 1, 2)
    watched.leap(at(9, hours=20))
    assert watched.season(season_id)["state"] == "running"


def test_an_operator_who_comes_before_the_timer_holds_the_season_too(watched: Scheduler) -> None:
    season_id = running(watched)
    watched.clock.move(at(12))
    body = {"days": 1, "reason": "flood"}
    answer = watched.call("POST", f"{SEASONS}/{season_id}/postpone", body)
    # Round 1 would close at this very instant: one day does not help its preparing.
    assert answer.status_code == 422
    assert watched.act(season_id, "postpone", days=2, reason="flood")["held"] is False


def test_the_first_sign_of_life_ends_no_absence(watched: Scheduler) -> None:
    watched.leap(at(400))
    with watched.runtime.reading() as uow:
        assert presence.absences(uow, "any", (at(-999), at(999))) == []
    watched.leap(at(401))
    with watched.runtime.reading() as uow:
        assert presence.absences(uow, "any", (at(-999), at(999))) == [(at(400), at(401))]


def test_leaps_of_a_manual_clock_are_no_absence(scheduler: Scheduler) -> None:
    season_id = running(scheduler)
    scheduler.leap(at(11))
    assert not scheduler.season(season_id)["held"]
    assert scheduler.states(season_id)[0] == "solving"
