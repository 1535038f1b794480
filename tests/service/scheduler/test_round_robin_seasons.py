"""A double round robin from the close of its registration to its end."""

from collections import Counter
from datetime import timedelta

import pytest
from sqlalchemy.exc import IntegrityError

from services.scheduler.store import matches
from services.scheduler.store.matches import Drawn
from services.scheduler.usecases import robin
from shared.events.catalogue import (
    RegistrationClosed,
    RoundClosed,
    RoundPaired,
    SeasonCancelled,
    SeasonFinished,
    SolvingOpened,
)
from tests.service.scheduler.harness import SEASONS, Scheduler, at, player


def test_a_season_runs_to_its_end(scheduler: Scheduler) -> None:
    season_id = scheduler.running(4)
    (closed,) = scheduler.emitted(RegistrationClosed)
    assert (closed.rounds, len(closed.participants)) == (6, 4)
    paired = scheduler.emitted(RoundPaired)
    assert [(event.round, event.leg, len(event.matches)) for event in paired] == [
        (number, 1 if number < 4 else 2, 2) for number in range(1, 7)
    ]
    assert scheduler.season(season_id)["current_round"] is None
    assert scheduler.states(season_id) == ["scheduled"] * 6
    scheduler.move(at(10))
    assert scheduler.states(season_id) == ["preparing"] + ["scheduled"] * 5
    scheduler.move(at(11))
    assert scheduler.states(season_id)[:2] == ["solving", "scheduled"]
    scheduler.move(at(12))
    assert scheduler.states(season_id)[:3] == ["closed", "preparing", "scheduled"]
    assert scheduler.season(season_id)["current_round"] == 2
    scheduler.move(at(22))
    assert scheduler.states(season_id) == ["closed"] * 6
    assert scheduler.season(season_id)["state"] == "running"
    assert [event.round for event in scheduler.emitted(SolvingOpened)] == [1, 2, 3, 4, 5, 6]
    assert [event.round for event in scheduler.emitted(RoundClosed)] == [1, 2, 3, 4, 5, 6]
    scheduler.publish_closed()
    shown = scheduler.season(season_id)
    assert (shown["state"], shown["current_round"]) == ("finished", 6)
    (finished,) = scheduler.emitted(SeasonFinished)
    assert finished.last_round == 6


def test_the_calendar_is_the_berger_table_of_the_lot(scheduler: Scheduler) -> None:
    scheduler.running(6)
    number = {entry.account_id: entry.number for entry in scheduler.lot(_only(scheduler))}
    drawn = [
        {(number[match.first], number[match.second]) for match in event.matches}
        for event in scheduler.emitted(RoundPaired)
    ]
    assert drawn[0] == {(1, 6), (2, 5), (3, 4)}
    assert drawn[4] == {(3, 6), (4, 2), (5, 1)}
    assert drawn[5:] == [{(b, a) for a, b in seats} for seats in drawn[:5]]


def _only(scheduler: Scheduler) -> str:
    (season,) = scheduler.items(SEASONS)
    return str(season["id"])


def test_everything_about_matches_is_told_with_the_round(scheduler: Scheduler) -> None:
    clues = {"unlock_after_attempts": 2, "limit": 1, "aura_cost": 3}
    season_id = scheduler.running(2, clues=clues, points={"win": 2})
    event = scheduler.emitted(RoundPaired)[0]
    assert (event.season_id, event.bye, event.optimal) == (season_id, None, None)
    assert (event.points.win, event.game.symbols) == (2, 6)
    assert event.clues is not None
    assert event.clues.aura_cost == 3
    times = (event.times.preparing_from, event.times.solving_from, event.times.closes_at)
    assert times == (at(10), at(11), at(12))
    assert (event.page, event.pages, event.matches_in_round, event.times_revision) == (1, 1, 1, 0)


def test_in_an_odd_field_everyone_has_a_bye_a_leg_that_earns_points(scheduler: Scheduler) -> None:
    season_id = scheduler.running(5)
    shown = scheduler.rounds(season_id)
    assert [entry["leg"] for entry in shown] == [1] * 5 + [2] * 5
    for leg in (shown[:5], shown[5:]):
        assert len({entry["bye"] for entry in leg}) == 5
    scheduler.move(at(30))
    closed = scheduler.emitted(RoundClosed)
    assert [event.bye for event in closed] == [entry["bye"] for entry in shown]
    assert {event.matches for event in closed} == {2}


