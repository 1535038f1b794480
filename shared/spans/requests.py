"""What the span of a request tells: its method, its address's template, how it was answered."""

from collections.abc import Callable
from http import HTTPMethod
from typing import Any

from opentelemetry.trace import Span, StatusCode

from shared.spans.contexts import written
from shared.tracing import Environ, RouteOf

# Those who look after a process ask these every few seconds.
NOT_TRACED = frozenset({"/healthz", "/readyz"})
_METHODS = frozenset(HTTPMethod)

Headers = list[tuple[str, str]]
StartResponse = Callable[..., Any]


def method_of(environ: Environ) -> str:
    """Anybody can call theirs what they like."""
    method: str = environ["REQUEST_METHOD"]
    return method if method in _METHODS else "_OTHER"


def begin(span: Span, environ: Environ) -> None:
    """Have whoever answers take `span` for what the request is part of."""
    span.set_attribute("http.request.method", method_of(environ))
    if (traceparent := written(span)) is not None:
        environ["HTTP_TRACEPARENT"] = traceparent


def noting(
    span: Span, environ: Environ, route_of: RouteOf, start_response: StartResponse
) -> StartResponse:
    """`start_response`, by which `span` learns how the request is answered."""

    def start(status: str, headers: Headers, exc_info: Any = None) -> Any:
        # Frameworks forget an address's template as soon as it is answered.
        _note_route(span, environ, route_of(environ))
        _note_answer(span, status, headers)
        return start_response(status, headers, exc_info)

    return start


def _note_route(span: Span, environ: Environ, route: str | None) -> None:
    if route is not None:
        span.update_name(f"{method_of(environ)} {route}")
        span.set_attribute("http.route", route)


def _note_answer(span: Span, status: str, headers: Headers) -> None:
    code = int(status[:3])
    span.set_attribute("http.response.status_code", code)
    if code >= 500:
        span.set_status(StatusCode.ERROR)
    for name, value in headers:
        if name.lower() == "x-request-id":
            span.set_attribute("justa.request_id", value)
