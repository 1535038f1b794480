"""A Swiss, drawn round by round from the tables that the standings publish."""

import random
from datetime import timedelta
from typing import Any

import pytest

from services.scheduler.store import participants, rounds, seasons
from services.scheduler.usecases import swiss
from shared.events.catalogue import (
    AccountDeleted,
    RoundClosed,
    RoundPaired,
    SeasonFinished,
    SolvingOpened,
)
from tests.service.scheduler.harness import Scheduler, at, player, written


def paired(scheduler: Scheduler, number: int) -> RoundPaired:
    (event,) = [event for event in scheduler.emitted(RoundPaired) if event.round == number]
    return event


def seated(event: RoundPaired) -> list[str]:
    """Everyone in a round, the one with the bye last."""
    inside = [account for match in event.matches for account in (match.first, match.second)]
    return inside + ([event.bye] if event.bye else [])


def test_round_one_waits_for_the_table_before_it(scheduler: Scheduler) -> None:
    season_id = scheduler.create(format="swiss")
    scheduler.register(season_id, 1, 2, 3, 4)
    scheduler.move(at(9))
    assert scheduler.emitted(RoundPaired) == []
    shown = scheduler.rounds(season_id)
    assert [(r["number"], r["leg"], r["state"], r["bye"]) for r in shown] == [
        (1, None, "scheduled", None),
        (2, None, "scheduled", None),
    ]
    assert shown[1]["preparing_from"] == "2030-01-13T00:00:00Z"
    scheduler.publish(season_id, 0)
    event = paired(scheduler, 1)
    assert len(seated(event)) == 4
    assert (event.leg, event.optimal, event.times.preparing_from) == (None, "proven", at(10))
    assert [m.met_before for m in event.matches] == [0, 0]
    assert scheduler.rounds(season_id)[0]["optimal"] == "proven"


def test_whole_seasons_of_many_sizes(scheduler: Scheduler) -> None:
    for players in (2, 3, 5, 8):
        season_id = _season_from_now(scheduler, players)
        total = scheduler.season(season_id)["rounds"]
        points = dict.fromkeys((player(n).account_id for n in range(1, players + 1)), 0)
        for number in range(1, total + 1):
            (event,) = [
                e
                for e in scheduler.emitted(RoundPaired)
                if e.season_id == season_id and e.round == number
            ]
            assert sorted(seated(event)) == sorted(points)
            for account in (*(match.first for match in event.matches), event.bye):
                if account:
                    points[account] += 3
            scheduler.move(event.times.closes_at)
            scheduler.publish(season_id, number, points)
        assert scheduler.season(season_id)["state"] == "finished"


def _season_from_now(scheduler: Scheduler, players: int) -> str:
    now = scheduler.clock.now()
    season_id = scheduler.create(
        format="swiss",
        registration_opens_at=written(now),
        registration_closes_at=written(now + timedelta(days=1)),
        starts_on=str((now + timedelta(days=2)).date()),
    )
    scheduler.register(season_id, *range(1, players + 1))
    scheduler.act(season_id, "close-registration")
    scheduler.publish(season_id, 0)
    return season_id


def test_winners_meet_winners_and_nobody_twice(scheduler: Scheduler) -> None:
    season_id = scheduler.running(8, format="swiss", swiss_rounds=3)
    points: dict[str, int] = {}
    for number in (1, 2, 3):
        event = paired(scheduler, number)
        for match in event.matches:
            points[match.first] = points.get(match.first, 0) + 3
            points.setdefault(match.second, 0)
        scheduler.move(at(10 + 2 * number))
        scheduler.publish(season_id, number, points)
    second = paired(scheduler, 2)
    assert [match.points_difference for match in second.matches] == [0, 0, 0, 0]
    assert {match.met_before for match in paired(scheduler, 3).matches} == {0}


def test_who_was_first_named_less_often_is_first(scheduler: Scheduler) -> None:
    season_id = scheduler.running(4, format="swiss")
    first_named = {match.first for match in paired(scheduler, 1).matches}
    scheduler.move(at(12))
    # All in one group: those who met may not meet again, the ranks decide the rest.
    scheduler.publish(season_id, 1)
    for match in paired(scheduler, 2).matches:
        if match.second not in first_named:
            assert match.first not in first_named


def test_the_bye_goes_round(scheduler: Scheduler) -> None:
    season_id = scheduler.running(3, format="swiss", swiss_rounds=3)
    for number in (1, 2, 3):
        scheduler.move(at(10 + 2 * number))
        scheduler.publish(season_id, number)
    byes = [event.bye for event in scheduler.emitted(RoundClosed)]
    assert len(set(byes)) == 3


