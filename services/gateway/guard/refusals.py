"""How the edge itself refuses: the services' own form of error, without their machinery."""

from collections.abc import Iterable

from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from services.gateway.ports import Environ, StartResponse
from shared.errors import Problem
from shared.web.problems import problem_response, spoken_language


def refuse(problem: Problem, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
    response = problem_response(problem, _asked_language(environ))
    return response(environ, start_response)


def _asked_language(environ: Environ) -> str:
    given = environ.get("HTTP_ACCEPT_LANGUAGE")
    return spoken_language(parse_accept_header(given, LanguageAccept))
