"""A table's fingerprint, for whoever must know whether two tables are the same."""

import hashlib
import json
from collections.abc import Iterable

from services.standings.domain.table import Row


def digest(rows: Iterable[Row]) -> str:
    """SHA-256, hexadecimal, of the table: ids, positions and numbers, in table order.

    Each row is one line of JSON without spaces, ASCII only, its fields in the order of
    `Row`; the display names, which may change, are no part of it.
    """
    fingerprint = hashlib.sha256()
    for row in rows:
        fingerprint.update(_line(row))
    return fingerprint.hexdigest()


def _line(row: Row) -> bytes:
    values = (
        row.position,
        row.account_id,
        row.played,
        row.wins,
        row.draws,
        row.losses,
        row.byes,
        row.points,
        row.attempt_difference,
        row.solved_games,
        row.solved_attempts,
        row.head_to_head,
        row.decided_by,
    )
    return json.dumps(values, separators=(",", ":")).encode("ascii") + b"\n"
