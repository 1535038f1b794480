"""Folding a player's games anew, to compare with what is stored."""

from collections.abc import Sequence
from dataclasses import dataclass

from services.ladder.domain.game import Moment
from services.ladder.domain.line import fold
from services.ladder.domain.points import Form, PointRules

Stored = tuple[Moment, bool, Form]
"""A counted game as stored: its place, whether it was won, and the form after it."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where what is stored is not what the fold gives; without a game, the player's own row."""

    account_id: str
    game_id: str | None
    stored: Form
    folded: Form


def differences(
    rules: PointRules, account_id: str, held: Form, games: Sequence[Stored]
) -> list[Difference]:
    """All differences of one player, whose games come in the order of play."""
    steps = fold(rules, rules.start, [(at, won) for at, won, _ in games])
    found = [
        Difference(account_id, step.at[2], stored, step.after)
        for step, (_, _, stored) in zip(steps, games, strict=True)
        if stored != step.after
    ]
    last = steps[-1].after if steps else rules.start
    return found if held == last else [*found, Difference(account_id, None, held, last)]
