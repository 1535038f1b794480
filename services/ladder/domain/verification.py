"""Folding a player's games anew, to compare with what is stored."""

from collections.abc import Iterable
from dataclasses import dataclass

from services.ladder.domain.points import Form, PointRules

Stored = tuple[int, str, bool, int, int, int, int]
"""A counted game as stored: its finish, its id, whether it was won, and what the player had after
it: points, streak, rated games, wins.
"""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where what is stored is not what the fold gives; without a game, the player's own row."""

    account_id: str
    game_id: str | None
    stored: Form
    folded: Form


def differences(
    rules: PointRules, account_id: str, held: Form, games: Iterable[Stored]
) -> list[Difference]:
    """All differences of one player, whose games come in the order of play."""
    found, move = [], rules.moved
    points, streak, number, wins, finished = rules.start.points, 0, 0, 0, 0
    # Plain numbers: a season has millions of games, nearly all of which are as they should be.
    for game in games:
        finished, game_id, won = game[:3]
        points, streak = move(points, streak, won=won)
        number, wins = number + 1, wins + won
        if game[3:] != (points, streak, number, wins):
            folded = Form(points, streak, number, wins, finished)
            found.append(Difference(account_id, game_id, Form(*game[3:], finished), folded))
    last = Form(points, streak, number, wins, finished)
    return found if held == last else [*found, Difference(account_id, None, held, last)]
