"""The scheduler on PostgreSQL: real row locks decide the races, and the rules stay the same."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from services.scheduler.store import seasons
from services.scheduler.usecases import registration as registering
from services.scheduler.usecases import running
from shared.events.catalogue import RegistrationClosed, RoundClosed, SeasonCancelled
from tests.service.scheduler.harness import SEASONS, Scheduler, at, player
from tests.service.scheduler.test_departures_api import *  # noqa: F403
from tests.service.scheduler.test_registration_api import *  # noqa: F403
from tests.service.scheduler.test_round_robin_seasons import *  # noqa: F403
from tests.service.scheduler.test_swiss_seasons import *  # noqa: F403

A_MOMENT = 0.3


@pytest.fixture
def scheduler(make_database: Callable[[str], str], tmp_path: Path) -> Iterator[Scheduler]:
    service = Scheduler(tmp_path, url=make_database("scheduler"))
    yield service
    service.close()


def test_whoever_is_registering_is_on_the_list_that_closes(scheduler: Scheduler) -> None:
    season_id = scheduler.create()
    scheduler.register(season_id, 1, 2)
    path = f"{SEASONS}/{season_id}/close-registration"
    closing = threading.Thread(target=scheduler.call, args=("POST", path, {}))
    with scheduler.runtime.writing() as uow:
        registering.register(uow, player(3), season_id)
        closing.start()
        closing.join(A_MOMENT)
        assert closing.is_alive()
    closing.join()
    (closed,) = scheduler.emitted(RegistrationClosed)
    assert len(closed.participants) == 3


def test_a_timer_waits_for_an_operator_and_finds_the_season_over(scheduler: Scheduler) -> None:
    season_id = scheduler.running(2)
    scheduler.move(at(11))
    ticking = threading.Thread(target=scheduler.leap, args=(at(12),))
    with scheduler.runtime.writing() as uow:
        running.cancel_season(uow, season_id, "rain")
        ticking.start()
        ticking.join(A_MOMENT)
        assert ticking.is_alive()
    ticking.join()
    assert scheduler.emitted(RoundClosed) == []
    assert len(scheduler.emitted(SeasonCancelled)) == 1


def test_two_pages_of_a_table_at_once_are_seen_as_complete_by_one_of_them(
    scheduler: Scheduler,
) -> None:
    season_id = scheduler.create(format="swiss")
    scheduler.register(season_id, 1, 2, 3, 4)
    scheduler.move(at(9))
    (whole,) = scheduler.table(season_id, 0)
    fields = vars(whole)
    halves = [
        type(whole)(**{**fields, "page": page, "pages": 2, "ranking": some})
        for page, some in ((1, fields["ranking"][:2]), (2, fields["ranking"][2:]))
    ]
    threads = [threading.Thread(target=scheduler.tell, args=(half,)) for half in halves]
    with scheduler.runtime.writing() as uow:
        # Both have their page written and wait for the season.
        seasons.lock(uow, season_id)
        for thread in threads:
            thread.start()
        threads[0].join(A_MOMENT)
    for thread in threads:
        thread.join()
    scheduler.work()
    assert scheduler.rounds(season_id)[0]["optimal"] == "proven"
