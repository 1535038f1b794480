"""The consumer: handles deliveries, several in one transaction, each of them once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import structlog
from sqlalchemy.exc import OperationalError

from shared.clock import real_now
from shared.context import Cause, caused_by
from shared.errors import Problem
from shared.events.catalogue import SnapshotTold
from shared.events.envelope import Envelope, UnreadableEvent
from shared.loops import Loop
from shared.messaging.bus import Bus, Delivery, Letter, Subscription
from shared.messaging.inbox import first_time, first_times, note_buried
from shared.messaging.letters import keep
from shared.messaging.snapshots import take_facts
from shared.metrics import event_handled, event_took_effect
from shared.unit_of_work import UnitOfWork

if TYPE_CHECKING:
    from shared.runtime import Runtime

log = structlog.get_logger()

BATCH = 100
MOST_ATTEMPTS = 5
WAIT_SECONDS = 1.0


@dataclass(frozen=True)
class _Handled:
    """What became of a delivery (as metrics name it), and what settles it after the commit."""

    outcome: str
    settle: Callable[[], None]


class Consumer(Loop):
    """Takes deliveries, applies each once, and acknowledges after the commit.

    What can never be handled (unreadable, or refused by a rule) is buried at once with its
    reason. What the database could not do just now comes again until it can. Anything else
    that fails is delivered again, at most `MOST_ATTEMPTS` times in all.
    """

    def __init__(self, runtime: "Runtime", bus: Bus) -> None:
        super().__init__(f"{runtime.name}-consumer")
        self._runtime = runtime
        self._subscription: Subscription = bus.subscribe(runtime.name, self._keep_dead_letter)

    def turn(self) -> None:
        batch = self._subscription.take(BATCH, WAIT_SECONDS)
        if batch:
            for delivery, handled in zip(batch, self._handle(batch), strict=True):
                self._count(delivery.envelope, handled.outcome)
                handled.settle()

    def stop(self) -> None:
        """Take no more, finish what is in hand, acknowledge it, then hang up."""
        self._subscription.stop_taking()
        super().stop()
        self._subscription.close()

    def _count(self, envelope: Envelope, outcome: str) -> None:
        event_handled(self._runtime.name, envelope.type, outcome)
        if outcome == "applied":
            passed = real_now() - envelope.time
            event_took_effect(self._runtime.name, passed.total_seconds())

    def _handle(self, batch: Sequence[Delivery]) -> list[_Handled]:
        """Apply a batch in one transaction; what to do with each delivery after it.

        Nearly always all goes well, and nothing but the batch needs a savepoint. Where anything
        fails, nothing of it happened, and each delivery is tried in a savepoint of its own.
        """
        try:
            with self._runtime.writing() as uow:
                return self._apply_together(uow, batch)
        except Exception:
            return self._handle_one_by_one(batch)

    def _handle_one_by_one(self, batch: Sequence[Delivery]) -> list[_Handled]:
        try:
            with self._runtime.writing() as uow:
                return [self._apply(uow, delivery) for delivery in batch]
        except Exception as error:
            # The commit itself failed: nothing of this batch happened, and no event is to blame.
            log.exception("batch_failed", service=self._runtime.name, size=len(batch))
            return [_put_off(delivery, error) for delivery in batch]

    def _apply_together(self, uow: UnitOfWork, batch: Sequence[Delivery]) -> list[_Handled]:
        envelopes = [delivery.envelope for delivery in batch]
        new = first_times(uow.connection, envelopes, self._runtime.name)
        handled = []
        for delivery in batch:
            outcome = "repeated"
            if delivery.envelope.id in new:
                new.remove(delivery.envelope.id)
                with caused_by(_cause_of(delivery.envelope)):
                    handle(uow, self._runtime, delivery.envelope)
                outcome = "applied"
            handled.append(_Handled(outcome, delivery.done))
        return handled

    def _apply(self, uow: UnitOfWork, delivery: Delivery) -> _Handled:
        envelope = delivery.envelope
        try:
            with uow.savepoint(), caused_by(_cause_of(envelope)):
                is_new = handle_once(uow, self._runtime, envelope)
        except (UnreadableEvent, Problem) as error:
            return self._burial(uow, delivery, repr(error))
        except OperationalError as error:
            return _put_off(delivery, error)
        except Exception as error:
            log.exception("handler_failed", service=self._runtime.name, type=envelope.type)
            delivery.attempts += 1
            if delivery.attempts < MOST_ATTEMPTS:
                return _put_off(delivery, error)
            return self._burial(uow, delivery, f"after {MOST_ATTEMPTS} attempts: {error!r}")
        return _Handled("applied" if is_new else "repeated", delivery.done)

    def _burial(self, uow: UnitOfWork, delivery: Delivery, reason: str) -> _Handled:
        note_buried(uow.connection, delivery.envelope, self._runtime.name)
        log.error(
            "event_buried", service=self._runtime.name, type=delivery.envelope.type, reason=reason
        )
        return _Handled("buried", partial(delivery.bury, reason))

    def _keep_dead_letter(self, letter: Letter) -> None:
        with self._runtime.plain_writing() as connection:
            keep(connection, letter)


def _put_off(delivery: Delivery, error: Exception) -> _Handled:
    return _Handled("again", partial(delivery.again, repr(error)))


def handle_once(uow: UnitOfWork, runtime: "Runtime", envelope: Envelope) -> bool:
    """Apply an event; False if the inbox says that it was applied before."""
    if not first_time(uow.connection, envelope, runtime.name):
        return False
    handle(uow, runtime, envelope)
    return True


def handle(uow: UnitOfWork, runtime: "Runtime", envelope: Envelope) -> None:
    """Hand an event to its handler; raises `UnreadableEvent` if it has none."""
    event = envelope.event()
    if isinstance(event, SnapshotTold):
        # Who tells is known here alone.
        take_facts(runtime, uow, event, envelope.source)
        return
    handler = runtime.handlers.get(type(event))
    if handler is None:
        raise UnreadableEvent(f"{runtime.name} has no handler for {envelope.type}")
    handler(uow, event)
    uow.session.flush()


def _cause_of(envelope: Envelope) -> Cause:
    return Cause(envelope.cause.correlation_id, envelope.id, envelope.cause.traceparent)
