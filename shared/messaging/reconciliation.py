"""Reconciliation: what was announced is compared with what came, and what lacks is asked for.

Every so often each service announces how many events it has given to each listener
(`StreamAnnounced`); a listener whose inbox has a gap, and has had it for a while, asks the
source for the missing ones (`EventsWanted`), which sends them again under their own ids.
"""

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from shared.events.catalogue import EventsWanted, StreamAnnounced, StreamLength
from shared.leadership import RECONCILIATION_LOCK, leadership
from shared.loops import Loop
from shared.messaging.positions import last_positions, missing, send_again
from shared.unit_of_work import UnitOfWork

if TYPE_CHECKING:
    from shared.runtime import Runtime

EVERY_SECONDS = 10.0
LONGEST_SILENCE = 6
MOST_AT_ONCE = 1000
ASK_AGAIN_SECONDS = (30.0, 3600.0)
SOURCES = ("scheduler", "match", "standings", "ladder", "gateway")


class Reconciliation(Loop):
    """Announces this service's streams, and asks for what it lacks of the others'.

    A gap counts only when two looks in a row have found it: late is not lost.
    """

    def __init__(self, runtime: "Runtime", every_seconds: float = EVERY_SECONDS) -> None:
        super().__init__(f"{runtime.name}-reconciliation")
        self._runtime = runtime
        self._every = every_seconds
        self._leadership = leadership(runtime.engine, RECONCILIATION_LOCK)
        self._announced: dict[str, int] = {}
        self._silent = 0
        self._lacking: dict[str, set[int]] = {}
        self._patience = {source: Patience() for source in SOURCES}

    def turn(self) -> None:
        if self._leadership.mine():
            self.announce()
            self.ask()
        self.rest(self._every)

    def stop(self) -> None:
        super().stop()
        self._leadership.release()

    @property
    def leads(self) -> bool:
        return self._leadership.held

    def announce(self) -> None:
        """Say how long each listener's stream is: on news, and now and then without any.

        The repetition is for a listener whose queue was lost together with the last word.
        """
        with self._runtime.writing() as uow:
            lengths = last_positions(uow.connection)
            self._silent += 1
            if lengths and (self._is_news(lengths) or self._silent >= LONGEST_SILENCE):
                streams = (StreamLength(consumer=c, position=n) for c, n in lengths.items())
                uow.emit(StreamAnnounced(source=self._runtime.name, lengths=tuple(streams)))
                self._announced, self._silent = lengths, 0

    def _is_news(self, lengths: dict[str, int]) -> bool:
        # An announcement makes each stream longer by one, which is no news.
        return any(n > self._announced.get(name, -1) + 1 for name, n in lengths.items())

    def ask(self) -> None:
        """Ask every source for what has been missing in two looks in a row."""
        with self._runtime.writing() as uow:
            for source in SOURCES:
                lacking = set(missing(uow.connection, source, MOST_AT_ONCE))
                lost = lacking & self._lacking.get(source, set())
                self._lacking[source] = lacking
                positions = tuple(self._patience[source].worth_asking(lost))
                if positions:
                    me = self._runtime.name
                    uow.emit(EventsWanted(source=source, consumer=me, positions=positions))


class Patience:
    """What was asked for may be on its way, or put off after a failure: asked for again only
    after a pause, which doubles each time.
    """

    def __init__(self) -> None:
        self._pauses: dict[int, tuple[float, float]] = {}

    def worth_asking(self, lost: Iterable[int], now: float | None = None) -> list[int]:
        """Those of the `lost` positions to ask for now, in order."""
        now = time.monotonic() if now is None else now
        shortest, longest = ASK_AGAIN_SECONDS
        known = {position: self._pauses.get(position, (now, shortest)) for position in lost}
        due = sorted(position for position, (at, _) in known.items() if at <= now)
        for position in due:
            pause = known[position][1]
            known[position] = (now + pause, min(longest, 2 * pause))
        self._pauses = known
        return due


def take_announcement(_uow: UnitOfWork, _event: StreamAnnounced) -> None:
    """Nothing to do: that it came, with its own position, is what uncovers a gap before it."""


def answer_request(service: str, uow: UnitOfWork, event: EventsWanted) -> None:
    """Send again what `consumer` lacks, if we are the source that it asks."""
    if event.source == service:
        send_again(uow.connection, event.consumer, event.positions)
