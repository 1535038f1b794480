"""The ladder's games: facts, kept in whatever order they come, until their duels are open."""

from datetime import datetime
from typing import Any

from sqlalchemy import Row, exists, select, update

from services.match.live_tables import Engagement, LadderGame
from services.match.store.inserting import insert_new
from shared.events.catalogue import LadderGameOpened
from shared.unit_of_work import UnitOfWork


def lock(uow: UnitOfWork, game_id: str) -> Row[Any]:
    """A game's row, locked; made if this is the first that is heard of the game."""
    insert_new(uow, LadderGame, [{"id": game_id}], ["id"])
    game = LadderGame.__table__
    return uow.connection.execute(select(game).where(game.c.id == game_id).with_for_update()).one()


def change(uow: UnitOfWork, game_id: str, **values: Any) -> None:
    uow.connection.execute(update(LadderGame).where(LadderGame.id == game_id).values(**values))


def values_of(event: LadderGameOpened) -> dict[str, Any]:
    """What a game's row takes over from its opening."""
    return {
        "first": event.first,
        "second": event.second,
        "rated": event.rated,
        "unrated_reason": event.unrated_reason,
        "preparation_seconds": event.preparation_seconds,
        "solve_seconds": event.solve_seconds,
        "abandon_seconds": event.abandon_seconds,
        "started_at": event.started_at,
    }


def next_to_open(uow: UnitOfWork) -> tuple[datetime, str] | None:
    """The game that has waited longest of those whose players are both free now."""
    engaged = exists().where(Engagement.account_id.in_((LadderGame.first, LadderGame.second)))
    row = uow.connection.execute(
        select(LadderGame.started_at, LadderGame.id)
        .where(LadderGame.waiting, ~engaged)
        .order_by(LadderGame.started_at, LadderGame.id)
        .limit(1)
    ).first()
    return row and (row.started_at, row.id)