def test_rest_days_lie_between_rounds(scheduler: Scheduler) -> None:
    season_id = scheduler.running(2, cadence={"kind": "calendar", "rest_days": 3})
    first, second = scheduler.rounds(season_id)
    assert (first["closes_at"], second["preparing_from"]) == (
        "2030-01-13T00:00:00Z",
        "2030-01-16T00:00:00Z",
    )
    scheduler.move(at(13))
    assert scheduler.states(season_id) == ["closed", "scheduled"]
    assert scheduler.season(season_id)["current_round"] == 1


def test_a_withdrawn_player_keeps_the_place_but_earns_no_bye(scheduler: Scheduler) -> None:
    season_id = scheduler.running(3)
    byes = [entry["bye"] for entry in scheduler.rounds(season_id)]
    number = next(n for n in range(1, 4) if player(n).account_id == byes[2])
    scheduler.withdraw(season_id, number)
    scheduler.move(at(16))
    assert [event.bye for event in scheduler.emitted(RoundClosed)] == [byes[0], byes[1], None]
    assert scheduler.rounds(season_id)[2]["bye"] == byes[2]


def test_a_bye_of_the_open_round_counts_for_a_disqualified_player(scheduler: Scheduler) -> None:
    season_id = scheduler.running(5)
    scheduler.move(at(10, hours=1))
    bye = scheduler.rounds(season_id)[0]["bye"]
    scheduler.disqualify(season_id, next(n for n in range(1, 6) if player(n).account_id == bye))
    scheduler.move(at(12))
    (closed,) = scheduler.emitted(RoundClosed)
    assert (closed.bye, closed.departures) == (bye, 1)


def test_when_all_but_one_leave_the_season_finishes_with_the_open_round(
    scheduler: Scheduler,
) -> None:
    season_id = scheduler.running(4)
    scheduler.move(at(10))
    for number in (1, 2, 3):
        scheduler.withdraw(season_id, number)
    assert scheduler.season(season_id)["state"] == "running"
    scheduler.move(at(12))
    shown = scheduler.season(season_id)
    assert (shown["state"], shown["current_round"]) == ("finished", 1)
    assert scheduler.states(season_id) == ["closed"] + ["scheduled"] * 5
    assert [event.last_round for event in scheduler.emitted(SeasonFinished)] == [1]
    scheduler.move(at(40))
    scheduler.publish_closed()
    assert scheduler.states(season_id) == ["closed"] + ["scheduled"] * 5
    assert len(scheduler.emitted(RoundClosed)) == len(scheduler.emitted(SeasonFinished)) == 1


def test_when_all_leave_between_two_rounds_the_next_one_is_still_played(
    scheduler: Scheduler,
) -> None:
    season_id = scheduler.running(4, cadence={"kind": "calendar", "rest_days": 2})
    scheduler.move(at(13))
    for number in (1, 2, 3, 4):
        scheduler.withdraw(season_id, number)
    scheduler.move(at(14))
    assert scheduler.season(season_id)["state"] == "running"
    assert scheduler.states(season_id)[:3] == ["closed", "preparing", "scheduled"]
    scheduler.move(at(16))
    assert scheduler.season(season_id)["state"] == "finished"


def test_cancelling_publishes_the_open_round_and_nothing_later_begins(
    scheduler: Scheduler,
) -> None:
    season_id = scheduler.running(4)
    scheduler.move(at(13))
    shown = scheduler.act(season_id, "cancel", reason="the hall is flooded")
    assert (shown["state"], shown["current_round"]) == ("cancelled", 2)
    assert shown["cancel_reason"] == "the hall is flooded"
    assert scheduler.states(season_id) == ["closed", "closed"] + ["scheduled"] * 4
    (told,) = scheduler.emitted(SeasonCancelled)
    assert (told.reason, told.last_round) == ("the hall is flooded", 1)
    scheduler.move(at(40))
    assert len(scheduler.emitted(RoundClosed)) == 1


