"""Reads from the services in somebody's own name: the caller's, or a player's who is written to."""

import io
import json
from typing import Any
from urllib.parse import urlencode

from werkzeug.test import create_environ

from services.gateway.ports import Services
from services.gateway.routes import route_of
from shared.context import current_cause
from shared.errors import ServiceUnavailable
from shared.web.tokens import Caller, sign

HIGHEST_LIMIT = 200
RETRY_SECONDS = 2


class Asker:
    """Asks the services as `caller`; no transaction of ours may be open meanwhile."""

    def __init__(
        self, services: Services, caller: Caller, secret: str, request_id: str | None = None
    ) -> None:
        self._services = services
        self._caller = caller
        self._secret = secret
        self._request_id = request_id
        # An answer that is made while it is sent, asks on when nothing is known of this any more.
        cause = current_cause()
        self._traceparent = cause.traceparent if cause else None

    def read_list(self, path: str) -> list[Any]:
        """All items of the list at `path`, page by page; none where there is no such list.

        Raises `ServiceUnavailable` if a page cannot be had.
        """
        items: list[Any] = []
        cursor: str | None = ""
        while cursor is not None:
            page = self.ask(path, limit=HIGHEST_LIMIT, cursor=cursor)
            if page is None:
                return items
            items.extend(page["items"])
            cursor = page["next"]
        return items

    def ask(self, path: str, **query: Any) -> Any:
        """What is at `path`; None where nothing is. Raises `ServiceUnavailable`."""
        route = route_of(path)
        assert route is not None, path
        return self.ask_service(route.service, path, query)

    def ask_service(self, service: str, path: str, query: dict[str, Any]) -> Any:
        """What `service` has at `path`, also where no client may ask; otherwise like `ask`."""
        statuses: list[str] = []
        environ = self._environ(service, path, query)
        try:
            body = b"".join(
                self._services.call(service, environ, lambda status, *_: statuses.append(status))
            )
        except Exception as error:
            raise ServiceUnavailable(retry_after=RETRY_SECONDS) from error
        if statuses[0].startswith("404"):
            return None
        if not statuses[0].startswith("200"):
            raise ServiceUnavailable(retry_after=RETRY_SECONDS)
        return json.loads(body)

    def _environ(self, service: str, path: str, query: dict[str, Any]) -> dict[str, Any]:
        given = urlencode({name: value for name, value in query.items() if value})
        environ = create_environ(path, query_string=given)
        environ["wsgi.input"] = io.BytesIO()
        word = sign(self._caller, self._secret, service)
        environ["HTTP_AUTHORIZATION"] = f"Bearer {word}"
        if self._request_id:
            environ["HTTP_X_REQUEST_ID"] = self._request_id
        if self._traceparent:
            environ["HTTP_TRACEPARENT"] = self._traceparent
        return environ