def test_a_withdrawn_player_plays_the_round_that_is_drawn_and_no_other(
    scheduler: Scheduler,
) -> None:
    season_id = scheduler.running(5, format="swiss")
    scheduler.move(at(10))
    scheduler.withdraw(season_id, 3)
    assert player(3).account_id in seated(paired(scheduler, 1))
    scheduler.move(at(12))
    scheduler.publish(season_id, 1)
    event = paired(scheduler, 2)
    assert player(3).account_id not in seated(event)
    assert (len(event.matches), event.bye) == (2, None)


def test_leaving_between_the_close_and_the_draw_takes_effect_at_once(scheduler: Scheduler) -> None:
    season_id = scheduler.running(5, format="swiss")
    scheduler.move(at(12))
    scheduler.withdraw(season_id, 3)
    scheduler.publish(season_id, 1)
    assert player(3).account_id not in seated(paired(scheduler, 2))


def test_leaving_while_a_round_is_being_drawn_has_it_drawn_again(
    scheduler: Scheduler, monkeypatch: pytest.MonkeyPatch
) -> None:
    season_id = scheduler.running(6, format="swiss")
    scheduler.move(at(12))
    pair_swiss, asked = swiss.pair_swiss, []

    def slowly(entrants: Any) -> Any:
        asked.append(len(entrants))
        if len(asked) == 1:
            scheduler.withdraw(season_id, 3)
        return pair_swiss(entrants)

    monkeypatch.setattr(swiss, "pair_swiss", slowly)
    scheduler.publish(season_id, 1)
    assert asked == [6, 5]
    event = paired(scheduler, 2)
    assert len(event.matches) == 2
    assert player(3).account_id not in seated(event)


def test_a_season_cancelled_while_a_round_is_being_drawn_gets_none(
    scheduler: Scheduler, monkeypatch: pytest.MonkeyPatch
) -> None:
    season_id = scheduler.running(4, format="swiss")
    scheduler.move(at(12))
    pair_swiss = swiss.pair_swiss

    def slowly(entrants: Any) -> Any:
        scheduler.act(season_id, "cancel", reason="rain")
        return pair_swiss(entrants)

    monkeypatch.setattr(swiss, "pair_swiss", slowly)
    scheduler.publish(season_id, 1)
    assert [event.round for event in scheduler.emitted(RoundPaired)] == [1]
    assert scheduler.states(season_id) == ["closed", "scheduled"]


def test_a_round_that_two_draw_at_once_is_drawn_once(
    scheduler: Scheduler, monkeypatch: pytest.MonkeyPatch
) -> None:
    season_id = scheduler.running(4, format="swiss")
    scheduler.move(at(12))
    pair_swiss, depth = swiss.pair_swiss, []

    def meanwhile(entrants: Any) -> Any:
        depth.append(len(depth))
        if len(depth) == 1:
            with scheduler.runtime.writing() as other:
                swiss.draw(other, season_id)
        return pair_swiss(entrants)

    monkeypatch.setattr(swiss, "pair_swiss", meanwhile)
    scheduler.publish(season_id, 1)
    assert depth == [0, 1]
    assert len(seated(paired(scheduler, 2))) == 4
    with scheduler.runtime.reading() as uow:
        assert seasons.first_to_draw(uow) is None


def test_everyone_leaving_before_the_first_round_finishes_the_season(scheduler: Scheduler) -> None:
    season_id = scheduler.create(format="swiss")
    scheduler.register(season_id, 1, 2, 3)
    scheduler.move(at(9))
    for number in (1, 2, 3):
        if scheduler.season(season_id)["state"] == "running":
            scheduler.withdraw(season_id, number)
    shown = scheduler.season(season_id)
    assert (shown["state"], shown["current_round"]) == ("finished", None)
    scheduler.publish(season_id, 0)
    scheduler.move(at(30))
    assert scheduler.emitted(RoundPaired) == []
    assert [event.last_round for event in scheduler.emitted(SeasonFinished)] == [0]


def test_in_an_odd_field_one_leaves_and_there_is_no_bye(scheduler: Scheduler) -> None:
    season_id = scheduler.running(7, format="swiss")
    assert paired(scheduler, 1).bye
    scheduler.move(at(10))
    scheduler.disqualify(season_id, 1)
    scheduler.move(at(12))
    scheduler.publish(season_id, 1)
    assert paired(scheduler, 2).bye is None


