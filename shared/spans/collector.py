"""Where spans begin, each by the tracer of its service, and how they reach a collector."""

import os
import socket
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from time import time_ns
from typing import Any

from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Link, Span, SpanKind, Tracer
from sqlalchemy import Connection, Engine

from shared.events.envelope import Envelope
from shared.messaging.bus import Arrivals
from shared.prepared import Asked
from shared.spans import asking, handing, requests
from shared.spans.contexts import NOWHERE, links_to, read, written
from shared.spans.doing import doing
from shared.tracing import Environ, NoSpans, RouteOf, Wsgi

END_SECONDS = 3.0


def to_collector(command: str) -> "Spans":
    """Spans for the collector that OpenTelemetry's own variables name (`OTEL_EXPORTER_OTLP_…`).

    They wait in a queue that is bounded, and are sent by a thread of its own; those that find it
    full, or nobody who listens, are lost, and no more.
    """
    return Spans(BatchSpanProcessor(OTLPSpanExporter()), command)


class Spans(NoSpans):
    """Spans by way of `processor`, for all services of this process."""

    on = True

    def __init__(self, processor: SpanProcessor, command: str) -> None:
        self._processor = processor
        self._command = command
        self._tracers: dict[str, Tracer] = {}

    def served(self, wsgi: Wsgi, service: str, route_of: RouteOf) -> Wsgi:
        def answer(environ: Environ, start_response: requests.StartResponse) -> Iterable[bytes]:
            if environ["PATH_INFO"] in requests.NOT_TRACED:
                return wsgi(environ, start_response)
            method, parent = requests.method_of(environ), read(environ.get("HTTP_TRACEPARENT"))
            with self._part(service, method, SpanKind.SERVER, parent) as span:
                requests.begin(span, environ)
                return wsgi(environ, requests.noting(span, environ, route_of, start_response))

        return answer

    def watch(self, engine: Engine) -> None:
        asking.watch(engine)

    def asking(
        self, connection: Connection, asked: Sequence[Asked]
    ) -> AbstractContextManager[None]:
        return asking.asking(connection, asked)

    def committing(self, connection: Connection) -> AbstractContextManager[None]:
        return asking.committing(connection)

    def publishing(self, service: str, batch: Sequence[Envelope], arrivals: Arrivals) -> Arrivals:
        began, tracer = time_ns(), self._tracer(service)

        def arrived() -> set[str]:
            found = arrivals()
            for envelope in batch:
                if envelope.id in found:
                    handing.note_arrived(tracer, envelope, began)
            return found

        return arrived

    def taking(self, service: str, batch: Sequence[Envelope]) -> AbstractContextManager[Span]:
        links = links_to(*map(handing.parent_of, batch))
        size = {"messaging.batch.message_count": len(batch)}
        return self._part(service, "take events", SpanKind.CONSUMER, NOWHERE, size, links)

    @contextmanager
    def handling(self, service: str, envelopes: Sequence[Envelope]) -> Iterator[str | None]:
        first, *others = envelopes
        name, parent = f"handle {first.type}", handing.parent_of(first)
        told, links = handing.told_of(first, "process"), handing.links_of(others)
        with self._part(service, name, SpanKind.CONSUMER, parent, told, links) as span:
            yield written(span)

    @contextmanager
    def running(self, service: str, timer: str) -> Iterator[str | None]:
        with self._part(service, f"timer {timer}", SpanKind.INTERNAL, NOWHERE) as span:
            yield written(span)

    def end(self) -> None:
        # The library waits for a silent collector longer than anybody who stops us does.
        ending = threading.Thread(target=self._processor.shutdown, daemon=True)
        ending.start()
        ending.join(END_SECONDS)

    def _part(
        self,
        service: str,
        name: str,
        kind: SpanKind,
        parent: Context,
        told: Any = None,
        links: Sequence[Link] = (),
    ) -> AbstractContextManager[Span]:
        tracer = self._tracer(service)
        return doing(tracer, tracer.start_span(name, parent, kind, told, links))

    def _tracer(self, service: str) -> Tracer:
        """Each service has its own, whichever process it is in: that is what names it."""
        found = self._tracers.get(service)
        if found is None:
            resource = _resource(service, self._command)
            provider = TracerProvider(resource=resource, shutdown_on_exit=False)
            provider.add_span_processor(self._processor)
            found = self._tracers[service] = provider.get_tracer("justa")
        return found


def _resource(service: str, command: str) -> Resource:
    host, process = socket.gethostname(), os.getpid()
    return Resource.create(
        {
            "service.namespace": "justa",
            "service.name": service,
            "service.instance.id": f"{host}:{process}",
            "process.command": command,
            "process.pid": process,
            "host.name": host,
        }
    )
