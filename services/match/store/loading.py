"""Loading duels: their players, their season's state, and, where asked for, every move."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from services.match.domain.duel import Duel
from services.match.domain.live_ending import NO_POINTS
from services.match.domain.result import Result
from services.match.domain.settings import PointValues
from services.match.store import rows, rows_live
from services.match.store.statements import HEADS, HEADS_OF_ONE, MOVES, MOVES_OF_ONE
from services.match.store.statements_live import LIVE_HEADS
from shared.prepared import Asked, Rows
from shared.unit_of_work import UnitOfWork

Moves = dict[tuple[str, str], rows.SideMoves]
Sides = Sequence[Any]
"""A duel's two rows."""
WantsMoves = Callable[[Sides], bool]


@dataclass(frozen=True, slots=True)
class StoredDuel:
    """A duel with what the service keeps beside it."""

    duel: Duel
    values: PointValues
    result: Result | None
    pairing: rows.Pairing | None


def load(
    uow: UnitOfWork, ids: Sequence[str], wants: WantsMoves, *, as_closed: bool = False
) -> list[StoredDuel]:
    """The duels with these ids, in this order; attempts and clues of those that `wants` picks.

    `as_closed` loads them as they stood when their round closed: without disqualifications
    that came later.
    """
    if not ids:
        return []
    league = _by_duel(uow.ask(HEADS, ids=ids))
    live = _live(uow, [id for id in ids if id not in league])
    sides_of = league | live
    wanted = [id for id, sides in sides_of.items() if wants(sides)]
    moves = _by_side(uow.ask(MOVES, ids=wanted) if wanted else [])
    return [
        _build_live(sides_of[id], moves) if id in live else _build(sides_of[id], moves, as_closed)
        for id in ids
        if id in sides_of
    ]


def load_after(uow: UnitOfWork, first: Asked, match_id: str) -> tuple[StoredDuel | None, datetime]:
    """A duel with every move as it is after a statement that locks it, and the instant then.

    A player waits for each round trip, so all of a league's duel comes with one.
    """
    given = {"id": match_id}
    (_, heads, told), now = uow.ask_with_now(first, (HEADS_OF_ONE, given), (MOVES_OF_ONE, given))
    moves = _by_side(told)
    if heads:
        return _build(heads, moves, as_closed=False), now
    live = _live(uow, [match_id])
    return _build_live(live[match_id], moves) if live else None, now


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


def _live(uow: UnitOfWork, ids: Sequence[str]) -> dict[str, Sides]:
    return _by_duel(uow.ask(LIVE_HEADS, ids=ids)) if ids else {}


def _by_duel(found: Rows) -> dict[str, Sides]:
    return {id: list(sides) for id, sides in groupby(found, key=lambda head: head.id)}


def _build(sides: Sides, moves: Moves, as_closed: bool) -> StoredDuel:
    first, second = sides
    none = rows.SideMoves()
    players = [
        rows.player(side, moves.get((side.id, side.side), none), as_closed=as_closed)
        for side in (first, second)
    ]
    return StoredDuel(
        duel=rows.duel(first, *players),
        values=rows.point_values(first),
        result=rows.result(first),
        pairing=rows.pairing(first),
    )


def _build_live(sides: Sides, moves: Moves) -> StoredDuel:
    none = rows.SideMoves()
    first, second = (
        rows_live.live_player(side, moves.get((side.id, side.side), none)) for side in sides
    )
    return StoredDuel(
        duel=rows_live.live_duel(sides[0], first, second),
        values=NO_POINTS,
        result=rows.result(sides[0]),
        pairing=None,
    )


def _by_side(told: Iterable[Any]) -> Moves:
    moves: Moves = {}
    for row in told:
        moves.setdefault((row.match_id, row.side), rows.SideMoves()).add(row)
    return moves
