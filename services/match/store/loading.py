"""Loading duels: their players, their season's state, and, where asked for, every move."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import Row, Select, and_, func, literal, null, select, union_all
from sqlalchemy.orm import aliased

from services.match.domain.duel import Bar as Kind
from services.match.domain.duel import Duel
from services.match.domain.result import Result as DomainResult
from services.match.domain.settings import PointValues
from services.match.store import rows
from services.match.tables import Attempt, Bar, Clue, Match, Result, Round, Season, Side
from shared.unit_of_work import UnitOfWork

Moves = dict[tuple[str, str], rows.SideMoves]
Sides = Sequence[Row[Any]]
"""A duel's two rows."""
WantsMoves = Callable[[Sides], bool]


@dataclass(frozen=True, slots=True)
class StoredDuel:
    """A duel with what the service keeps beside it."""

    duel: Duel
    values: PointValues
    result: DomainResult | None
    pairing: rows.Pairing | None


def load(
    uow: UnitOfWork, ids: Sequence[str], wants: WantsMoves, *, as_closed: bool = False
) -> list[StoredDuel]:
    """The duels with these ids, in this order; attempts and clues of those that `wants` picks.

    `as_closed` loads them as they stood when their round closed: without disqualifications
    that came later.
    """
    heads = uow.connection.execute(_heads(ids)).all() if ids else []
    sides_of = {id: list(sides) for id, sides in groupby(heads, key=lambda head: head.id)}
    moves = _load_moves(uow, [id for id, sides in sides_of.items() if wants(sides)])
    return [_build(sides_of[id], moves, as_closed) for id in ids if id in sides_of]


def with_moves(_sides: Sides) -> bool:
    """For whoever decides about a duel."""
    return True


def without_moves(_sides: Sides) -> bool:
    """For whoever lists duels."""
    return False


def moves_for(account_id: str | None) -> WantsMoves:
    """For whoever looks at duels: moves of those that have ended, and of the viewer's own."""

    def wants(sides: Sides) -> bool:
        return sides[0].ended_at is not None or account_id in {side.account_id for side in sides}

    return wants


def _build(sides: Sides, moves: Moves, as_closed: bool) -> StoredDuel:
    first, second = sides
    none = rows.SideMoves()
    players = [
        rows.player(side, moves.get((side.id, side.side), none), as_closed=as_closed)
        for side in (first, second)
    ]
    return StoredDuel(
        rows.duel(first, *players),
        rows.point_values(first),
        rows.result(first),
        rows.pairing(first),
    )


def _heads(ids: Iterable[str]) -> Select[Any]:
    """Two rows a duel, the first side's first."""
    result = aliased(Result, name="result")
    return (
        select(
            *(column for column in Match.__table__.c),
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
            result,
            and_(result.match_id == Match.id, result.revision == Match.result_revision),
        )
        .where(Match.id.in_(list(ids)))
        .order_by(Match.id, Side.side)
    )


def _earliest(column: Any, kind: Kind) -> Any:
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


def _load_moves(uow: UnitOfWork, ids: Sequence[str]) -> Moves:
    if not ids:
        return {}
    moves: Moves = {}
    for row in uow.connection.execute(_moves(ids)):
        moves.setdefault((row.match_id, row.side), rows.SideMoves()).add(row)
    return moves


def _moves(ids: Sequence[str]) -> Any:
    """Attempts and clues in one statement: a move waits for every round trip."""
    attempts = select(
        literal(True).label("is_attempt"),
        Attempt.match_id,
        Attempt.side,
        Attempt.number,
        Attempt.guess.label("text"),
        Attempt.exact.label("place"),
        Attempt.partial,
        Attempt.at,
    ).where(Attempt.match_id.in_(ids))
    clues = select(
        literal(False),
        Clue.match_id,
        Clue.side,
        Clue.number,
        Clue.symbol,
        Clue.position,
        null(),
        Clue.at,
    ).where(Clue.match_id.in_(ids))
    return union_all(attempts, clues).order_by("match_id", "side", "number")
