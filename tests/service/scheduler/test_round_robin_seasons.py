"""A double round robin from its announcement to its end."""

from services.scheduler.service import SERVICE
from shared.events.catalogue import (
    RegistrationClosed,
    RoundClosed,
    RoundPaired,
    SeasonFinished,
    SolvingOpened,
)
from shared.migrate import differences, migrate
from tests.service.scheduler.harness import Scheduler, at


def test_tables_and_models_agree_and_every_migration_goes_down_and_up(scheduler: Scheduler) -> None:
    engine = scheduler.runtime.engine
    assert differences(SERVICE, engine) == []
    migrate(SERVICE, engine, "base")
    migrate(SERVICE, engine)
    assert differences(SERVICE, engine) == []


def test_a_season_runs_to_its_end(scheduler: Scheduler) -> None:
    season_id = scheduler.running(4)
    (closed,) = scheduler.told_of(RegistrationClosed)
    assert (closed.rounds, len(closed.participants)) == (6, 4)
    paired = scheduler.told_of(RoundPaired)
    assert [(event.round, event.leg, len(event.matches)) for event in paired] == [
        (number, 1 if number < 4 else 2, 2) for number in range(1, 7)
    ]
    assert scheduler.season(season_id)["state"] == "running"
    assert scheduler.states(season_id) == ["scheduled"] * 6
    scheduler.move(at(10))
    assert scheduler.states(season_id) == ["preparing"] + ["scheduled"] * 5
    scheduler.move(at(11))
    assert scheduler.states(season_id)[:2] == ["solving", "scheduled"]
    scheduler.move(at(12))
    assert scheduler.states(season_id)[:3] == ["closed", "preparing", "scheduled"]
    scheduler.move(at(22))
    assert scheduler.states(season_id) == ["closed"] * 6
    assert scheduler.season(season_id)["state"] == "running"
    assert [event.round for event in scheduler.told_of(SolvingOpened)] == [1, 2, 3, 4, 5, 6]
    assert [event.round for event in scheduler.told_of(RoundClosed)] == [1, 2, 3, 4, 5, 6]
    scheduler.publish_closed()
    assert scheduler.season(season_id)["state"] == "finished"
    (finished,) = scheduler.told_of(SeasonFinished)
    assert finished.last_round == 6
