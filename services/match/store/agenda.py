"""What falls due: codes to draw, rounds to settle, cancelled seasons to close."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, func, or_, select

from services.match.store import seasons
from services.match.tables import Bar, Round, Season
from shared.unit_of_work import UnitOfWork

GRACE = timedelta(minutes=5)
"""How long the drawing of codes waits for the scheduler to open solving, which may instead hold
the season because nobody could reach it."""


@dataclass(frozen=True)
class Due:
    """Work on a season, or on one of its rounds, that is due at an instant."""

    at: datetime
    season_id: str
    round: int | None = None


Find = Callable[[UnitOfWork], Due | None]


def claim(uow: UnitOfWork, find: Find) -> Due | None:
    """What is due now, its season locked; None if nothing is, or somebody was faster."""
    due = find(uow)
    if due is None:
        return None
    seasons.lock(uow, due.season_id)
    return due if due.at <= uow.now() and find(uow) == due else None


def next_to_draw(uow: UnitOfWork) -> Due | None:
    """The round whose missing codes are next to be drawn."""
    opened = _first_to_draw(uow, Round.solving_opened.is_(True), timedelta())
    unopened = _first_to_draw(uow, ~Round.solving_opened, GRACE)
    return min(filter(None, (opened, unopened)), key=lambda due: due.at, default=None)


def next_to_settle(uow: UnitOfWork) -> Due | None:
    """The closed round whose duels are next to be settled, never before its stored deadline.

    It waits for word of everyone who had left before it closed.
    """
    departures = (
        select(func.count())
        .select_from(Bar)
        .where(Bar.season_id == Round.season_id, Bar.departure <= Round.departures)
        .scalar_subquery()
    )
    row = uow.connection.execute(
        select(Round.closes_at, Round.season_id, Round.number)
        .join(Season, Season.id == Round.season_id)
        .where(
            Round.due,
            ~Round.settled,
            Round.closes_at.is_not(None),
            _still_played(),
            or_(Season.held_round.is_(None), Round.number < Season.held_round),
            departures >= Round.departures,
        )
        .order_by(Round.closes_at)
        .limit(1)
    ).first()
    return row and Due(row.closes_at, row.season_id, row.number)


def next_to_call_off(uow: UnitOfWork) -> Due | None:
    """The cancelled season whose open duels are next to be closed."""
    row = uow.connection.execute(
        select(Season.cancelled_at, Season.id)
        .where(Season.cancelled_at.is_not(None), ~Season.called_off)
        .order_by(Season.cancelled_at, Season.id)
        .limit(1)
    ).first()
    return row and Due(row.cancelled_at, row.id)


def _first_to_draw(uow: UnitOfWork, which: ColumnElement[bool], wait: timedelta) -> Due | None:
    row = uow.connection.execute(
        select(Round.solving_from, Round.season_id, Round.number)
        .join(Season, Season.id == Round.season_id)
        .where(
            ~Round.drawn,
            Round.solving_from.is_not(None),
            which,
            _still_played(),
            or_(
                Season.held_round.is_(None),
                Round.number < Season.held_round,
                (Round.number == Season.held_round) & (Season.held_phase == "solving"),
            ),
        )
        .order_by(Round.solving_from)
        .limit(1)
    ).first()
    return row and Due(row.solving_from + wait, row.season_id, row.number)


def _still_played() -> ColumnElement[bool]:
    """Not a round that its season ended before."""
    return or_(Season.last_round.is_(None), Round.number <= Season.last_round)
