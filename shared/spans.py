"""The spans of `shared.tracing` where tracing is on; nobody else knows OpenTelemetry.

What is being done just now is kept in a variable of the context. A statement asked outside of all
that, as by those who look every half a second whether something is due, begins no trace.
"""

import os
import socket
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from functools import lru_cache
from http import HTTPMethod
from time import time_ns
from typing import Any

from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import (
    Link,
    Span,
    SpanKind,
    StatusCode,
    Tracer,
    get_current_span,
    set_span_in_context,
)
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from sqlalchemy import Connection, Engine, event

from shared import statements
from shared.events.envelope import Envelope
from shared.messaging.bus import Arrivals
from shared.prepared import Asked
from shared.tracing import Environ, NoSpans, RouteOf, Wsgi

END_SECONDS = 3.0
# Those who look after a process ask them every few seconds.
_NOT_TRACED = frozenset({"/healthz", "/readyz"})
_METHODS = frozenset(HTTPMethod)
_TRACE_CONTEXT = TraceContextTextMapPropagator()
_NOWHERE = Context()

Attributes = dict[str, str | int]
Headers = list[tuple[str, str]]


class _Doing:
    """What is being done: the tracer of its service, and what its parts are parts of."""

    def __init__(self, tracer: Tracer, span: Span) -> None:
        self.tracer = tracer
        self.span = span
        self.context = set_span_in_context(span, _NOWHERE)


_doing: ContextVar[_Doing | None] = ContextVar("justa_doing", default=None)


def to_collector(command: str) -> "Spans":
    """Spans for the collector that OpenTelemetry's own variables name (`OTEL_EXPORTER_OTLP_…`).

    They wait in a queue that is bounded, and are sent by a thread of its own; those that find it
    full, or nobody who listens, are lost, and no more.
    """
    return Spans(BatchSpanProcessor(OTLPSpanExporter()), command)


class Spans(NoSpans):
    """Spans by way of `processor`, for all services of this process."""

    def __init__(self, processor: SpanProcessor, command: str) -> None:
        self._processor = processor
        self._command = command
        self._tracers: dict[str, Tracer] = {}

    def served(self, wsgi: Wsgi, service: str, route_of: RouteOf) -> Wsgi:
        def answer(environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
            if environ["PATH_INFO"] in _NOT_TRACED:
                return wsgi(environ, start_response)
            method = _method(environ)
            parent = _told(environ.get("HTTP_TRACEPARENT"))
            with self._part(service, method, SpanKind.SERVER, parent) as span:
                if (traceparent := _written(span)) is not None:
                    # Whoever answers, takes this for what the request is part of.
                    environ["HTTP_TRACEPARENT"] = traceparent
                span.set_attribute("http.request.method", method)

                def start(status: str, headers: Headers, exc_info: Any = None) -> Any:
                    # Frameworks forget an address's template as soon as it is answered.
                    _name_route(span, method, route_of(environ))
                    _note_answer(span, status, headers)
                    return start_response(status, headers, exc_info)

                return wsgi(environ, start)

        return answer

    def watch(self, engine: Engine) -> None:
        system = engine.dialect.name

        def begin(
            _connection: Any, _cursor: Any, text: str, _given: Any, context: Any, _many: bool
        ) -> None:
            if (doing := _doing.get()) is not None:
                context.justa_span = _statement(doing, system, [text])

        def end(*told: Any) -> None:
            if (span := getattr(told[4], "justa_span", None)) is not None:
                span.end()

        def fail(told: Any) -> None:
            span = getattr(told.execution_context, "justa_span", None)
            if span is not None and span.is_recording():
                _blame(span, told.original_exception)
                span.end()

        event.listen(engine, "before_cursor_execute", begin)
        event.listen(engine, "after_cursor_execute", end)
        event.listen(engine, "handle_error", fail)

    @contextmanager
    def asking(self, connection: Connection, asked: Sequence[Asked]) -> Iterator[None]:
        doing = _doing.get()
        if doing is None or not asked:
            yield
            return
        dialect = connection.dialect
        texts = [statement.compiled(dialect).text for statement, _ in asked]
        with _ending(_statement(doing, dialect.name, texts)):
            yield

    @contextmanager
    def committing(self, connection: Connection) -> Iterator[None]:
        doing = _doing.get()
        if doing is None:
            yield
            return
        with _within(doing.tracer, _statement(doing, connection.dialect.name, ["COMMIT"])):
            yield

    def publishing(self, service: str, batch: Sequence[Envelope], arrivals: Arrivals) -> Arrivals:
        began, tracer = time_ns(), self._tracer(service)

        def arrived() -> set[str]:
            found = arrivals()
            for envelope in batch:
                if envelope.id in found and envelope.cause.traceparent:
                    _published(tracer, envelope, began)
            return found

        return arrived

    def taking(self, service: str, batch: Sequence[Envelope]) -> AbstractContextManager[Any]:
        links = [link for envelope in batch for link in _links(_parent(envelope))]
        size: Attributes = {"messaging.batch.message_count": len(batch)}
        return self._part(service, "take events", SpanKind.CONSUMER, _NOWHERE, size, links)

    @contextmanager
    def handling(self, service: str, envelopes: Sequence[Envelope]) -> Iterator[str | None]:
        first, *others = envelopes
        links = [link for envelope in others for link in _links(_parent(envelope))]
        if (doing := _doing.get()) is not None:
            links += _links(doing.context)
        with self._part(
            service,
            f"handle {first.type}",
            SpanKind.CONSUMER,
            _parent(first),
            _of_event(first, "process"),
            links,
        ) as span:
            yield _written(span)

    @contextmanager
    def running(self, service: str, timer: str) -> Iterator[str | None]:
        with self._part(service, f"timer {timer}", SpanKind.INTERNAL, _NOWHERE) as span:
            yield _written(span)

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
        attributes: Attributes | None = None,
        links: Sequence[Link] = (),
    ) -> AbstractContextManager[Span]:
        tracer = self._tracer(service)
        return _within(tracer, tracer.start_span(name, parent, kind, attributes, links))

    def _tracer(self, service: str) -> Tracer:
        """Each service has its own, whichever process it is in: that is what names it."""
        found = self._tracers.get(service)
        if found is None:
            provider = TracerProvider(
                resource=_resource(service, self._command), shutdown_on_exit=False
            )
            provider.add_span_processor(self._processor)
            found = self._tracers[service] = provider.get_tracer("justa")
        return found


