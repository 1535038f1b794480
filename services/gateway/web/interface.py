"""The public interface, called in process: the same calls, bytes and refusals as for any client."""

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from services.gateway.ports import Environ, Wsgi
from services.gateway.routes import BASE
from services.gateway.web.nobody import in_readers_words
from services.gateway.web.refused import Refused

HIGHEST_LIMIT = 200
# What an inner call takes over from the page's own request: where it came from, what it is part of.
_KEPT = (
    "REMOTE_ADDR",
    "REMOTE_PORT",
    "SERVER_NAME",
    "SERVER_PORT",
    "SERVER_PROTOCOL",
    "HTTP_HOST",
    "HTTP_USER_AGENT",
    "HTTP_X_REQUEST_ID",
    "HTTP_TRACEPARENT",
)


@dataclass(frozen=True)
class Answer:
    """An answer that was no refusal; `body` is parsed JSON, or None if it was empty."""

    status: int
    headers: Mapping[str, str]
    raw: bytes

    @property
    def body(self) -> Any:
        return json.loads(self.raw, object_hook=in_readers_words) if self.raw else None

    @property
    def etag(self) -> str:
        return self.headers.get("etag", "")


class Interface:
    """The interface as one reader sees it: `token` is theirs, None for anybody."""

    def __init__(self, call: Wsgi, asked: Environ, language: str, token: str | None) -> None:
        self._call = call
        self._asked = asked
        self._language = language
        self.token = token

    def get(self, path: str, **query: Any) -> Any:
        """What `path` tells; raises `Refused`."""
        return self.ask("GET", path, query=query).body

    def find(self, path: str, **query: Any) -> Any:
        """What `path` tells, or None where there is nothing to tell yet."""
        try:
            return self.get(path, **query)
        except Refused as refusal:
            if refusal.status in (404, 409):
                return None
            raise

    def every(self, path: str, most: int = 2000, **query: Any) -> list[Any]:
        """The items of a list, page by page, up to `most`."""
        items: list[Any] = []
        cursor: str | None = ""
        while cursor is not None and len(items) < most:
            page = self.get(path, limit=HIGHEST_LIMIT, cursor=cursor, **query)
            items.extend(page["items"])
            cursor = page.get("next")
        return items

    def send(
        self, method: str, path: str, body: Any = None, *, key: str = "", if_match: str = ""
    ) -> Any:
        """Change something; the same `key` again changes it once. Raises `Refused`."""
        headers = {"HTTP_IDEMPOTENCY_KEY": key, "HTTP_IF_MATCH": if_match}
        return self.ask(method, path, body=body, headers=headers).body

    def ask(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """One call; raises `Refused` for anything but success."""
        told: list[tuple[str, list[tuple[str, str]]]] = []

        def start(status: str, sent: list[tuple[str, str]], _exc: Any = None) -> None:
            told.append((status, sent))

        answer = self._call(
            self._environ(method, as_wsgi(path), query or {}, body, headers or {}), start
        )
        try:
            raw = b"".join(answer)
        finally:
            getattr(answer, "close", lambda: None)()
        status, sent = told[-1]
        found = Answer(int(status[:3]), {name.lower(): value for name, value in sent}, raw)
        if found.status >= 400:
            raise Refused(found.status, _problem(found))
        return found

    def _environ(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any],
        body: Any,
        headers: Mapping[str, str],
    ) -> Environ:
        payload = b"" if body is None else json.dumps(body).encode()
        asked = {name: value for name, value in query.items() if value not in (None, "", [])}
        environ = {name: self._asked[name] for name in _KEPT if name in self._asked}
        environ |= {name: value for name, value in headers.items() if value}
        environ |= {name: self._asked[name] for name in self._asked if name.startswith("wsgi.")}
        environ |= {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": "",
            "PATH_INFO": BASE + path,
            "QUERY_STRING": urlencode(asked, doseq=True),
            "HTTP_ACCEPT": "application/json",
            "HTTP_ACCEPT_LANGUAGE": self._language,
            "CONTENT_LENGTH": str(len(payload)),
            "wsgi.input": io.BytesIO(payload),
        }
        if payload:
            environ["CONTENT_TYPE"] = "application/json"
        if self.token:
            environ["HTTP_AUTHORIZATION"] = f"Bearer {self.token}"
        return environ


def as_wsgi(text: str) -> str:
    """An address as WSGI has it: each byte of its UTF-8 a letter of its own."""
    return text.encode().decode("latin-1")


def _problem(answer: Answer) -> Mapping[str, Any]:
    try:
        found = answer.body
    except ValueError:
        found = None
    return found if isinstance(found, dict) else {}
