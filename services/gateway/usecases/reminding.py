"""Who is reminded of what: from rounds that are paired to reminders that wait to be sent.

Whether somebody still has to do something is nobody's business until it is asked for, in their own
name, when the reminder is sent (`reminder_mailer`).
"""

from collections.abc import Iterable, Sequence
from datetime import datetime

from services.gateway.domain.reminding import DONE, LADDER_ENDING, STEPS, next_due, until
from services.gateway.store import live_seasons, reminders
from services.gateway.tables.reminders import PlayedRoundRow
from shared.clock import real_now
from shared.events.catalogue import (
    MatchResult,
    RoundClosed,
    RoundPaired,
    SeasonCancelled,
    SeasonChanged,
    SeasonFinished,
)
from shared.unit_of_work import UnitOfWork

BATCH = 200


def take_pairing(uow: UnitOfWork, event: RoundPaired) -> None:
    season = live_seasons.lock(uow, event.season_id)
    row = reminders.round_of(uow, event.season_id, event.round)
    if season.over or row.step == DONE:
        return
    reminders.keep_matches(uow, event.season_id, event.round, event.matches)
    reminders.keep_times(row, event.times, event.times_revision)
    _plan(uow, row, row.step)


def take_times(uow: UnitOfWork, event: SeasonChanged) -> None:
    live_seasons.lock(uow, event.season_id)
    for times in event.rounds:
        row = reminders.round_of(uow, event.season_id, times.round)
        reminders.keep_times(row, times, event.revision)
        _plan(uow, row, row.step)


def close_round(uow: UnitOfWork, event: RoundClosed) -> None:
    live_seasons.lock(uow, event.season_id)
    reminders.round_of(uow, event.season_id, event.round)
    reminders.end_rounds(uow, event.season_id, event.round)


def end_matches(uow: UnitOfWork, events: Sequence[MatchResult]) -> None:
    reminders.end_matches(uow, [event.match_id for event in events])


def end_season(uow: UnitOfWork, event: SeasonCancelled | SeasonFinished) -> None:
    live_seasons.lock(uow, event.season_id)
    reminders.end_rounds(uow, event.season_id)


def remind_due(uow: UnitOfWork) -> None:
    """Enter one batch of the reminders of the round that has waited longest."""
    found = reminders.first_due(uow, uow.now())
    if found is None:
        return
    live_seasons.lock(uow, found[0])
    row, now = reminders.round_of(uow, *found), uow.now()
    if row.due_at is None or row.due_at > now:
        return
    ends = until(row.step, reminders.times_of(row))
    matches = reminders.some_matches(uow, row, BATCH) if ends and now < ends else []
    if ends and matches:
        on = [match for match in matches if not match.over]
        for match in on:
            _enter(uow, (match.first, match.second), STEPS[row.step], match.match_id, ends)
    if len(matches) == BATCH:
        row.reached = matches[-1].match_id
    else:
        row.reached = ""
        _plan(uow, row, row.step + 1)


def remind_of_ladder(
    uow: UnitOfWork, account_ids: Sequence[str], season_id: str, ends_at: datetime
) -> None:
    """Enter the reminders that a ladder season is about to end."""
    _enter(uow, account_ids, LADDER_ENDING, season_id, ends_at)


def _enter(
    uow: UnitOfWork, account_ids: Sequence[str], kind: str, about: str, ends: datetime
) -> None:
    rows = (
        {
            "account_id": account_id,
            "kind": kind,
            "about": about,
            "until": ends,
            "attempts": 0,
            "try_after": real_now(),
            "made_at": real_now(),
        }
        for account_id in _sorted(reminders.who_wants(uow, account_ids))
    )
    reminders.add(uow, list(rows))


def _sorted(account_ids: Iterable[str]) -> list[str]:
    """One order for all, so that two workers never wait for each other crosswise."""
    return sorted(account_ids)


def _plan(uow: UnitOfWork, row: PlayedRoundRow, step: int) -> None:
    row.step, row.due_at = next_due(step, reminders.times_of(row))
    uow.session.flush()
