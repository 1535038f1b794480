"""The spans of statements: those that SQLAlchemy sends, and those sent past it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from opentelemetry.trace import Span, SpanKind
from sqlalchemy import Connection, Engine, event

from shared.prepared import Asked
from shared.spans import wording
from shared.spans.doing import Doing, blame, doing, ending, present


def watch(engine: Engine) -> None:
    """Give a span to each statement that SQLAlchemy sends as part of something."""
    system = engine.dialect.name

    def begin(_conn: Any, _cursor: Any, text: str, _given: Any, execution: Any, _many: Any) -> None:
        if (whole := present()) is not None:
            execution.justa_span = _span(whole, system, [text])

    event.listen(engine, "before_cursor_execute", begin)
    event.listen(engine, "after_cursor_execute", _end)
    event.listen(engine, "handle_error", _fail)


@contextmanager
def asking(connection: Connection, asked: Sequence[Asked]) -> Iterator[None]:
    """A span for prepared statements that are sent together."""
    whole, dialect = present(), connection.dialect
    if whole is None or not asked:
        yield
        return
    texts = [statement.compiled(dialect).text for statement, _ in asked]
    with ending(_span(whole, dialect.name, texts)):
        yield


@contextmanager
def committing(connection: Connection) -> Iterator[None]:
    """A span for a commit; what travels with it is part of it."""
    whole = present()
    if whole is None:
        yield
        return
    with doing(whole.tracer, _span(whole, connection.dialect.name, ["COMMIT"])):
        yield


def _end(*told: Any) -> None:
    execution = told[4]
    if (span := getattr(execution, "justa_span", None)) is not None:
        span.end()


def _fail(told: Any) -> None:
    span = getattr(told.execution_context, "justa_span", None)
    # What fails later, such as fetching, has ended it already.
    if span is not None and span.is_recording():
        blame(span, told.original_exception)
        span.end()


def _span(whole: Doing, system: str, texts: Sequence[str]) -> Span:
    told: dict[str, str | int] = {"db.system.name": system}
    if len(texts) > 1:
        told["db.operation.batch.size"] = len(texts)
    else:
        told |= wording.told(texts[0])
    return whole.tracer.start_span(_joined(tuple(texts)), whole.context, SpanKind.CLIENT, told)


@lru_cache(maxsize=500)
def _joined(texts: tuple[str, ...]) -> str:
    return ", ".join(wording.name(text) for text in texts)
