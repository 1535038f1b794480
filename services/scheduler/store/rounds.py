"""Rounds: their times, and how far each has come."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import select, tuple_, update

from services.scheduler.domain.calendar import RoundDays, RoundTimes
from services.scheduler.store.inserting import insert_all
from services.scheduler.tables import RoundRow
from shared.unit_of_work import UnitOfWork


def add(
    uow: UnitOfWork, season_id: str, count: int, known: Sequence[RoundTimes], at: datetime
) -> None:
    """Enter all `count` rounds of a season; `known` are the times of the first of them."""
    rows: list[dict[str, Any]] = [
        {"season_id": season_id, "number": number, **_columns(None)}
        for number in range(1, count + 1)
    ]
    for times in known:
        rows[times.number - 1] |= {**_columns(times), "times_set_at": at}
    insert_all(uow, RoundRow, rows)


def find(uow: UnitOfWork, season_id: str, number: int) -> RoundRow | None:
    """The round as it is now, whatever this unit of work has seen of it before."""
    asked = select(RoundRow).where(RoundRow.season_id == season_id, RoundRow.number == number)
    return uow.session.scalars(asked.execution_options(populate_existing=True)).first()


def one(uow: UnitOfWork, season_id: str, number: int) -> RoundRow:
    """A round that is known to exist."""
    row = find(uow, season_id, number)
    assert row is not None
    return row


def some(
    uow: UnitOfWork, season_id: str, *, after: int = 0, most: int | None = None
) -> list[RoundRow]:
    """Rounds in order, those with a higher number than `after`."""
    asked = (
        select(RoundRow)
        .where(RoundRow.season_id == season_id, RoundRow.number > after)
        .order_by(RoundRow.number)
        .limit(most)
    )
    return list(uow.session.scalars(asked.execution_options(populate_existing=True)))


def announced(uow: UnitOfWork, season_id: str, *, after: int = 0) -> list[RoundRow]:
    """Those of `some` whose times are known."""
    asked = select(RoundRow).where(
        RoundRow.season_id == season_id,
        RoundRow.number > after,
        RoundRow.preparing_from.is_not(None),
    )
    fresh = asked.order_by(RoundRow.number).execution_options(populate_existing=True)
    return list(uow.session.scalars(fresh))


def next_drawn(uow: UnitOfWork, *, after: tuple[str, int]) -> RoundRow | None:
    """The first round that has been drawn behind the one `after`, by season and number."""
    key = (RoundRow.season_id, RoundRow.number)
    drawn = select(RoundRow).where(RoundRow.paired_at.is_not(None), tuple_(*key) > tuple_(*after))
    return uow.session.scalars(drawn.order_by(*key).limit(1)).first()


def numbered(uow: UnitOfWork, rounds: Iterable[tuple[str, int]]) -> dict[str, RoundRow]:
    """By season, one round each of several seasons."""
    wanted = dict(rounds)
    asked = select(RoundRow).where(
        RoundRow.season_id.in_(wanted), RoundRow.number.in_(set(wanted.values()))
    )
    found = uow.session.scalars(asked)
    return {row.season_id: row for row in found if row.number == wanted[row.season_id]}


def set_times(
    uow: UnitOfWork, season_id: str, moved: Iterable[RoundTimes], revision: int, at: datetime
) -> None:
    """Keep new times of rounds, which the season's `revision` brought at that instant."""
    brought = {"season_id": season_id, "times_revision": revision, "times_set_at": at}
    rows = [{**_columns(times), **brought, "number": times.number} for times in moved]
    if rows:
        uow.session.execute(update(RoundRow), rows)


def change(uow: UnitOfWork, season_id: str, number: int, **values: Any) -> None:
    uow.session.execute(
        update(RoundRow)
        .where(RoundRow.season_id == season_id, RoundRow.number == number)
        .values(**values)
    )


def times_of(row: RoundRow) -> RoundTimes | None:
    """The round's times; None before a timed one is announced."""
    if row.preparing_from is None or row.solving_from is None or row.closes_at is None:
        return None
    return RoundTimes(row.number, row.preparing_from, row.solving_from, row.closes_at, _days(row))


def _days(row: RoundRow) -> RoundDays | None:
    if row.prepares_on is None or row.solves_on is None or row.ends_on is None:
        return None
    return RoundDays(row.prepares_on, row.solves_on, row.ends_on)


def _columns(times: RoundTimes | None) -> dict[str, Any]:
    days = times.days if times else None
    return {
        "prepares_on": days.prepares_on if days else None,
        "solves_on": days.solves_on if days else None,
        "ends_on": days.ends_on if days else None,
        "preparing_from": times.preparing_from if times else None,
        "solving_from": times.solving_from if times else None,
        "closes_at": times.closes_at if times else None,
        "times_set_at": None,
    }
