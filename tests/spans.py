"""Spans kept in memory: what was traced, for tests to look at."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from shared import tracing
from shared.spans.collector import Spans
from tests.waiting import until


class Traced:
    """Some of the spans that were kept: those that `look` gives."""

    def __init__(self, look: Callable[[], Sequence[ReadableSpan]]) -> None:
        self._look = look

    def all(self) -> list[ReadableSpan]:
        return list(self._look())

    def find(self, service: str, name: str) -> list[ReadableSpan]:
        return [span for span in self.all() if service_of(span) == service and span.name == name]

    def one(self, service: str, name: str) -> ReadableSpan:
        """The only one; waits until it has ended."""
        (found,) = until(lambda: self.find(service, name), what=f"{service}: {name}")
        return found

    def parts_of(self, span: ReadableSpan) -> list[ReadableSpan]:
        """What is directly part of it, in the order in which it began."""
        parts = [one for one in self.all() if one.parent and one.parent.span_id == id_of(span)]
        return sorted(parts, key=lambda one: one.start_time or 0)

    def way_to(self, span: ReadableSpan) -> list[str]:
        """What it is part of, the whole first: each as `service: name`."""
        by_id = {id_of(one): one for one in self.all()}
        way: list[str] = []
        known: ReadableSpan | None = span
        while known is not None:
            way.insert(0, f"{service_of(known)}: {known.name}")
            known = by_id.get(known.parent.span_id) if known.parent else None
        return way


class Kept:
    """The spans that have ended."""

    def __init__(self) -> None:
        self._exporter = InMemorySpanExporter()
        self.spans = Spans(SimpleSpanProcessor(self._exporter), "tests")

    def so_far(self) -> Traced:
        """Those that have ended by now."""
        found = self._exporter.get_finished_spans()
        return Traced(lambda: found)

    def from_now(self) -> Traced:
        """Those that end from now on."""
        before = len(self._exporter.get_finished_spans())
        return Traced(lambda: self._exporter.get_finished_spans()[before:])


@contextmanager
def kept_spans() -> Iterator[Kept]:
    """Trace what is made within the block."""
    kept = Kept()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tracing, "spans", kept.spans)
        yield kept


def service_of(span: ReadableSpan) -> str:
    return str(span.resource.attributes["service.name"])


def id_of(span: ReadableSpan) -> int:
    assert span.context is not None
    return span.context.span_id


def trace_of(span: ReadableSpan) -> int:
    assert span.context is not None
    return span.context.trace_id
