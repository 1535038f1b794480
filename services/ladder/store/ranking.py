"""Reading the ranking: along one index, from any place, in one direction or the other."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, bindparam, exists, func, select, true, tuple_, union_all

from services.ladder.domain.ranking import Place, Ranked
from services.ladder.store import counts, past
from services.ladder.store.past import Then
from services.ladder.store.players import ranked_of
from services.ladder.tables.base import table_of
from services.ladder.tables.ranking import PastRow, PlayerRow
from shared.unit_of_work import UnitOfWork

_PLAYERS = table_of(PlayerRow)
_KEY = (PlayerRow.minus_points, PlayerRow.minus_games, PlayerRow.finished, PlayerRow.account_id)
_MINE = tuple_(*(bindparam(name) for name in ("points", "games", "finished", "account")))
_LISTED = (PlayerRow.season_id == bindparam("season"), PlayerRow.listed)
_BELOW = (
    select(_PLAYERS)
    .where(*_LISTED, tuple_(*_KEY) > _MINE)
    .order_by(*_KEY)
    .limit(bindparam("below"))
)
_ABOVE = (
    select(_PLAYERS)
    .where(*_LISTED, tuple_(*_KEY) < _MINE)
    .order_by(*(key.desc() for key in _KEY))
    .limit(bindparam("above"))
)
_TOP = select(_PLAYERS).where(*_LISTED).order_by(*_KEY).limit(bindparam("most"))
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


def _around() -> Any:
    """Who is ahead of a place, and the rows on both sides of it; one row of nulls if none are."""
    ahead = _AHEAD.subquery("ahead")
    # Each side is a query of its own, for it has its own order and limit.
    sides = (select(_ABOVE.subquery()), select(_BELOW.subquery()))
    near = union_all(*sides).subquery("near")
    return select(ahead, near).select_from(ahead.outerjoin(near, true()))


_AROUND = _around()


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
    return _read(uow, _TOP, {"season": season_id, "most": most})


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
    asked = {**_asked(season_id, place), "above": above, "below": below}
    rows = uow.connection.execute(_AROUND, asked).all()
    near = sorted((ranked_of(row) for row in rows if row.id is not None), key=lambda row: row.place)
    return Around(
        rows[0].better,
        rows[0].tied,
        [row for row in near if row.place < place],
        [row for row in near if row.place > place],
    )


def ahead_of(uow: UnitOfWork, season_id: str, place: Place) -> tuple[int, int]:
    """How many players are better, and how many more only have the smaller account id."""
    better, tied = uow.connection.execute(_AHEAD, _asked(season_id, place)).one()
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


def _read(uow: UnitOfWork, statement: Any, asked: dict[str, Any]) -> list[Ranked]:
    rows: Sequence[Any] = uow.connection.execute(statement, asked).all()
    return [ranked_of(row) for row in rows]
