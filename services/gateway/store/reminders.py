"""Whom to remind of what: the rounds and matches that are on, and the reminders themselves."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from services.gateway.domain.reminding import DONE, Times
from services.gateway.store.rows import add_if_missing
from services.gateway.tables.accounts import AccountRow
from services.gateway.tables.reminders import (
    MailWishRow,
    PlayedMatchRow,
    PlayedRoundRow,
    ReminderRow,
)
from shared.events.catalogue import PairedMatch, RoundTimes
from shared.inserting import insert_new
from shared.unit_of_work import UnitOfWork


def round_of(uow: UnitOfWork, season_id: str, number: int) -> PlayedRoundRow:
    """The round's row, made if need be; the season's lock is held."""
    add_if_missing(
        uow,
        PlayedRoundRow,
        season_id=season_id,
        round=number,
        times_revision=-1,
        step=0,
        reached="",
    )
    return uow.session.get_one(PlayedRoundRow, (season_id, number), populate_existing=True)


def times_of(row: PlayedRoundRow) -> Times:
    return Times(row.preparing_from, row.solving_from, row.closes_at)


def keep_times(row: PlayedRoundRow, times: RoundTimes, revision: int) -> None:
    """Take a round's times over unless newer ones are known."""
    if revision > row.times_revision:
        row.preparing_from, row.solving_from = times.preparing_from, times.solving_from
        row.closes_at, row.times_revision = times.closes_at, revision


def keep_matches(
    uow: UnitOfWork, season_id: str, number: int, matches: Sequence[PairedMatch]
) -> None:
    rows = [
        {
            "match_id": match.match_id,
            "season_id": season_id,
            "round": number,
            "first": match.first,
            "second": match.second,
            "over": False,
        }
        for match in matches
    ]
    insert_new(uow.connection, PlayedMatchRow, rows, ["match_id"])


def end_matches(uow: UnitOfWork, match_ids: Sequence[str]) -> None:
    uow.session.execute(
        update(PlayedMatchRow).where(PlayedMatchRow.match_id.in_(match_ids)).values(over=True)
    )


def end_rounds(uow: UnitOfWork, season_id: str, number: int | None = None) -> None:
    """Nobody is reminded any more: of one round, or of the whole season."""
    rounds = [PlayedRoundRow.season_id == season_id]
    matches = [PlayedMatchRow.season_id == season_id]
    if number is not None:
        rounds.append(PlayedRoundRow.round == number)
        matches.append(PlayedMatchRow.round == number)
    uow.session.execute(update(PlayedRoundRow).where(*rounds).values(step=DONE, due_at=None))
    uow.session.execute(delete(PlayedMatchRow).where(*matches))


def next_due(uow: UnitOfWork) -> datetime | None:
    return uow.session.scalar(select(func.min(PlayedRoundRow.due_at)))


def first_due(uow: UnitOfWork, now: datetime) -> tuple[str, int] | None:
    """Season and number of the round that has waited longest for its reminders."""
    found = uow.session.execute(
        select(PlayedRoundRow.season_id, PlayedRoundRow.round)
        .where(PlayedRoundRow.due_at <= now)
        .order_by(PlayedRoundRow.due_at, PlayedRoundRow.season_id)
        .limit(1)
    ).one_or_none()
    return (found.season_id, found.round) if found else None


def some_matches(uow: UnitOfWork, row: PlayedRoundRow, most: int) -> Sequence[PlayedMatchRow]:
    """Matches of the round behind the one that was reached, those that are over as well."""
    asked = select(PlayedMatchRow).where(
        PlayedMatchRow.season_id == row.season_id,
        PlayedMatchRow.round == row.round,
        PlayedMatchRow.match_id > row.reached,
    )
    return uow.session.scalars(asked.order_by(PlayedMatchRow.match_id).limit(most)).all()


def who_wants(uow: UnitOfWork, account_ids: Sequence[str]) -> set[str]:
    """Those with a verified address who have not switched reminders off."""
    asked = (
        select(AccountRow.id)
        .outerjoin(MailWishRow, MailWishRow.account_id == AccountRow.id)
        .where(
            AccountRow.id.in_(account_ids),
            AccountRow.email_verified,
            AccountRow.suspended.is_(False),
            or_(MailWishRow.reminders.is_(None), MailWishRow.reminders),
        )
    )
    return set(uow.session.scalars(asked))


def add(uow: UnitOfWork, rows: Sequence[dict[str, Any]]) -> None:
    """Enter reminders; one that was entered before, by whomever, stays as it is."""
    if rows:
        dialect: Any = sqlite if uow.connection.dialect.name == "sqlite" else postgresql
        statement = dialect.insert(ReminderRow).on_conflict_do_nothing()
        uow.connection.execute(statement, list(rows))


def waiting(uow: UnitOfWork, now: datetime, most: int) -> Sequence[ReminderRow]:
    asked = select(ReminderRow).where(ReminderRow.try_after <= now)
    return uow.session.scalars(asked.order_by(ReminderRow.try_after).limit(most)).all()


def claim(uow: UnitOfWork, row: ReminderRow, now: datetime, try_after: datetime | None) -> bool:
    """Put the next attempt off (None: no other) to make this one; False if another was faster."""
    claimed = uow.session.execute(
        update(ReminderRow)
        .where(*_same(row), ReminderRow.try_after <= now)
        .values(try_after=try_after, attempts=ReminderRow.attempts + 1)
        .returning(ReminderRow.account_id)
    )
    return claimed.one_or_none() is not None


def settle(uow: UnitOfWork, row: ReminderRow) -> None:
    """It was sent, or nobody needs it: never again."""
    uow.session.execute(update(ReminderRow).where(*_same(row)).values(try_after=None))


def forget(uow: UnitOfWork, account_id: str) -> None:
    uow.session.execute(delete(ReminderRow).where(ReminderRow.account_id == account_id))


def _same(row: ReminderRow) -> tuple[Any, ...]:
    return (
        ReminderRow.account_id == row.account_id,
        ReminderRow.kind == row.kind,
        ReminderRow.about == row.about,
    )
