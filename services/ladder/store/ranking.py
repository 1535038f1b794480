"""Reading the ranking: along one index, from any place, in one direction or the other."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    Integer,
    Select,
    and_,
    bindparam,
    exists,
    func,
    literal_column,
    select,
    true,
    tuple_,
    union_all,
)

from services.ladder.domain.ranking import Place, Ranked
from services.ladder.store import counts, past
from services.ladder.store.past import Then
from services.ladder.store.players import ranked_of
from services.ladder.tables.base import table_of
from services.ladder.tables.ranking import PastRow, PlayerRow
from shared.prepared import Prepared
from shared.unit_of_work import UnitOfWork

_PLAYERS = table_of(PlayerRow)
_KEY = (PlayerRow.minus_points, PlayerRow.minus_games, PlayerRow.finished, PlayerRow.account_id)
_MINE = tuple_(*(bindparam(name) for name in ("points", "games", "finished", "account")))
_LISTED = (PlayerRow.season_id == bindparam("season"), PlayerRow.listed)
_TOP = select(_PLAYERS).where(*_LISTED).order_by(*_KEY)
_BELOW = _TOP.where(tuple_(*_KEY) > _MINE)
_ABOVE = (
    select(_PLAYERS).where(*_LISTED, tuple_(*_KEY) < _MINE).order_by(*(key.desc() for key in _KEY))
)
_GROUP = (
    *_LISTED,
    PlayerRow.minus_points == bindparam("points"),
    PlayerRow.minus_games == bindparam("games"),
)
_EARLIER = (
    select(func.count())
    .select_from(_PLAYERS)
    .where(
        *_GROUP,
        PlayerRow.finished >= bindparam("stretch_from"),
        PlayerRow.finished < bindparam("finished"),
    )
)
_TIED = (
    select(func.count())
    .select_from(_PLAYERS)
    .where(
        *_GROUP,
        PlayerRow.finished == bindparam("finished"),
        PlayerRow.account_id < bindparam("account"),
    )
)
_AHEAD = select(
    (counts.BETTER + _EARLIER.scalar_subquery()).label("better"),
    _TIED.scalar_subquery().label("tied"),
)


_AHEAD_OF = Prepared(_AHEAD, planned_once=True)


@lru_cache
def _top(most: int) -> Prepared:
    return Prepared(_first(_TOP, most))


@lru_cache
def _around(above: int, below: int) -> Prepared:
    """Who is ahead of a place, and the rows on both sides of it; one row of nulls if none are."""
    ahead = _AHEAD.subquery("ahead")
    # Each side is a query of its own, for it has its own order and limit.
    sides = (_first(_ABOVE, above).subquery(), _first(_BELOW, below).subquery())
    near = union_all(*(select(side) for side in sides)).subquery("near")
    both = select(ahead, near).select_from(ahead.outerjoin(near, true()))
    return Prepared(both, planned_once=True)


def _first(rows: Select[Any], most: int) -> Select[Any]:
    # A plan made for any number whatever would expect a tenth of all rows.
    return rows.limit(literal_column(str(most), Integer))


@dataclass(frozen=True, slots=True)
class Around:
    """How many are better than a player, how many more only have the smaller account id, and the
    rows next to theirs, in the order of the ranking.
    """

    better: int
    tied: int
    above: list[Ranked]
    below: list[Ranked]


def top(uow: UnitOfWork, season_id: str, most: int) -> list[Ranked]:
    return [ranked_of(row) for row in uow.ask(_top(most), season=season_id)]


def first(uow: UnitOfWork, season_id: str) -> list[Ranked]:
    """All who share the first position."""
    leader = top(uow, season_id, 1)
    if not leader:
        return []
    points, games, finished = leader[0].merit
    shared = select(_PLAYERS).where(
        PlayerRow.season_id == season_id,
        PlayerRow.listed,
        PlayerRow.minus_points == points,
        PlayerRow.minus_games == games,
        PlayerRow.finished == finished,
    )
    return [ranked_of(row) for row in uow.connection.execute(shared.order_by(*_KEY))]


def around(uow: UnitOfWork, season_id: str, place: Place, above: int, below: int) -> Around:
    """Who is ahead of a player, and at most so many rows on either side."""
    rows = uow.ask(_around(above, below), **_asked(season_id, place))
    near = sorted((ranked_of(row) for row in rows if row.id is not None), key=lambda row: row.place)
    return Around(
        rows[0].better,
        rows[0].tied,
        [row for row in near if row.place < place],
        [row for row in near if row.place > place],
    )


def ahead_of(uow: UnitOfWork, season_id: str, place: Place) -> tuple[int, int]:
    """How many players are better, and how many more only have the smaller account id."""
    ((better, tied),) = uow.ask(_AHEAD_OF, **_asked(season_id, place))
    return better, tied


def below_then(
    uow: UnitOfWork, season_id: str, place: Place | None, most: int, then: Then
) -> list[Ranked]:
    """As `below`, in the ranking as it stood: those who have changed since stand where they did.

    Without a place from the top.
    """
    unmoved = _unmoved(uow, season_id, place, most, then)
    held = past.rows_at(season_id, then)
    key = (held.c.minus_points, held.c.minus_games, held.c.finished, held.c.account_id)
    moved = select(held).where(held.c.listed).order_by(*key).limit(most)
    if place is not None:
        moved = moved.where(tuple_(*key) > tuple_(*place))
    rows = [*unmoved, *(ranked_of(row) for row in uow.connection.execute(moved))]
    return sorted(rows, key=lambda row: row.place)[:most]


def _unmoved(
    uow: UnitOfWork, season_id: str, place: Place | None, most: int, then: Then
) -> list[Ranked]:
    since = past.changed_since(season_id, then)
    changed = exists().where(and_(PastRow.player_id == PlayerRow.id, since))
    asked = select(_PLAYERS).where(PlayerRow.season_id == season_id, PlayerRow.listed, ~changed)
    if place is not None:
        asked = asked.where(tuple_(*_KEY) > tuple_(*place))
    rows = uow.connection.execute(asked.order_by(*_KEY).limit(most))
    return [ranked_of(row) for row in rows]


def _asked(season_id: str, place: Place) -> dict[str, Any]:
    points, games, finished, account = place
    return {
        "season": season_id,
        "points": points,
        "games": games,
        "finished": finished,
        "account": account,
        "stretch": counts.stretch_of(place[:3]),
        "stretch_from": counts.start_of_stretch(place[:3]),
    }
