"""Spans for an OpenTelemetry collector: what a request or an event took, and where.

Off (`JUSTA_TRACING`), which is the default, nothing of OpenTelemetry is even loaded: `spans` then
does nothing. The context of a trace travels as the `traceparent` of what is happening
(`shared.context.Cause`), and so through the gateway's hop, the outbox and events.

No span names an account, a match or a season, and none holds what somebody sent, was answered or
stored: not its address, body or headers, no statement's text or parameters, no error's message.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine

if TYPE_CHECKING:
    from shared.events.envelope import Envelope
    from shared.messaging.bus import Arrivals
    from shared.prepared import Asked
    from shared.settings import Settings

Environ = dict[str, Any]
Wsgi = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]
RouteOf = Callable[[Environ], str | None]
"""The template of a request's address, when its answer begins; None if it has none."""
Part = AbstractContextManager[Any]

_NOTHING: Part = nullcontext()


class NoSpans:
    """What everybody calls; here, where tracing is off, it does nothing."""

    on = False

    def served(self, wsgi: Wsgi, _service: str, _route_of: RouteOf) -> Wsgi:
        """`wsgi` with a span for each request, from its arrival until its answer begins."""
        return wsgi

    def watch(self, engine: Engine) -> None:
        """From now on give a span to each statement that SQLAlchemy sends."""

    def asking(self, _connection: Connection, _asked: Sequence["Asked"]) -> Part:
        """A span for prepared statements, which are sent past SQLAlchemy."""
        return _NOTHING

    def committing(self, _connection: Connection) -> Part:
        """A span for a commit with all that travels with it."""
        return _NOTHING

    def publishing(
        self, _service: str, _batch: Sequence["Envelope"], arrivals: "Arrivals"
    ) -> "Arrivals":
        """`arrivals`, with a span for each event of the batch that arrives, from now on."""
        return arrivals

    def taking(self, _service: str, _batch: Sequence["Envelope"]) -> Part:
        """A span for events that are handled in one transaction; they have their own beside it."""
        return _NOTHING

    def handling(
        self, _service: str, envelopes: Sequence["Envelope"]
    ) -> AbstractContextManager[str | None]:
        """A span for handling events of one type; it gives the `traceparent` for what follows."""
        return nullcontext(envelopes[0].cause.traceparent)

    def running(self, _service: str, _timer: str) -> AbstractContextManager[str | None]:
        """A span for one batch of a timer; it gives the `traceparent` for what follows."""
        return _NOTHING

    def end(self) -> None:
        """Send what is left; takes seconds at most, whether anybody listens or not."""


spans: NoSpans = NoSpans()


def is_installed() -> bool:
    """Whether the packages are there that tracing needs (the extra `tracing`)."""
    return all(find_spec(f"opentelemetry{name}") for name in ("", ".sdk", ".exporter"))


def begin(settings: "Settings", command: str) -> None:
    """Trace from now on, if the settings say so: once in a process, after it has forked and before
    it makes a `Runtime`. `command` is what the process was started as, such as `justa web`.
    """
    global spans
    if settings.tracing:
        from shared.spans.collector import to_collector

        spans = to_collector(command)


def end() -> None:
    """Send what is left, and trace no more."""
    global spans
    ended, spans = spans, NoSpans()
    ended.end()
