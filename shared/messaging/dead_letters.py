"""What becomes of dead letters: into the service's own keeping, and back to work or out of it.

A letter is replayed by handling it on the spot, in whatever process was asked to: the inbox makes
that as harmless as any second delivery, and whoever asked is told at once how it went.
"""

from typing import TYPE_CHECKING

import structlog
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from shared.errors import Conflict, NotFound
from shared.events.envelope import Envelope
from shared.loops import Loop
from shared.messaging import letters
from shared.messaging.bus import BusAway, DeadQueue, Letter
from shared.messaging.consumer import handle_once
from shared.messaging.letters import KeptLetter
from shared.unit_of_work import UnitOfWork

if TYPE_CHECKING:
    from shared.runtime import Runtime

log = structlog.get_logger()

LOOK_SECONDS = 1.0
AWAY_SECONDS = 5.0


class StillDead(Conflict):
    """What was replayed cannot be handled yet; it stays where it was."""

    code, title = "still_dead", "That event can still not be handled"


class DeadLetters:
    """The dead letters of one service, for who stands outside of any request."""

    def __init__(self, runtime: "Runtime") -> None:
        self._runtime = runtime

    def all(self) -> list[KeptLetter]:
        """The oldest first."""
        with self._runtime.reading() as uow:
            return letters.oldest(uow.connection)

    def count(self) -> int:
        with self._runtime.reading() as uow:
            return letters.count(uow.connection)

    def replay(self, id: str) -> None:
        """Raises `NotFound` and `StillDead`."""
        with self._runtime.writing() as uow:
            replay(uow, self._runtime, id)

    def drop(self, id: str) -> None:
        """Raises `NotFound`."""
        with self._runtime.writing() as uow:
            drop(uow, id)


def replay(uow: UnitOfWork, runtime: "Runtime", id: str) -> KeptLetter:
    """Handle a dead letter now; it stays one if that fails again.

    Raises `NotFound`, and `StillDead` with the new reason.
    """
    letter = letters.find(uow.connection, id, for_change=True)
    if letter is None:
        raise NotFound
    try:
        with uow.savepoint():
            handle_once(uow, runtime, Envelope.from_json(letter.body))
    except OperationalError:
        # The database is at fault, and no letter.
        raise
    except Exception as error:
        log.warning("still_dead", service=runtime.name, type=letter.type, error=repr(error))
        raise StillDead(repr(error)) from error
    letters.remove(uow.connection, id)
    return letter


def drop(uow: UnitOfWork, id: str) -> None:
    """Forget a dead letter for good; raises `NotFound`."""
    if not letters.remove(uow.connection, id):
        raise NotFound


class Undertaker(Loop):
    """Takes the letters that the bus has laid aside into the service's own keeping.

    Every worker may do it: a letter is in the hands of one of them, and gone from the bus only
    once it is in the database.
    """

    def __init__(self, runtime: "Runtime", queue: DeadQueue) -> None:
        super().__init__(f"{runtime.name}-undertaker")
        self._runtime, self._queue = runtime, queue

    def turn(self) -> None:
        """A letter that is handed back too often would be lost, so none is taken in vain."""
        try:
            self._queue.rest(LOOK_SECONDS)
            self._queue.take(self._keep)
        except BusAway as error:
            self._wait_for("the broker", error)
        except SQLAlchemyError as error:
            # What was in hand goes back to where it lay; a full pool is no error of the driver.
            self._queue.close()
            self._wait_for("the database", error)
            while not self.stopping and self._runtime.vitals.database_trouble():
                self.rest(AWAY_SECONDS)

    def stop(self) -> None:
        super().stop()
        self._queue.close()

    def _keep(self, letter: Letter) -> None:
        with self._runtime.plain_writing() as connection:
            letters.keep(connection, letter)

    def _wait_for(self, what: str, error: Exception) -> None:
        log.warning("letters_wait", service=self._runtime.name, wait_for=what, error=repr(error))
        self.rest(AWAY_SECONDS)
