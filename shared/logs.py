"""One shape of log line for every process: JSON for machines, coloured lines for a terminal.

Codes, guesses, passwords and tokens are never handed to a logger; `_redact` is the net below.
"""

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

_SECRET_KEYS = frozenset(
    {"password", "token", "access_token", "refresh_token", "code", "guess", "secret", "key"}
)


def _redact(_logger: Any, _method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    for key in _SECRET_KEYS.intersection(line):
        line[key] = "…"
    return line


def configure_logs(level: str = "INFO", *, as_json: bool | None = None) -> None:
    """Set up structlog and the standard library's logging (gunicorn, SQLAlchemy) alike."""
    machine = not sys.stderr.isatty() if as_json is None else as_json
    common: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        _redact,
    ]
    renderer = (
        structlog.processors.JSONRenderer()
        if machine
        else structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    )
    number = logging.getLevelNamesMapping()[level.upper()]
    structlog.configure(
        processors=[*common, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=common,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(max(number, logging.WARNING))
    # The broker's library tells a failed connection in half a dozen errors; we tell it in one line.
    logging.getLogger("pika").setLevel(logging.CRITICAL)
    # Each batch of spans that finds no collector is told once, not at every try.
    logging.getLogger("opentelemetry.exporter").setLevel(logging.ERROR)
