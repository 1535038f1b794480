"""Traces as they are written down: the `traceparent` of the W3C."""

from opentelemetry.context import Context
from opentelemetry.trace import Link, Span, get_current_span, set_span_in_context
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

NOWHERE = Context()
_TRACE_CONTEXT = TraceContextTextMapPropagator()


def within(span: Span) -> Context:
    """Where the parts of `span` belong."""
    return set_span_in_context(span, NOWHERE)


def read(traceparent: str | None) -> Context:
    """What something is part of that happened elsewhere or before; nothing if that is unknown."""
    if traceparent is None:
        return NOWHERE
    return _TRACE_CONTEXT.extract({"traceparent": traceparent}, NOWHERE)


def written(span: Span) -> str | None:
    """None where OpenTelemetry's own variables switch it off."""
    carrier: dict[str, str] = {}
    _TRACE_CONTEXT.inject(carrier, within(span))
    return carrier.get("traceparent")


def links_to(*contexts: Context) -> list[Link]:
    """Links to those that are known."""
    told = (get_current_span(context).get_span_context() for context in contexts)
    return [Link(one) for one in told if one.is_valid]
