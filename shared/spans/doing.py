"""What is being done just now, in a variable of the context.

A statement asked outside of all that, as by those who look every half a second whether something
is due, begins no trace.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from opentelemetry.trace import Span, StatusCode, Tracer

from shared.spans.contexts import within


class Doing:
    """What is done: the tracer of its service, and what its parts are parts of."""

    def __init__(self, tracer: Tracer, span: Span) -> None:
        self.tracer = tracer
        self.context = within(span)


_doing: ContextVar[Doing | None] = ContextVar("justa_doing", default=None)


def present() -> Doing | None:
    return _doing.get()


@contextmanager
def doing(tracer: Tracer, span: Span) -> Iterator[Span]:
    """Everything in the block is part of `span`, which ends with it."""
    token = _doing.set(Doing(tracer, span))
    try:
        with ending(span):
            yield span
    finally:
        _doing.reset(token)


@contextmanager
def ending(span: Span) -> Iterator[None]:
    """`span` ends with the block."""
    try:
        yield
    except BaseException as error:
        blame(span, error)
        raise
    finally:
        span.end()


def blame(span: Span, error: BaseException) -> None:
    """Tell the kind of error and nothing else: messages hold what was sent or stored."""
    span.set_attribute("error.type", type(error).__qualname__)
    span.set_status(StatusCode.ERROR)
