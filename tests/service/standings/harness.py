"""The standings on a database of their own, told events as the bus brings them."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import select

from services.standings.service import SERVICE
from shared.clock import ManualClock, real_now
from shared.context import Cause, caused_by
from shared.events.catalogue import Event, StandingsPublished
from shared.events.envelope import Envelope
from shared.ids import new_id
from shared.messaging.consumer import handle_once
from shared.messaging.outbox import unpublished
from shared.settings import Settings
from shared.tables import outbox
from shared.web.tokens import ANYBODY, Caller
from tests.service.alone import SECRET, Alone

OPERATOR = Caller("01890000-0000-7000-8000-000000000001", "Olga", frozenset({"operator"}))
PLAYER = Caller("01890000-0000-7000-8000-000000000002", "Pia", frozenset({"player"}))


class Standings(Alone):
    """The standings, and what they announce."""

    def __init__(self, data: Path, url: str | None = None) -> None:
        settings = Settings(data=data, secret=SECRET, clock="manual")
        self.clock = ManualClock(data / "clock.json")
        super().__init__(SERVICE, settings, self.clock, url)

    def tell(self, *events: Event) -> None:
        """Events arrive, all in one transaction, and everything that is due is done."""
        self.deliver([in_envelope(event) for event in events])
        self.work()

    def deliver(self, envelopes: Sequence[Envelope]) -> None:
        """One batch as the consumer handles it: a savepoint for each event, then a commit."""
        with self.runtime.writing() as uow:
            for envelope in envelopes:
                cause = Cause(envelope.cause.correlation_id, envelope.id)
                with uow.savepoint(), caused_by(cause):
                    handle_once(uow, self.runtime, envelope)

    def announced(self, season_id: str) -> list[StandingsPublished]:
        """What was announced of a season, in the order of storing."""
        with self.runtime.reading() as uow:
            events = [envelope.event() for envelope in unpublished(uow.connection, 1_000_000)]
        tables = [event for event in events if isinstance(event, StandingsPublished)]
        return [table for table in tables if table.season_id == season_id]

    def causes(self) -> list[str]:
        """The correlation ids of all that was announced."""
        with self.runtime.reading() as uow:
            return list(uow.session.scalars(select(outbox.c.correlation_id)))

    def call(self, method: str, path: str, body: Any = None, caller: Caller = ANYBODY) -> Any:
        return self.request(caller, method, path, body)

    def get(self, season_id: str, what: str) -> Any:
        return self.call("GET", f"/api/v1/seasons/{season_id}/{what}")

    def preview(self, season_id: str, body: Any, caller: Caller = OPERATOR) -> Any:
        return self.call("POST", f"/api/v1/seasons/{season_id}/standings/preview", body, caller)


def in_envelope(event: Event, correlation_id: str = "request-1") -> Envelope:
    """The event as its producer sends it; each call is a sending of its own."""
    return Envelope(
        id=new_id(),
        source=event.producer,
        type=event.type,
        subject=event.ordering_key,
        time=real_now(),
        data=event.schema.dump(event),
        cause=Cause(correlation_id),
        ordering_key=event.ordering_key,
        sequence=1,
    )


def digests(announced: Iterable[StandingsPublished]) -> dict[tuple[int, int], str]:
    """(round, revision) -> digest of the tables announced."""
    return {(table.round, table.revision): table.digest for table in announced}