def test_cancelling_between_rounds_leaves_the_next_one_scheduled(scheduler: Scheduler) -> None:
    season_id = scheduler.running(4, cadence={"kind": "calendar", "rest_days": 2})
    scheduler.move(at(13))
    assert scheduler.act(season_id, "cancel", reason="rain")["current_round"] == 1
    assert scheduler.states(season_id) == ["closed"] + ["scheduled"] * 5


def test_a_deadline_that_has_passed_is_met_before_a_cancelling(scheduler: Scheduler) -> None:
    season_id = scheduler.running(4)
    scheduler.move(at(11))
    scheduler.clock.move(at(12))
    scheduler.act(season_id, "cancel", reason="rain")
    assert scheduler.names_of_news()[-2:] == ["RoundClosed", "SeasonCancelled"]
    assert scheduler.emitted(SeasonCancelled)[0].last_round == 1
    assert scheduler.states(season_id)[:2] == ["closed", "closed"]


def test_after_a_downtime_the_timers_catch_up_in_order_of_the_deadlines(
    scheduler: Scheduler,
) -> None:
    early = scheduler.running(2)
    late = scheduler.create(
        starts_on="2030-01-12", registration_closes_at=(at(11) - timedelta(hours=1)).isoformat()
    )
    scheduler.register(late, 7, 8)
    scheduler.news()
    scheduler.leap(at(60))
    happened = [
        (event.type, event.season_id, getattr(event, "round", None)) for event in scheduler.news()
    ]
    assert happened == [
        ("RegistrationClosed", late, None),
        ("RoundPaired", late, 1),
        ("RoundPaired", late, 2),
        ("SolvingOpened", early, 1),
        ("RoundClosed", early, 1),
        ("SolvingOpened", late, 1),
        ("SolvingOpened", early, 2),
        ("RoundClosed", late, 1),
        ("RoundClosed", early, 2),
        ("SolvingOpened", late, 2),
        ("RoundClosed", late, 2),
    ]


def test_a_large_calendar_is_drawn_in_several_transactions(
    scheduler: Scheduler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(robin, "MOST_MATCHES", 12)
    season_id = scheduler.create()
    scheduler.register(season_id, *range(1, 10))
    closed = scheduler.act(season_id, "close-registration")
    assert closed["rounds"] == 18
    assert len(scheduler.emitted(RoundPaired)) == 3
    first = scheduler.rounds(season_id)
    assert [entry["bye"] is not None for entry in first] == [True] * 3 + [False] * 15
    scheduler.work()
    paired = scheduler.emitted(RoundPaired)
    assert [event.round for event in paired] == list(range(1, 19))
    met = Counter(
        frozenset((match.first, match.second)) for event in paired for match in event.matches
    )
    assert len(met) == 36
    assert set(met.values()) == {2}
    scheduler.move(at(60))
    scheduler.publish_closed()
    assert scheduler.season(season_id)["state"] == "finished"


def test_nobody_sits_at_two_matches_of_a_round(scheduler: Scheduler) -> None:
    season_id = scheduler.running(4)
    event = scheduler.emitted(RoundPaired)[0]
    one, other = event.matches
    again = [Drawn("m" * 36, one.first, other.second)]
    with pytest.raises(IntegrityError), scheduler.runtime.writing() as uow:
        matches.add(uow, season_id, 1, again, None)
    with pytest.raises(IntegrityError), scheduler.runtime.writing() as uow:
        matches.add(uow, season_id, 1, [], one.first)


def test_a_season_that_fails_does_not_keep_the_others_waiting(
    scheduler: Scheduler, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = scheduler.create(), scheduler.create()
    for season_id in (broken, sound):
        scheduler.register(season_id, 1, 2)
    draw_some = robin.draw_some

    def fails(uow, stored):  # type: ignore[no-untyped-def]
        if stored.id == broken:
            raise RuntimeError("no such luck")
        draw_some(uow, stored)

    monkeypatch.setattr(robin, "draw_some", fails)
    scheduler.move(at(9))
    assert scheduler.season(sound)["state"] == "running"
    assert scheduler.season(broken)["state"] == "registration"
    assert {event.season_id for event in scheduler.emitted(RegistrationClosed)} == {sound}
    monkeypatch.setattr(robin, "draw_some", draw_some)
    scheduler.move(at(9, minutes=1))
    assert scheduler.season(broken)["state"] == "running"
