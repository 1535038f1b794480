"""After the databases were restored: the broker remembers a time that has not been.

What lies in the queues was told after the point that was restored, or is on its way still. It goes,
and every service tells again what it had told shortly before that point: what had been under way
comes once more, and whoever has something already recognises it.
"""

from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import func, select, update

from shared.leadership import RELAY_LOCK, LockLeadership
from shared.messaging.bus import Letter
from shared.messaging.inbox import buried
from shared.messaging.letters import keep
from shared.messaging.rabbit import RabbitDeadQueue, empty_queues
from shared.tables import outbox

if TYPE_CHECKING:
    from shared.runtime import Runtime

TOLD_AGAIN = timedelta(hours=1)


class WorkerRuns(Exception):
    """A worker of the service is at work on what is to be mended."""


def make_fit(runtime: "Runtime", broker_url: str) -> tuple[int, int]:
    """Fit the broker to a service's restored database; raises `WorkerRuns`.

    Returns how many messages were thrown away, and how many events will be told again.
    """
    place = LockLeadership(runtime.engine, RELAY_LOCK, listens=False)
    if not place.mine():
        raise WorkerRuns(f"a worker of {runtime.name} runs: stop all of them first")
    try:
        gone = empty_queues(broker_url, runtime.name, runtime.settings.retry_delays)
        _keep_known_letters(runtime, broker_url)
        return gone, _tell_again(runtime)
    finally:
        place.release()


def _keep_known_letters(runtime: "Runtime", broker_url: str) -> None:
    """Letters that were buried later are of events that are not, or that come again."""

    def keep_known(letter: Letter) -> None:
        with runtime.plain_writing() as connection:
            if buried(connection, [letter.id]):
                keep(connection, letter)

    queue = RabbitDeadQueue(broker_url, runtime.name)
    try:
        queue.take(keep_known)
    finally:
        queue.close()


def _tell_again(runtime: "Runtime") -> int:
    with runtime.plain_writing() as connection:
        last = connection.execute(select(func.max(outbox.c.published_at))).scalar()
        if last is None:
            return 0
        recent = update(outbox).where(outbox.c.published_at >= last - TOLD_AGAIN)
        return connection.execute(recent.values(published_at=None)).rowcount
