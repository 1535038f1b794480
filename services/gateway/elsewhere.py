"""Reads lists from the services, in the caller's own name."""

import io
import json
from typing import Any
from urllib.parse import urlencode

from services.gateway.ports import Environ, Services
from services.gateway.routes import route_of
from shared.errors import NotFound, ServiceUnavailable

HIGHEST_LIMIT = 200


def read_list(services: Services, asked: Environ, path: str) -> list[Any]:
    """All items of the list at `path`, page by page; `asked` is the present request.

    Raises `ServiceUnavailable` if a page cannot be had.
    """
    route = route_of(path)
    if route is None:
        raise NotFound
    items: list[Any] = []
    cursor: str | None = ""
    while cursor is not None:
        query = {"limit": HIGHEST_LIMIT, "cursor": cursor}
        page = read_page(services, asked, route.service, path, query)
        items.extend(page["items"])
        cursor = page["next"]
    return items


def read_page(
    services: Services, asked: Environ, service: str, path: str, query: dict[str, Any]
) -> Any:
    """What `service` answers at `path`; raises `ServiceUnavailable` if that cannot be had."""
    statuses: list[str] = []
    environ = {
        **{name: value for name, value in asked.items() if not name.startswith("HTTP_IF_")},
        "REQUEST_METHOD": "GET",
        "PATH_INFO": path,
        "QUERY_STRING": urlencode({name: value for name, value in query.items() if value}),
        "CONTENT_LENGTH": "",
        "wsgi.input": io.BytesIO(),
    }
    try:
        body = b"".join(services.call(service, environ, lambda status, *_: statuses.append(status)))
    except Exception as error:
        raise ServiceUnavailable(retry_after=2) from error
    if not statuses[0].startswith("200"):
        raise ServiceUnavailable(retry_after=2)
    return json.loads(body)
