"""Postponing seasons by the calendar, at every stage."""

from typing import Any

import pytest

from shared.events.catalogue import RoundClosed, RoundPaired, SeasonChanged, SolvingOpened
from tests.service.scheduler.harness import SEASONS, Scheduler, at, written


def starts(scheduler: Scheduler, season_id: str) -> list[tuple[str, str, str]]:
    return [
        (shown["preparing_from"], shown["solving_from"], shown["closes_at"])
        for shown in scheduler.rounds(season_id)
    ]


def days(*numbers: int) -> tuple[str, ...]:
    return tuple(written(at(number)) for number in numbers)


def refused(scheduler: Scheduler, season_id: str, **body: Any) -> tuple[int, str, set[str]]:
    answer = scheduler.call("POST", f"{SEASONS}/{season_id}/postpone", {"reason": "snow", **body})
    errors = set(answer.json.get("errors", {}))
    return answer.status_code, answer.json["code"], errors


def test_a_season_in_registration_moves_as_a_whole(scheduler: Scheduler) -> None:
    season_id = scheduler.create()
    scheduler.register(season_id, 1, 2)
    shown = scheduler.act(season_id, "postpone", days=2, reason="snow")
    assert (shown["registration_closes_at"], shown["starts_on"]) == (written(at(11)), "2030-01-13")
    assert shown["registration_opens_at"] == written(at(-1))
    assert scheduler.emitted(SeasonChanged) == []
    scheduler.move(at(9))
    assert scheduler.season(season_id)["state"] == "registration"
    scheduler.move(at(11))
    assert starts(scheduler, season_id)[0] == days(12, 13, 14)


def test_what_lies_ahead_moves_and_what_has_happened_stays(scheduler: Scheduler) -> None:
    season_id = scheduler.running(3)
    scheduler.move(at(12, hours=7))
    before = starts(scheduler, season_id)
    shown = scheduler.act(season_id, "postpone", days=3, reason="snow")
    assert shown["postponements"] == [{"at": written(at(12, hours=7)), "days": 3, "reason": "snow"}]
    after = starts(scheduler, season_id)
    assert after[:3] == [before[0], days(12, 16, 17), days(17, 18, 19)]
    (change,) = scheduler.emitted(SeasonChanged)
    assert (change.change, change.revision, change.page, change.pages) == ("postponed", 1, 1, 1)
    assert [times.round for times in change.rounds] == [2, 3, 4, 5, 6]
    assert (change.rounds[0].preparing_from, change.rounds[0].solving_from) == (at(12), at(16))
    scheduler.move(at(15))
    assert scheduler.states(season_id)[1] == "preparing"
    scheduler.move(at(17))
    assert [event.round for event in scheduler.emitted(SolvingOpened)] == [1, 2]
    assert [event.round for event in scheduler.emitted(RoundClosed)] == [1, 2]


def test_postponing_again_counts_on(scheduler: Scheduler) -> None:
    season_id = scheduler.running(2)
    for _ in range(2):
        scheduler.act(season_id, "postpone", days=1, reason="snow")
    assert starts(scheduler, season_id)[0] == days(12, 13, 14)
    assert [event.revision for event in scheduler.emitted(SeasonChanged)] == [1, 2]
    assert len(scheduler.season(season_id)["postponements"]) == 2


def test_a_swiss_round_drawn_later_has_its_new_times(scheduler: Scheduler) -> None:
    season_id = scheduler.running(4, format="swiss")
    scheduler.move(at(11))
    scheduler.act(season_id, "postpone", days=2, reason="snow")
    scheduler.move(at(14))
    scheduler.publish(season_id, 1)
    second = scheduler.emitted(RoundPaired)[1]
    assert (second.times.preparing_from, second.times_revision) == (at(14), 1)


def test_days_are_those_of_the_zone(scheduler: Scheduler) -> None:
    season_id = scheduler.running(
        2,
        time_zone="Europe/Madrid",
        starts_on="2030-03-29",
    )
    assert starts(scheduler, season_id)[0][0] == "2030-03-28T23:00:00Z"
    scheduler.act(season_id, "postpone", days=3, reason="snow")
    # The clocks went forward in between.
    assert starts(scheduler, season_id)[0][0] == "2030-03-31T22:00:00Z"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "days"),
        ({"days": 0}, "days"),
        ({"days": -1}, "days"),
        ({"days": 3651}, "days"),
        ({"days": "1"}, "days"),
        ({"days": 1.5}, "days"),
        ({"seconds": 60}, "seconds"),
        ({"days": 1, "seconds": 60}, "seconds"),
        ({"days": 1, "weeks": 1}, "weeks"),
    ],
)
def test_how_one_cannot_postpone(scheduler: Scheduler, body: dict[str, Any], field: str) -> None:
    season_id = scheduler.running(2)
    status, code, errors = refused(scheduler, season_id, **body)
    assert (status, code) == (422, "invalid")
    assert field in errors
    assert scheduler.season(season_id)["postponements"] == []
    assert scheduler.emitted(SeasonChanged) == []


def test_a_season_that_is_over_or_played_cannot_be_postponed(scheduler: Scheduler) -> None:
    season_id = scheduler.running(2)
    scheduler.move(at(14))
    assert refused(scheduler, season_id, days=1)[:2] == (409, "nothing_to_postpone")
    scheduler.publish_closed()
    assert refused(scheduler, season_id, days=1)[:2] == (409, "season_over")


def test_a_deadline_that_has_passed_is_met_before_a_postponing(scheduler: Scheduler) -> None:
    season_id = scheduler.running(2)
    scheduler.move(at(11))
    scheduler.clock.move(at(12))
    scheduler.act(season_id, "postpone", days=1, reason="snow")
    assert scheduler.names_of_news()[-2:] == ["RoundClosed", "SeasonChanged"]
    assert starts(scheduler, season_id) == [days(10, 11, 12), days(12, 14, 15)]


def test_a_season_that_is_not_held_cannot_be_resumed(scheduler: Scheduler) -> None:
    season_id = scheduler.running(2)
    answer = scheduler.call("POST", f"{SEASONS}/{season_id}/resume", {})
    assert (answer.status_code, answer.json["code"]) == (409, "season_not_held")
