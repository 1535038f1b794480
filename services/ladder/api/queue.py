"""The competitive queue."""

from typing import Any

from services.ladder.schemas.queue import QueueOut
from services.ladder.usecases import queueing
from shared.names import await_lifting
from shared.web.blueprint import Blueprint
from shared.web.edge import caller, needs, runtime, uow

PRIVATE = {"Cache-Control": "private, no-cache"}

blp = Blueprint(
    "ladder_queue", __name__, url_prefix="/api/v1/ladder/queue", description="The queue"
)


@blp.put("")
@needs("player")
@blp.response(200, QueueOut)
def join() -> Any:
    """Join the queue; whoever is in it already stays where they are."""
    await_lifting(runtime(), caller().account)
    return queueing.join(runtime(), uow(), caller())


@blp.get("")
@needs("player")
@blp.response(200, QueueOut)
def look() -> Any:
    """Where one stands. Look every 15 seconds: who does not for a minute is out."""
    return queueing.look(runtime(), uow(), caller()), 200, PRIVATE


@blp.delete("")
@needs("player")
@blp.response(204)
def leave() -> None:
    """Leave the queue."""
    queueing.leave(uow(), caller())
