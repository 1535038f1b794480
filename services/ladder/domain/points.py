"""What a rated game does to a player: points, streak and counts, one step of the fold."""

from bisect import bisect_right
from dataclasses import dataclass
from typing import Any

from services.ladder.domain.settings import LadderSettings


@dataclass(frozen=True, slots=True)
class Form:
    """Where a player stands in a season after some of their counted games.

    `finished` is the finish of the last of them, in microseconds since 1970; 0 before the first.
    """

    points: int
    streak: int = 0
    rated_games: int = 0
    wins: int = 0
    finished: int = 0

    @property
    def losses(self) -> int:
        return self.rated_games - self.wins


class PointRules:
    """The rules of a season, ready to be applied to many games."""

    def __init__(self, settings: LadderSettings) -> None:
        self.settings = settings
        self.start = Form(points=settings.start_points)
        self._from = [bracket.from_points for bracket in settings.loss_brackets]

    def after(self, form: Form, *, won: bool, finished: int) -> Form:
        """The form after one more counted game."""
        points, streak = self.moved(form.points, form.streak, won=won)
        return Form(points, streak, form.rated_games + 1, form.wins + won, finished)

    def moved(self, points: int, streak: int, *, won: bool) -> tuple[int, int]:
        """Points and streak after one more counted game."""
        if won:
            return points + self.win_points(streak), streak + 1
        return max(self.settings.floor, points - self.loss_cost(points)), 0

    def win_points(self, streak: int) -> int:
        """A win's worth after `streak` wins in a row."""
        return self.settings.win_points + self.streak_bonus(streak)

    def streak_bonus(self, streak: int) -> int:
        return min(self.settings.streak_step * streak, self.settings.streak_cap)

    def loss_cost(self, points: int) -> int:
        """What a loss costs at `points`, before the floor spares anything."""
        return self.settings.loss_brackets[self._bracket(points)].cost

    def explain(self, before: int, after: int, streak_after: int) -> dict[str, Any]:
        """Why a counted game changed the points so, in the words that clients are shown.

        Of a loss: from which points to which its bracket goes (`to` is null for the highest),
        what it costs there, and how much of that the floor spared.
        """
        if streak_after > 0:
            streak = streak_after - 1
            return {
                "rule": "win",
                "base": self.settings.win_points,
                "streak_before": streak,
                "streak_bonus": self.streak_bonus(streak),
            }
        cost = self.loss_cost(before)
        return {
            "rule": "loss",
            "bracket": self._limits(before),
            "cost": cost,
            "paid": before - after,
            "spared_by_floor": cost - (before - after),
        }

    def _bracket(self, points: int) -> int:
        # Points below the lowest bracket cost what the lowest does.
        return max(0, bisect_right(self._from, points) - 1)

    def _limits(self, points: int) -> dict[str, int | None]:
        number = self._bracket(points)
        above = self._from[number + 1 :]
        return {"from": self._from[number], "to": above[0] - 1 if above else None}
