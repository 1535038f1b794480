"""Rows of a table as clients see them: with names, as they are now."""

from collections.abc import Sequence
from typing import Any

from services.standings.domain.table import Row
from shared.names import names_of
from shared.unit_of_work import UnitOfWork


def shown(uow: UnitOfWork, rows: Sequence[Row]) -> list[dict[str, Any]]:
    names = names_of(uow, [row.account_id for row in rows])
    return [_shown(row, names[row.account_id]) for row in rows]


def _shown(row: Row, name: str) -> dict[str, Any]:
    return {
        "position": row.position,
        "account_id": row.account_id,
        "display_name": name,
        "played": row.played,
        "wins": row.wins,
        "draws": row.draws,
        "losses": row.losses,
        "byes": row.byes,
        "points": row.points,
        "attempt_difference": row.attempt_difference,
        "solved_games": row.solved_games,
        "solved_attempts": row.solved_attempts,
        "average_attempts": row.average_attempts,
        "head_to_head": row.head_to_head,
        "decided_by": row.decided_by,
    }
