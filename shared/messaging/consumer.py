"""The consumer: handles deliveries, several in one transaction, each of them once."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

import structlog
from sqlalchemy.exc import OperationalError

from shared import tracing
from shared.clock import real_now
from shared.context import Cause, caused_by
from shared.db import AWAY
from shared.errors import Problem
from shared.events.catalogue import CATALOGUE, SnapshotTold
from shared.events.envelope import Envelope, UnreadableEvent
from shared.loops import Loop
from shared.messaging.bus import Bus, Delivery, Letter, Subscription
from shared.messaging.inbox import first_time, first_times, note_buried
from shared.messaging.letters import keep
from shared.messaging.snapshots import take_facts
from shared.metrics import event_took_effect, events_handled
from shared.service import Batched
from shared.unit_of_work import UnitOfWork

if TYPE_CHECKING:
    from shared.runtime import Runtime

log = structlog.get_logger()

BATCH = 200
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
            envelopes = [delivery.envelope for delivery in batch]
            with tracing.spans.taking(self._runtime.name, envelopes):
                handled = self._handle(batch)
            for one in handled:
                one.settle()
            self._count(envelopes, [h.outcome for h in handled])

    def stop(self) -> None:
        """Take no more, finish what is in hand, acknowledge it, then hang up."""
        self._subscription.stop_taking()
        super().stop()
        self._subscription.close()

    def _count(self, envelopes: Sequence[Envelope], outcomes: Sequence[str]) -> None:
        types = (envelope.type for envelope in envelopes)
        for (type, outcome), number in Counter(zip(types, outcomes, strict=True)).items():
            events_handled(self._runtime.name, type, outcome, number)
        now = real_now()
        for envelope, outcome in zip(envelopes, outcomes, strict=True):
            if outcome == "applied":
                passed = now - envelope.time
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
        except AWAY as error:
            name, size = self._runtime.name, len(batch)
            log.warning("database_away", service=name, put_off=size, error=repr(error))
            return [_put_off(delivery, error, "away") for delivery in batch]
        except Exception as error:
            # The commit itself failed: nothing of this batch happened, and no event is to blame.
            log.exception("batch_failed", service=self._runtime.name, size=len(batch))
            return [_put_off(delivery, error) for delivery in batch]

    def _apply_together(self, uow: UnitOfWork, batch: Sequence[Delivery]) -> list[_Handled]:
        applied = self._first_copies(uow, batch)
        for _, alike in groupby(applied, key=lambda delivery: delivery.envelope.type):
            _handle_alike(uow, self._runtime, [delivery.envelope for delivery in alike])
        return [_Handled("applied" if one in applied else "repeated", one.done) for one in batch]

    def _first_copies(self, uow: UnitOfWork, batch: Sequence[Delivery]) -> dict[Delivery, None]:
        """Those of a batch that were not handled before, in order, each event once."""
        envelopes = [delivery.envelope for delivery in batch]
        new = first_times(uow.connection, envelopes, self._runtime.name)
        found: dict[Delivery, None] = {}
        for delivery in batch:
            if delivery.envelope.id in new:
                new.remove(delivery.envelope.id)
                found[delivery] = None
        return found

    def _apply(self, uow: UnitOfWork, delivery: Delivery) -> _Handled:
        envelope = delivery.envelope
        try:
            with uow.savepoint(), _caused_by(self._runtime.name, [envelope]):
                is_new = handle_once(uow, self._runtime, envelope)
        except (UnreadableEvent, Problem) as error:
            return self._burial(uow, delivery, repr(error))
        except OperationalError as error:
            if error.connection_invalidated:
                # Nothing more can be done in this transaction, for any of them.
                raise
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


def _put_off(delivery: Delivery, error: Exception, outcome: str = "again") -> _Handled:
    return _Handled(outcome, partial(delivery.again, repr(error)))


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
    uow.flush()


def _handle_alike(uow: UnitOfWork, runtime: "Runtime", envelopes: Sequence[Envelope]) -> None:
    """Hand events of one type to their handler: together if it takes them so, else one by one."""
    known = CATALOGUE.get(envelopes[0].type)
    handler = runtime.handlers.get(known) if known else None
    if isinstance(handler, Batched):
        with _caused_by(runtime.name, envelopes):
            handler.together(uow, [envelope.event() for envelope in envelopes])
            uow.flush()
        return
    for envelope in envelopes:
        with _caused_by(runtime.name, [envelope]):
            handle(uow, runtime, envelope)


@contextmanager
def _caused_by(service: str, envelopes: Sequence[Envelope]) -> Iterator[None]:
    """Run a block by which `service` handles events of one type: the first of them caused it."""
    first = envelopes[0]
    with (
        tracing.spans.handling(service, envelopes) as traceparent,
        caused_by(Cause(first.cause.correlation_id, first.id, traceparent)),
    ):
        yield
