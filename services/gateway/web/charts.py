"""Lines as points of an SVG; the templates draw them, and a table beside them says the same."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

WIDTH, HEIGHT = 640, 280
LEFT, RIGHT, TOP, BOTTOM = 40, 120, 14, 28
# What a name needs in height.
APART = 13


@dataclass
class Line:
    """One player's line; `points` as SVG wants them, `values` as the table tells them."""

    name: str
    values: list[int | None]
    spots: list[tuple[float, float]]
    kinds: list[str] = field(default_factory=list)
    account_id: str = ""

    @property
    def points(self) -> str:
        return " ".join(f"{x:g},{y:g}" for x, y in self.spots)

    @property
    def end(self) -> tuple[float, float]:
        return self.spots[-1] if self.spots else (LEFT, TOP)


@dataclass
class Chart:
    lines: list[Line]
    across: list[tuple[float, str]]
    up: list[tuple[float, str]]
    width: int = WIDTH
    height: int = HEIGHT
    right: int = WIDTH - 20


def positions(players: Sequence[Mapping[str, Any]]) -> Chart:
    """Positions over rounds, the first place on top."""
    values = [list(one["positions"]) for one in players]
    rounds = max(map(len, values))
    lowest = max((v for line in values for v in line if v), default=1)
    x = _scale(1, max(2, rounds), LEFT, WIDTH - RIGHT)
    y = _scale(1, max(2, lowest), TOP, HEIGHT - BOTTOM)
    lines = [
        Line(
            one["display_name"],
            line,
            [(x(number), y(value)) for number, value in enumerate(line, 1) if value],
            account_id=one["account_id"],
        )
        for one, line in zip(players, values, strict=True)
    ]
    _keep_apart(lines)
    across = [(x(n), str(n)) for n in _marks(1, rounds)]
    up = [(y(n), str(n)) for n in _marks(1, lowest)]
    return Chart(lines, across, up, right=WIDTH - RIGHT)


def points(games: Sequence[Mapping[str, Any]], start: int) -> Chart:
    """Points over rated games, wins and losses marked."""
    values = [start, *(int(game["points_after"]) for game in games)]
    kinds = ["start", *(str(game["outcome"]) for game in games)]
    low, high = min(values), max(max(values), min(values) + 10)
    x = _scale(0, max(1, len(games)), LEFT + 10, WIDTH - 20)
    y = _scale(high, low, TOP, HEIGHT - BOTTOM)
    spots = [(x(number), y(value)) for number, value in enumerate(values)]
    marks = [low, (low + high) // 2, high]
    numbers = _marks(0, len(games))
    return Chart(
        [Line("", list(values), spots, kinds)],
        [(x(n), str(n)) for n in numbers],
        [(y(n), str(n)) for n in marks],
    )


def _scale(low: float, high: float, begin: float, end: float) -> Any:
    size = (high - low) or 1
    return lambda value: round(begin + (value - low) / size * (end - begin), 1)


def _marks(low: int, high: int) -> list[int]:
    step = max(1, -(-(high - low + 1) // 8))
    return list(range(low, high + 1, step))


def _keep_apart(lines: list[Line]) -> None:
    """Names at the ends of lines must not lie on each other where positions are shared."""
    taken: list[float] = []
    for line in sorted(lines, key=lambda one: one.end[1]):
        if not line.spots:
            continue
        x, y = line.spots[-1]
        if taken:
            y = max(y, taken[-1] + APART)
        taken.append(y)
        line.kinds = [f"{x:g}", f"{y:g}"]
