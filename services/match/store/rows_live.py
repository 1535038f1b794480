"""From rows of live duels to domain values and back."""

from dataclasses import asdict
from typing import Any

from services.match.domain.computer.guessing import Level
from services.match.domain.duel import Duel, Kind, Player
from services.match.domain.live import Clocks, Live, Origin, Terms
from services.match.domain.settings import GameSettings
from services.match.store.rows import SideMoves


def live_duel(head: Any, first: Player, second: Player) -> Duel:
    return Duel(
        match_id=head.id,
        kind=Kind(head.kind),
        season_id=None,
        round=None,
        game=GameSettings(**head.game),
        clues=None,
        preparing_from=head.opened_at,
        solving_from=head.solving_from,
        closes_at=head.closes_at,
        first=first,
        second=second,
        ended_at=head.ended_at,
        live=Live(terms(head), head.due_at),
    )


def terms(row: Any) -> Terms:
    """The terms in a row of a live duel, or of a game of the ladder."""
    return Terms(
        origin=Origin(row.origin),
        rated=row.rated,
        unrated_reason=row.unrated_reason,
        clocks=Clocks(row.preparation_seconds, row.solve_seconds, row.abandon_seconds),
        level=row.level and Level(row.level),
    )


def live_player(row: Any, moves: SideMoves) -> Player:
    return Player(
        account_id=row.account_id,
        draft=row.draft,
        code=row.code,
        code_generated=row.code_generated,
        attempts=tuple(moves.attempts),
        seen_at=row.seen_at,
    )


def terms_values(given: Terms) -> dict[str, Any]:
    """The columns of a live duel's terms."""
    return {
        "origin": given.origin.value,
        "rated": given.rated,
        "unrated_reason": given.unrated_reason,
        "level": given.level and given.level.value,
        **asdict(given.clocks),
    }