def _resource(service: str, command: str) -> Resource:
    return Resource.create(
        {
            "service.namespace": "justa",
            "service.name": service,
            "service.instance.id": f"{socket.gethostname()}:{os.getpid()}",
            "process.command": command,
            "process.pid": os.getpid(),
            "host.name": socket.gethostname(),
        }
    )


@contextmanager
def _within(tracer: Tracer, span: Span) -> Iterator[Span]:
    """Everything in the block is part of `span`, which ends with it."""
    token = _doing.set(_Doing(tracer, span))
    try:
        with _ending(span):
            yield span
    finally:
        _doing.reset(token)


@contextmanager
def _ending(span: Span) -> Iterator[None]:
    try:
        yield
    except BaseException as error:
        _blame(span, error)
        raise
    finally:
        span.end()


def _blame(span: Span, error: BaseException) -> None:
    """Tell the kind of error and nothing else: messages hold what was sent or stored."""
    span.set_attribute("error.type", type(error).__qualname__)
    span.set_status(StatusCode.ERROR)


def _statement(doing: _Doing, system: str, texts: Sequence[str]) -> Span:
    attributes: Attributes = {"db.system.name": system}
    if len(texts) > 1:
        attributes["db.operation.batch.size"] = len(texts)
    else:
        attributes |= statements.told(texts[0])
    name = _joined(tuple(texts))
    return doing.tracer.start_span(name, doing.context, SpanKind.CLIENT, attributes)


@lru_cache(maxsize=500)
def _joined(texts: tuple[str, ...]) -> str:
    return ", ".join(statements.name(text) for text in texts)


def _published(tracer: Tracer, envelope: Envelope, began: int) -> None:
    tracer.start_span(
        f"publish {envelope.type}",
        _parent(envelope),
        SpanKind.PRODUCER,
        _of_event(envelope, "send"),
        start_time=began,
    ).end()


def _of_event(envelope: Envelope, operation: str) -> Attributes:
    return {
        "messaging.operation.type": operation,
        "messaging.destination.name": envelope.routing_key,
        "justa.request_id": envelope.cause.correlation_id,
    }


def _parent(envelope: Envelope) -> Context:
    return _told(envelope.cause.traceparent)


def _told(traceparent: str | None) -> Context:
    """What something is part of that happened elsewhere or before; nothing if that is unknown."""
    if traceparent is None:
        return _NOWHERE
    return _TRACE_CONTEXT.extract({"traceparent": traceparent}, _NOWHERE)


def _links(context: Context) -> list[Link]:
    told = get_current_span(context).get_span_context()
    return [Link(told)] if told.is_valid else []


def _written(span: Span) -> str | None:
    """None where OpenTelemetry's own variables switch it off."""
    carrier: dict[str, str] = {}
    _TRACE_CONTEXT.inject(carrier, set_span_in_context(span, _NOWHERE))
    return carrier.get("traceparent")


def _method(environ: Environ) -> str:
    """Anybody can call theirs what they like."""
    method: str = environ["REQUEST_METHOD"]
    return method if method in _METHODS else "_OTHER"


def _note_answer(span: Span, status: str, headers: Headers) -> None:
    code = int(status[:3])
    span.set_attribute("http.response.status_code", code)
    if code >= 500:
        span.set_status(StatusCode.ERROR)
    for name, value in headers:
        if name.lower() == "x-request-id":
            span.set_attribute("justa.request_id", value)


def _name_route(span: Span, method: str, route: str | None) -> None:
    if route is not None:
        span.update_name(f"{method} {route}")
        span.set_attribute("http.route", route)
