"""Digests by which a report that comes again is told from another one under the same id."""

import hashlib
import json
from typing import Any

from services.ladder.domain.game import End
from services.ladder.domain.report import Report


def start_print(report: Report) -> str:
    """A digest of what a report says of the start."""
    players = [[player.account_id, player.guest] for player in report.players]
    return _digest([report.origin.value, players, report.started_at.isoformat()])


def end_print(end: End) -> str:
    """A digest of what a report says of the end."""
    phase = end.phase.value if end.phase else None
    said = [end.finished_at.isoformat(), end.ending.value, phase, end.winner, end.left]
    return _digest(said)


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()
