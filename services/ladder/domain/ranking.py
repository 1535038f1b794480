"""The order of the ranking, shared positions, and who wins the prize.

Points, more rated games, an earlier finish of the last of them; whoever is equal on all three
shares the position, listed by account id.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from services.ladder.domain.points import Form

Merit = tuple[int, int, int]
"""What decides a position, smallest first: points and rated games negated, and the finish."""

Place = tuple[int, int, int, str]
"""A merit and the account id: no two players have the same."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player and their form; `listed` unless disqualified or without a rated game."""

    account_id: str
    form: Form
    disqualified: bool = False

    @property
    def listed(self) -> bool:
        return self.form.rated_games > 0 and not self.disqualified

    @property
    def merit(self) -> Merit:
        return merit(self.form)

    @property
    def place(self) -> Place:
        return (*self.merit, self.account_id)


def merit(form: Form) -> Merit:
    return (-form.points, -form.rated_games, form.finished)


def with_positions(
    rows: Sequence[Ranked], first_position: int, before: int
) -> list[tuple[int, Ranked]]:
    """Positions of successive rows: the first has `first_position` and `before` rows ahead of it.

    The two differ by one unless the first shares its position with somebody ahead of it.
    """
    placed: list[tuple[int, Ranked]] = []
    for index, row in enumerate(rows):
        if index == 0:
            position = first_position
        elif row.merit == rows[index - 1].merit:
            position = placed[-1][0]
        else:
            position = before + index + 1
        placed.append((position, row))
    return placed


def prize_of(first: Iterable[Ranked], min_games: int) -> tuple[str, ...]:
    """Who wins the prize: all of `first`, who share the top, with enough rated games."""
    return tuple(row.account_id for row in first if row.form.rated_games >= min_games)
