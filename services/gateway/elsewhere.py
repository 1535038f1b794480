"""Reads a caller's lists from the services, in the caller's own name."""

import io
import json
from typing import Any
from urllib.parse import urlencode

from services.gateway.asking import IDENTITY
from services.gateway.ports import Environ, Services
from services.gateway.routes import route_of
from shared.errors import NotFound, ServiceUnavailable

HIGHEST_LIMIT = 200


def read_list(services: Services, asked: Environ, path: str) -> list[Any]:
    """All items of the list at `path`, page by page; `asked` is the present request.

    Raises `ServiceUnavailable` if a page cannot be had.
    """
    items: list[Any] = []
    cursor: str | None = ""
    while cursor is not None:
        page = _read(services, asked, path, {"limit": HIGHEST_LIMIT, "cursor": cursor})
        items.extend(page["items"])
        cursor = page["next"]
    return items


def _read(services: Services, asked: Environ, path: str, query: dict[str, Any]) -> Any:
    route = route_of(path)
    if route is None:
        raise NotFound
    statuses: list[str] = []
    environ = {
        **{name: value for name, value in asked.items() if not name.startswith("HTTP_IF_")},
        "REQUEST_METHOD": "GET",
        "PATH_INFO": path,
        "QUERY_STRING": urlencode({name: value for name, value in query.items() if value}),
        "CONTENT_LENGTH": "",
        "wsgi.input": io.BytesIO(),
        # What the gateway itself was told is no word to anybody else.
        "HTTP_AUTHORIZATION": f"Bearer {asked[IDENTITY].word_to(route.service)}",
    }
    try:
        body = b"".join(
            services.call(route.service, environ, lambda status, *_: statuses.append(status))
        )
    except Exception as error:
        raise ServiceUnavailable(retry_after=2) from error
    if not statuses[0].startswith("200"):
        raise ServiceUnavailable(retry_after=2)
    return json.loads(body)
