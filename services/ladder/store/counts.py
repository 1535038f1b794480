"""How many players stand where: an exact position without counting everybody.

The counts change with the players' rows, in the same transaction and as the last thing in it: rows
of counts are shared by many players, and whoever has changed one keeps the others waiting.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sqlalchemy import Integer, bindparam, delete, func, select

from services.ladder.domain.ranking import Merit, Ranked
from services.ladder.tables.base import table_of
from services.ladder.tables.ranking import CountRow
from shared.inserting import insert_or_add
from shared.unit_of_work import UnitOfWork

BY_POINTS, BY_GAMES, BY_STRETCH = range(3)
STRETCH_BITS = 30
"""A stretch is 2³⁰ microseconds, 18 minutes.

The players of one group are at most the sum over its stretches, and a count inside one of them:
shorter stretches make the sum longer, longer ones the count.
"""

_COUNTS = table_of(CountRow)
_KEY = [column.name for column in _COUNTS.primary_key]
_TOTAL = select(func.coalesce(func.sum(CountRow.players), 0)).where(
    CountRow.season_id == bindparam("season")
)
_SAME_POINTS = CountRow.points == -bindparam("points", type_=Integer)
_MORE_POINTS = _TOTAL.where(
    CountRow.level == BY_POINTS, CountRow.points > -bindparam("points", type_=Integer)
)
_MORE_GAMES = _TOTAL.where(
    CountRow.level == BY_GAMES,
    _SAME_POINTS,
    CountRow.rated_games > -bindparam("games", type_=Integer),
)
_EARLIER = _TOTAL.where(
    CountRow.level == BY_STRETCH,
    _SAME_POINTS,
    CountRow.rated_games == -bindparam("games", type_=Integer),
    CountRow.stretch < bindparam("stretch"),
)
_DROP = delete(_COUNTS).where(*(_COUNTS.c[name] == bindparam(name) for name in _KEY))
BETTER = _MORE_POINTS.scalar_subquery() + _MORE_GAMES.scalar_subquery() + _EARLIER.scalar_subquery()
"""How many are better than a merit, as a part of a statement, but for those of its own stretch.

`points` and `games` are negated, as in a merit.
"""

Key = tuple[str, int, int, int, int]
"""The key of a row: season, level, points, rated games, stretch."""

Moved = tuple[str, Ranked | None, Ranked]
"""A player of a season, as they were, if they were anywhere, and as they are now."""


def moved(uow: UnitOfWork, moves: Iterable[Moved]) -> None:
    """Players' rows have changed."""
    uow.at_commit("ladder_counts", lambda *all_moves: _settle(uow, all_moves), *moves)


def stretch_of(merit: Merit) -> int:
    return merit[2] >> STRETCH_BITS


def start_of_stretch(merit: Merit) -> int:
    """The first finish, in microseconds since 1970, of the stretch that a merit lies in."""
    return stretch_of(merit) << STRETCH_BITS


def _settle(uow: UnitOfWork, moves: Iterable[Moved]) -> None:
    change: Counter[Key] = Counter()
    for season_id, before, after in moves:
        change.update(_keys(season_id, after))
        change.subtract(_keys(season_id, before))
    _add(uow, {key: players for key, players in change.items() if players})


def _keys(season_id: str, ranked: Ranked | None) -> Iterator[Key]:
    if ranked is not None and ranked.listed:
        points, games = ranked.form.points, ranked.form.rated_games
        yield season_id, BY_POINTS, points, 0, 0
        yield season_id, BY_GAMES, points, games, 0
        yield season_id, BY_STRETCH, points, games, stretch_of(ranked.merit)


def _add(uow: UnitOfWork, change: Mapping[Key, int]) -> None:
    """Add to counts, always in the same order: no two transactions wait for each other."""
    rows: list[dict[str, Any]] = [
        {**dict(zip(_KEY, key, strict=True)), "players": players}
        for key, players in sorted(change.items())
    ]
    counted = insert_or_add(uow.connection, CountRow, rows, _KEY, "players")
    if empty := [row[:-1] for row in counted if row[-1] == 0]:
        uow.connection.execute(_DROP, [dict(zip(_KEY, key, strict=True)) for key in empty])
