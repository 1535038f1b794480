"""The two statements that load duels, built once: of many duels, by `ids`, and of one, by `id`."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    bindparam,
    func,
    literal,
    null,
    select,
    union_all,
)
from sqlalchemy.orm import InstrumentedAttribute, aliased

from services.match.domain.duel import Bar as Kind
from services.match.store import rows
from services.match.tables import Attempt, Bar, Clue, Match, Result, Round, Season, Side
from shared.many import among
from shared.prepared import Prepared


def _heads(which: ColumnElement[bool]) -> Select[Any]:
    """Two rows a duel, the first side's first: all of it but its moves."""
    result = aliased(Result, name="result")
    return (
        select(
            *Match.__table__.c,
            *(Round.__table__.c[name] for name in rows.ROUND_COLUMNS),
            *(Season.__table__.c[name] for name in rows.SEASON_COLUMNS),
            *(Side.__table__.c[name] for name in rows.SIDE_COLUMNS),
            *(getattr(result, name) for name in rows.RESULT_COLUMNS),
            _earliest(Bar.from_round, Kind.WITHDRAWN).label("withdrawn_from"),
            _earliest(Bar.departure, Kind.DISQUALIFIED).label("disqualification"),
        )
        .join(Round, and_(Round.season_id == Match.season_id, Round.number == Match.round))
        .join(Season, Season.id == Match.season_id)
        .join(Side, Side.match_id == Match.id)
        .outerjoin(
            result, and_(result.match_id == Match.id, result.revision == Match.result_revision)
        )
        .where(which)
        .order_by(Match.id, Side.side)
    )


def _earliest(column: InstrumentedAttribute[int], kind: Kind) -> ColumnElement[int | None]:
    return (
        select(func.min(column))
        .where(
            Bar.season_id == Side.season_id,
            Bar.account_id == Side.account_id,
            Bar.kind == kind.value,
        )
        .correlate(Side)
        .scalar_subquery()
    )


def _moves(of: Callable[[Any], ColumnElement[bool]]) -> Any:
    """Attempts and clues in one statement, for a player waits for every round trip."""
    attempts = select(
        literal(True).label("is_attempt"),
        Attempt.match_id,
        Attempt.side,
        Attempt.number,
        Attempt.guess.label("text"),
        Attempt.exact.label("place"),
        Attempt.partial,
        Attempt.at,
    ).where(of(Attempt.match_id))
    clues = select(
        literal(False),
        Clue.match_id,
        Clue.side,
        Clue.number,
        Clue.symbol,
        Clue.position,
        null(),
        Clue.at,
    ).where(of(Clue.match_id))
    return union_all(attempts, clues).order_by("match_id", "side", "number")


def _of_many(column: Any) -> ColumnElement[bool]:
    return among(column, "ids")


def _of_one(column: Any) -> ColumnElement[bool]:
    is_it: ColumnElement[bool] = column == bindparam("id")
    return is_it


# Planning takes several times as long as reading a duel, and however many there are to read, there
# is one way to it.
HEADS = Prepared(_heads(_of_many(Match.id)), planned_once=True)
MOVES = Prepared(_moves(_of_many))
HEADS_OF_ONE, MOVES_OF_ONE = Prepared(_heads(_of_one(Match.id))), Prepared(_moves(_of_one))
