"""The consumer: handles deliveries, several in one transaction, each in a savepoint of its own."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import structlog

from shared.context import Cause, caused_by
from shared.errors import Problem
from shared.events.envelope import Envelope, UnreadableEvent
from shared.loops import Loop
from shared.messaging.bus import Bus, Delivery, Subscription
from shared.messaging.inbox import bury, first_time
from shared.unit_of_work import UnitOfWork

if TYPE_CHECKING:
    from shared.runtime import Runtime

log = structlog.get_logger()

BATCH = 100
MOST_ATTEMPTS = 5
WAIT_SECONDS = 1.0


class Consumer(Loop):
    """Takes deliveries, applies each once, and acknowledges after the commit.

    What can never be handled (unreadable, or refused by a rule) is buried at once with its
    reason; anything else that fails is delivered again, at most `MOST_ATTEMPTS` times.
    """

    def __init__(self, runtime: "Runtime", bus: Bus) -> None:
        super().__init__(f"{runtime.name}-consumer")
        self._runtime = runtime
        self._subscription: Subscription = bus.subscribe(runtime.name)

    def turn(self) -> None:
        batch = self._subscription.take(BATCH, WAIT_SECONDS)
        if batch:
            self._handle(batch)

    def stop(self) -> None:
        self._subscription.close()
        super().stop()

    def _handle(self, batch: Sequence[Delivery]) -> None:
        done: list[Delivery] = []
        try:
            with self._runtime.writing() as uow:
                done.extend(delivery for delivery in batch if self._apply(uow, delivery))
        except Exception:
            # The commit itself failed: nothing of this batch happened.
            log.exception("batch_failed", service=self._runtime.name, size=len(batch))
            done, lost = [], batch
        else:
            lost = [delivery for delivery in batch if delivery not in done]
        for delivery in done:
            delivery.done()
        for delivery in lost:
            delivery.attempts += 1
            delivery.again()

    def _apply(self, uow: UnitOfWork, delivery: Delivery) -> bool:
        """Handle one delivery; False if it has to come again."""
        envelope = delivery.envelope
        try:
            with uow.savepoint(), caused_by(_cause_of(envelope)):
                handle_once(uow, self._runtime, envelope)
        except (UnreadableEvent, Problem) as error:
            self._bury(uow, envelope, repr(error))
        except Exception as error:
            log.exception("handler_failed", service=self._runtime.name, type=envelope.type)
            if delivery.attempts + 1 < MOST_ATTEMPTS:
                return False
            self._bury(uow, envelope, f"after {MOST_ATTEMPTS} attempts: {error!r}")
        return True

    def _bury(self, uow: UnitOfWork, envelope: Envelope, reason: str) -> None:
        log.error("event_buried", service=self._runtime.name, type=envelope.type, reason=reason)
        bury(uow.connection, envelope, reason)


def handle_once(uow: UnitOfWork, runtime: "Runtime", envelope: Envelope) -> None:
    """Apply an event unless the inbox says that it was applied before."""
    if first_time(uow.connection, envelope):
        event = envelope.event()
        handler = runtime.service.handlers.get(type(event))
        if handler is None:
            raise UnreadableEvent(f"{runtime.name} has no handler for {envelope.type}")
        handler(uow, event)
        uow.session.flush()


def _cause_of(envelope: Envelope) -> Cause:
    return Cause(envelope.cause.correlation_id, envelope.id, envelope.cause.traceparent)
