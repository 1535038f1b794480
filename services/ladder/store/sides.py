"""Games in the histories of their players, and the lines that the counted ones make."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import Row, bindparam, delete, select, tuple_, union_all

from services.ladder.domain.game import Moment
from services.ladder.domain.line import Line, Step
from services.ladder.domain.points import Form
from services.ladder.domain.verification import Stored
from services.ladder.store.players import NOTHING_YET
from services.ladder.tables.base import table_of
from services.ladder.tables.games import SideRow
from shared.inserting import insert_or_replace
from shared.many import among
from shared.unit_of_work import UnitOfWork

_SIDES = table_of(SideRow)
_KEY = (SideRow.finished, SideRow.started, SideRow.game_id)

_COUNTED = (
    select(
        *(SideRow.player_id, SideRow.finished, SideRow.game_id, SideRow.won),
        *(SideRow.points_after, SideRow.streak_after, SideRow.games_after, SideRow.wins_after),
    )
    .where(among(SideRow.player_id, "players"), SideRow.counted)
    .order_by(SideRow.player_id, *_KEY)
)

_OF_PLAYER = select(_SIDES).where(SideRow.player_id == bindparam("player"), SideRow.counted)
_AT = tuple_(*(bindparam(name) for name in ("finished", "started", "game")))
_LAST = _OF_PLAYER.where(tuple_(*_KEY) < _AT).order_by(*(column.desc() for column in _KEY)).limit(1)
_LINE = union_all(select(_LAST.subquery()), _OF_PLAYER.where(tuple_(*_KEY) >= _AT))
"""The counted games of a player from a moment on, and the last one before it."""


def line_from(uow: UnitOfWork, player_id: int, at: Moment, start: Form) -> tuple[Line, Moment]:
    """A player's line from `at` on, and the place of the last game before it.

    `start` is the form before any game.
    """
    asked = {"player": player_id, **dict(zip(("finished", "started", "game"), at, strict=True))}
    rows = sorted(uow.connection.execute(_LINE, asked).all(), key=moment_of)
    base, base_at = start, NOTHING_YET
    if rows and moment_of(rows[0]) < at:
        base, base_at = _form(rows[0]), moment_of(rows.pop(0))
    return Line(base, _steps(base, rows)), base_at


def last_counted(
    uow: UnitOfWork, player_id: int, before: Moment, *, itself: bool = False
) -> Row[Any] | None:
    """The last counted game before a moment, or at it if that `itself` may be meant."""
    key, place = tuple_(*_KEY), tuple_(*before)
    up_to = key <= place if itself else key < place
    counted = select(_SIDES).where(SideRow.player_id == player_id, SideRow.counted, up_to)
    latest = counted.order_by(*(column.desc() for column in _KEY)).limit(1)
    return uow.connection.execute(latest).first()


def history(uow: UnitOfWork, player_id: int, after: Moment | None, most: int) -> Sequence[Row[Any]]:
    """Games of a player in the order of play, those behind `after`."""
    asked = select(_SIDES).where(SideRow.player_id == player_id)
    if after is not None:
        asked = asked.where(tuple_(*_KEY) > tuple_(*after))
    return uow.connection.execute(asked.order_by(*_KEY).limit(most)).all()


def counted_of(uow: UnitOfWork, player_ids: Sequence[int]) -> dict[int, list[Stored]]:
    """The counted games of some players, each player's in order, as they are verified."""
    rows = uow.connection.execute(_COUNTED, {"players": player_ids}).all()
    return {
        player_id: [row[1:] for row in mine] for player_id, mine in groupby(rows, itemgetter(0))
    }


def put(uow: UnitOfWork, rows: Sequence[dict[str, Any]]) -> None:
    """Enter games into histories, or change what they did."""
    key = ("player_id", "finished", "started", "game_id")
    insert_or_replace(uow.connection, SideRow, rows, key)


def remove(uow: UnitOfWork, player_ids: Iterable[int], at: Moment) -> None:
    """Take a game out of histories; it has another place now."""
    finished, started, game_id = at
    uow.connection.execute(
        delete(SideRow).where(
            SideRow.player_id.in_(sorted(player_ids)),
            SideRow.finished == finished,
            SideRow.started == started,
            SideRow.game_id == game_id,
        )
    )


def counted_row(player_id: int, step: Step) -> dict[str, Any]:
    """The row of a counted game."""
    return {
        **_place(player_id, step.at),
        "counted": True,
        "won": step.won,
        "points_before": step.before.points,
        "points_after": step.after.points,
        "streak_after": step.after.streak,
        "games_after": step.after.rated_games,
        "wins_after": step.after.wins,
    }


def uncounted_row(player_id: int, at: Moment) -> dict[str, Any]:
    """The row of a game that moves nothing, whatever the reason."""
    nothing = dict.fromkeys(
        ("points_before", "points_after", "streak_after", "games_after", "wins_after"), 0
    )
    return {**_place(player_id, at), "counted": False, "won": False, **nothing}


def moment_of(row: Row[Any]) -> Moment:
    return (row.finished, row.started, row.game_id)


def _place(player_id: int, at: Moment) -> dict[str, Any]:
    return {"player_id": player_id, "finished": at[0], "started": at[1], "game_id": at[2]}


def _form(row: Row[Any]) -> Form:
    return Form(row.points_after, row.streak_after, row.games_after, row.wins_after, row.finished)


def _steps(base: Form, rows: Iterable[Row[Any]]) -> tuple[Step, ...]:
    steps, before = [], base
    for row in rows:
        after = _form(row)
        steps.append(Step(moment_of(row), row.won, before, after))
        before = after
    return tuple(steps)
