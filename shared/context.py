"""What every line of log and every event inherits: which request this work belongs to."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

import structlog

_VALID_REQUEST_ID = re.compile(r"[A-Za-z0-9._:-]{1,128}")
_VALID_TRACEPARENT = re.compile(r"[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}")


@dataclass(frozen=True)
class Cause:
    """Why something happens now.

    `correlation_id`: the request id of the client's call that started the chain.
    `causation_id`: the id of the event being handled, if any.
    `traceparent`: what it is part of, as a W3C trace context; where nothing is traced
    (`shared.tracing`), that of whoever called, passed on as it came.
    """

    correlation_id: str
    causation_id: str | None = None
    traceparent: str | None = None


_current: ContextVar[Cause | None] = ContextVar("justa_cause", default=None)


def current_cause() -> Cause | None:
    return _current.get()


@contextmanager
def caused_by(cause: Cause) -> Iterator[None]:
    """Run a block of work under `cause`: its logs and its events carry it."""
    token = _current.set(cause)
    try:
        with structlog.contextvars.bound_contextvars(request_id=cause.correlation_id):
            yield
    finally:
        _current.reset(token)


def accepted_request_id(offered: str | None) -> str | None:
    """The client's own request id if it is fit to be repeated in headers and logs."""
    return offered if offered and _VALID_REQUEST_ID.fullmatch(offered) else None


def accepted_traceparent(offered: str | None) -> str | None:
    """The client's own trace context if it is one: it is stored with events, and sent on."""
    return offered if offered and _VALID_TRACEPARENT.fullmatch(offered) else None
