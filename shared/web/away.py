"""A database that does not answer, or not in time, is told as a service that is away for now."""

import structlog
from flask import Flask, Response

from shared.db import AWAY
from shared.errors import ServiceUnavailable
from shared.web.problems import problem_response

log = structlog.get_logger()

RETRY_SECONDS = 2


def away(error: Exception) -> ServiceUnavailable:
    log.warning("database_away", error=repr(error))
    return ServiceUnavailable(retry_after=RETRY_SECONDS)


def translate_absence(app: Flask) -> None:
    """Answer 503 where the database of `app` lets a request down: nothing of it happened."""
    for kind in AWAY:
        app.register_error_handler(kind, _answer)


def _answer(error: Exception) -> Response:
    return problem_response(away(error))