def test_all_leave_and_the_season_closes_with_the_open_round(scheduler: Scheduler) -> None:
    season_id = scheduler.running(4, format="swiss")
    scheduler.move(at(11))
    for number in (1, 2, 3, 4):
        scheduler.withdraw(season_id, number)
    scheduler.move(at(12))
    assert scheduler.season(season_id)["state"] == "finished"
    scheduler.publish(season_id, 1)
    assert [event.round for event in scheduler.emitted(RoundPaired)] == [1]


def test_a_deleted_account_is_withdrawn_from_what_runs_and_stays_in_what_is_over(
    scheduler: Scheduler,
) -> None:
    over = scheduler.running(2)
    scheduler.move(at(14))
    scheduler.publish_closed()
    running = _season_from_now(scheduler, 4)
    scheduler.tell(AccountDeleted(account_id=str(player(1).account_id), revision=9))
    assert [e.type for e in scheduler.emitted()][-1] == "ParticipantWithdrawn"
    statuses = {
        season: {
            entry["account_id"]: (entry["status"], entry["display_name"])
            for entry in scheduler.items(f"/api/v1/seasons/{season}/participants")
        }[player(1).account_id]
        for season in (over, running)
    }
    assert statuses == {
        over: ("active", "deleted player"),
        running: ("withdrawn", "deleted player"),
    }


def test_only_the_first_revision_of_a_table_draws_a_round(scheduler: Scheduler) -> None:
    season_id = scheduler.running(4, format="swiss")
    scheduler.move(at(12))
    corrected = {str(player(n).account_id): 9 for n in (3, 4)}
    scheduler.tell(*scheduler.table(season_id, 1, corrected, revision=2))
    scheduler.work()
    assert [event.round for event in scheduler.emitted(RoundPaired)] == [1]
    scheduler.publish(season_id, 1)
    scheduler.tell(*scheduler.table(season_id, 1, corrected, revision=3))
    scheduler.work()
    assert [event.round for event in scheduler.emitted(RoundPaired)] == [1, 2]


@pytest.mark.parametrize("seed", range(4))
def test_pages_of_a_table_come_in_any_order_and_twice(scheduler: Scheduler, seed: int) -> None:
    season_id = scheduler.create(format="swiss", swiss_rounds=1)
    with scheduler.runtime.writing() as uow:
        for number in range(1, 1302):
            participants.register(uow, season_id, str(player(number).account_id), at(1))
    scheduler.move(at(9))
    pages = scheduler.table(season_id, 0)
    assert len(pages) == 3
    rng = random.Random(seed)
    shuffled = rng.sample(pages, 3)
    for page in (shuffled[0], shuffled[1], shuffled[0], shuffled[1]):
        scheduler.tell(page)
    scheduler.work()
    assert scheduler.emitted(RoundPaired) == []
    scheduler.tell(shuffled[2], *shuffled)
    scheduler.work()
    events = scheduler.emitted(RoundPaired)
    assert [(event.page, event.pages, len(event.matches)) for event in events] == [
        (1, 2, 500),
        (2, 2, 150),
    ]
    assert {event.matches_in_round for event in events} == {650}
    lot = [entry.account_id for entry in scheduler.lot(season_id)]
    assert {event.bye for event in events} == {lot[-1]}


def test_a_table_of_a_season_not_known_here_is_kept_and_changes_nothing(
    scheduler: Scheduler,
) -> None:
    season_id = scheduler.running(2)
    events = scheduler.table(season_id, 0)
    elsewhere = [type(event)(**{**vars(event), "season_id": "x"}) for event in events]
    scheduler.tell(*elsewhere)
    assert scheduler.season(season_id)["state"] == "running"


def test_a_round_drawn_after_its_start_begins_when_it_is_drawn(scheduler: Scheduler) -> None:
    season_id = scheduler.running(4, format="swiss")
    scheduler.move(at(12, hours=5))
    assert scheduler.states(season_id) == ["closed", "scheduled"]
    assert scheduler.season(season_id)["current_round"] == 1
    scheduler.publish(season_id, 1)
    assert scheduler.states(season_id) == ["closed", "preparing"]
    scheduler.move(at(13))
    assert [event.round for event in scheduler.emitted(SolvingOpened)] == [1, 2]


def test_the_field_that_was_drawn_leaves_its_digest(scheduler: Scheduler) -> None:
    season_id = scheduler.running(4, format="swiss")
    with scheduler.runtime.reading() as uow:
        row = rounds.one(uow, season_id, 1)
        assert row.digest is not None
        assert len(row.digest) == 64
