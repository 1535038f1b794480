"""What the spans of events tell, and how they hang together.

Events that are handled in one transaction are of different traces, and so is the transaction.
"""

from collections.abc import Sequence

from opentelemetry.context import Context
from opentelemetry.trace import Link, SpanKind, Tracer

from shared.events.envelope import Envelope
from shared.spans.contexts import links_to, read
from shared.spans.doing import present


def parent_of(envelope: Envelope) -> Context:
    """What caused the event."""
    return read(envelope.cause.traceparent)


def note_arrived(tracer: Tracer, envelope: Envelope, began: int) -> None:
    """A span for an event that was sent at `began` (nanoseconds since 1970) and has arrived."""
    if envelope.cause.traceparent is None:
        return
    name, told = f"publish {envelope.type}", told_of(envelope, "send")
    parent, kind = parent_of(envelope), SpanKind.PRODUCER
    tracer.start_span(name, parent, kind, told, start_time=began).end()


def told_of(envelope: Envelope, operation: str) -> dict[str, str]:
    return {
        "messaging.operation.type": operation,
        "messaging.destination.name": envelope.routing_key,
        "justa.request_id": envelope.cause.correlation_id,
    }


def links_of(others: Sequence[Envelope]) -> list[Link]:
    """Links to what caused these events, and last to the transaction in which they are handled."""
    whole = present()
    return links_to(*map(parent_of, others), *([whole.context] if whole else []))
