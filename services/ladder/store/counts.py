"""How many players stand at which points: an exact position without counting everybody.

The counts change with the players' rows, in the same transaction and as the last thing in it: rows
of counts are shared by many players, and whoever has changed one keeps the others waiting.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Integer, bindparam, func, select
from sqlalchemy.dialects import postgresql, sqlite

from services.ladder.domain.ranking import Merit, Ranked
from services.ladder.tables import GroupCountRow, PlayerRow, PointCountRow, table_of
from shared.unit_of_work import UnitOfWork

_MORE_POINTS = select(func.coalesce(func.sum(PointCountRow.players), 0)).where(
    PointCountRow.season_id == bindparam("season"),
    PointCountRow.points > -bindparam("points", type_=Integer),
)
_MORE_GAMES = select(func.coalesce(func.sum(GroupCountRow.players), 0)).where(
    GroupCountRow.season_id == bindparam("season"),
    GroupCountRow.points == -bindparam("points", type_=Integer),
    GroupCountRow.rated_games > -bindparam("games", type_=Integer),
)
BETTER = _MORE_POINTS.scalar_subquery() + _MORE_GAMES.scalar_subquery()
"""`better` as a part of a statement; `points` and `games` are negated, as in a merit."""

Group = tuple[str, int, int]
"""Season, points and rated games."""


def moved(uow: UnitOfWork, season_id: str, before: Mapping[int, Ranked | None]) -> None:
    """Players' rows have changed; `before` is how each was, None for a new one."""
    touched: dict[int, Group | None] = uow.session.info.setdefault("moved_players", {})
    for player_id, ranked in before.items():
        # What was before the first change of this transaction is what the counts hold.
        touched.setdefault(player_id, _group(season_id, ranked))
    uow.at_commit("ladder_counts", lambda: _settle(uow))


def better(uow: UnitOfWork, season_id: str, merit: Merit) -> int:
    """How many listed players of a season have more points, or as many with more games."""
    asked = {"season": season_id, "points": merit[0], "games": merit[1]}
    return int(uow.connection.execute(select(BETTER), asked).scalar_one())


def _group(season_id: str, ranked: Ranked | None) -> Group | None:
    if ranked is None or not ranked.listed:
        return None
    return (season_id, ranked.form.points, ranked.form.rated_games)


def _settle(uow: UnitOfWork) -> None:
    # Read again, for a part of this transaction may have been taken back.
    touched: dict[int, Group | None] = uow.session.info.pop("moved_players", {})
    columns = (PlayerRow.season_id, PlayerRow.points, PlayerRow.rated_games)
    asked = select(PlayerRow.id, *columns).where(PlayerRow.id.in_(touched), PlayerRow.listed)
    now = {row.id: (row.season_id, row.points, row.rated_games) for row in _rows(uow, asked)}
    change: Counter[Group] = Counter()
    for player_id, before in touched.items():
        if before is not None:
            change[before] -= 1
        if player_id in now:
            change[now[player_id]] += 1
    _write(uow, {group: players for group, players in change.items() if players})


def _rows(uow: UnitOfWork, asked: Any) -> Any:
    return uow.connection.execute(asked)


def _write(uow: UnitOfWork, change: Mapping[Group, int]) -> None:
    points: Counter[tuple[str, int]] = Counter()
    for (season_id, held, _), players in change.items():
        points[season_id, held] += players
    _add(
        uow,
        PointCountRow,
        [{"season_id": s, "points": p, "players": n} for (s, p), n in sorted(points.items()) if n],
    )
    _add(
        uow,
        GroupCountRow,
        [
            {"season_id": s, "points": p, "rated_games": g, "players": n}
            for (s, p, g), n in sorted(change.items())
        ],
    )


def _add(uow: UnitOfWork, model: type[PointCountRow | GroupCountRow], rows: list[Any]) -> None:
    """Add to counts, always in the same order: no two transactions wait for each other."""
    if not rows:
        return
    table = table_of(model)
    dialect: Any = sqlite if uow.connection.dialect.name == "sqlite" else postgresql
    insert = dialect.insert(table)
    uow.connection.execute(
        insert.on_conflict_do_update(
            index_elements=[column.name for column in table.primary_key],
            set_={"players": table.c.players + insert.excluded.players},
        ),
        rows,
    )
