"""The one place where refusals become answers: RFC 9457 problem+json, in English or Spanish."""

import json
from http import HTTPStatus
from typing import Any

import structlog
from flask import Flask, Response, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.exceptions import HTTPException

from shared.errors import BadRequest, Problem
from shared.web.spanish import SPANISH
from shared.web.spanish_sentences import in_spanish

log = structlog.get_logger()

LANGUAGES = ("en", "es")
FRAMEWORK: dict[int, tuple[str, str]] = {
    400: ("bad_request", "The request cannot be understood"),
    404: ("not_found", "There is no such thing"),
    405: ("method_not_allowed", "That method is not for this address"),
    406: ("not_acceptable", "There is no answer of that media type"),
    413: ("too_large", "The request is too large"),
    415: ("unsupported_media_type", "Send JSON"),
    422: ("invalid", "Some fields are not acceptable"),
}


def translate_problems(app: Flask) -> None:
    """Give every error of `app`, the framework's own included, the form of problem+json."""
    app.register_error_handler(Problem, problem_response)
    app.register_error_handler(HTTPException, http_problem)
    app.register_error_handler(RecursionError, _too_deep)
    app.register_error_handler(Exception, unexpected)


def problem_response(problem: Problem, language: str | None = None) -> Response:
    """The answer for `problem`, in `language` or else in what the present request prefers."""
    language = language or spoken_language(request.accept_languages)
    body = problem_body(problem, language)
    response = Response(
        json.dumps(body, ensure_ascii=False), problem.status, mimetype="application/problem+json"
    )
    response.headers["Content-Language"] = language
    if problem.retry_after is not None:
        response.headers["Retry-After"] = str(problem.retry_after)
    return response


def problem_body(problem: Problem, language: str | None = None) -> dict[str, Any]:
    """The members of an answer for `problem`, for where it is a part of another answer too."""
    language = language or spoken_language(request.accept_languages)
    body: dict[str, Any] = {
        "type": f"urn:justa:problem:{problem.code}",
        "title": _title(problem.code, problem.title, language),
        "status": problem.status,
        "detail": _detail(problem, language),
        "code": problem.code,
    }
    if problem.status == 422:
        body["errors"] = _errors(problem, language)
    return body


def http_problem(error: HTTPException) -> Response:
    """A framework's error (unknown path, wrong method, malformed or unacceptable body)."""
    status = error.code or 500
    problem = Problem(errors=_field_errors(error))
    problem.status = status
    problem.code, problem.title = FRAMEWORK.get(status, ("http_error", HTTPStatus(status).phrase))
    response = problem_response(problem)
    allowed = getattr(error, "valid_methods", None)
    if allowed:
        response.headers["Allow"] = ", ".join(sorted(allowed))
    return response


def _too_deep(_error: RecursionError) -> Response:
    """JSON nested deeper than anybody means it."""
    return problem_response(BadRequest("The request is nested too deeply"))


def unexpected(error: Exception) -> Response:
    """A fault of ours: logged with its trace, told without any."""
    log.error("request_failed", path=request.path, exc_info=error)
    return problem_response(Problem())


def _field_errors(error: HTTPException) -> dict[str, list[str]]:
    """webargs' nested messages, flattened to dotted fields."""
    messages = (getattr(error, "data", None) or {}).get("messages", {})
    flat: dict[str, list[str]] = {}
    for location in messages.values() if isinstance(messages, dict) else ():
        _flatten(location, "", flat)
    return flat


def field_errors(messages: Any) -> dict[str, list[str]]:
    """A schema's nested messages by dotted field."""
    flat: dict[str, list[str]] = {}
    _flatten(messages, "", flat)
    return flat


def _flatten(node: Any, path: str, flat: dict[str, list[str]]) -> None:
    if isinstance(node, dict):
        for key, inner in node.items():
            step = "" if key == "_schema" else str(key)
            _flatten(inner, ".".join(filter(None, (path, step))), flat)
    else:
        flat.setdefault(path or "body", []).extend(str(message) for message in node)


def spoken_language(accepted: LanguageAccept) -> str:
    """The best of the accepted languages that we speak; a dialect counts as its language."""
    offered = (tag.split("-")[0].lower() for tag, quality in accepted if quality > 0)
    return next((language for language in offered if language in LANGUAGES), LANGUAGES[0])


def _title(code: str, english: str, language: str) -> str:
    return SPANISH.get(code, english) if language == "es" else english


def _errors(problem: Problem, language: str) -> dict[str, list[str]]:
    if language != "es":
        return problem.errors
    return {field: list(map(in_spanish, told)) for field, told in problem.errors.items()}


def _detail(problem: Problem, language: str) -> str:
    """The sentence of this one case. What an operator or a fault said stays as it was said."""
    english = problem.detail or problem.title
    said = in_spanish(english) if language == "es" else english
    if problem.detail is None and said == english:
        return _title(problem.code, problem.title, language)
    return said
