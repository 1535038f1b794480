"""Clients of the platform: a caller with a login, over any transport."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import quote

BASE = "/api/v1"


class Client(Protocol):
    """A way to the platform."""

    def request(
        self,
        method: str,
        path: str,
        json: Any = None,
        headers: dict[str, str] | None = None,
        token: str | None = None,
    ) -> Any:
        """Something that unpacks to the status, headers and body of the answer."""
        ...


@dataclass(frozen=True)
class Answer:
    """What came back. Header names are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: Any
    asked: str

    def expect(self, *statuses: int) -> Any:
        """The body, if the status is one of these."""
        assert self.status in statuses, f"{self.asked} gave {self.status}: {self.body}"
        return self.body

    def refused(self, status: int, code: str) -> None:
        """A refusal in problem form."""
        found = (self.status, self.body.get("code") if isinstance(self.body, dict) else None)
        assert found == (status, code), f"{self.asked} gave {found}, expected {(status, code)}"
        assert self.headers["content-type"].startswith("application/problem+json"), self.asked


class Caller:
    """Someone with or without an account; logs in again when a token has run out."""

    def __init__(self, client: Client, email: str | None = None, password: str | None = None):
        self.client, self.email, self.password = client, email, password
        self.token: str | None = None
        self.account: dict[str, Any] = {}

    def log_in(self) -> None:
        credentials = {"email": self.email, "password": self.password}
        body = self._send("POST", "/sessions", credentials, {}).expect(201)
        self.token, self.account = body["access_token"], body["account"]

    def ask(
        self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        answer = self._send(method, path, body, headers or {})
        if answer.status == 401 and self.token is not None and self.email is not None:
            self.token = None
            self.log_in()
            answer = self._send(method, path, body, headers or {})
        return answer

    def get(self, path: str) -> Any:
        return self.ask("GET", path).expect(200)

    def post(self, path: str, body: Any, *statuses: int) -> Any:
        return self.ask("POST", path, body).expect(*statuses or (200,))

    def items(self, path: str, limit: int | None = None) -> list[Any]:
        """Every item of a list, page by page."""
        items: list[Any] = []
        query = [f"limit={limit}"] if limit else []
        cursor: str | None = None
        while True:
            page = query + ([f"cursor={quote(cursor)}"] if cursor else [])
            glue = "&" if "?" in path else "?"
            body = self.get(path + (glue + "&".join(page) if page else ""))
            assert not limit or len(body["items"]) <= limit, f"{path} ignores its limit"
            items += body["items"]
            cursor = body.get("next")
            if cursor is None:
                return items

    def _send(self, method: str, path: str, body: Any, headers: Mapping[str, str]) -> Answer:
        status, given, content = self.client.request(
            method, BASE + path, json=body, headers=dict(headers), token=self.token
        )
        lower = {name.lower(): value for name, value in given.items()}
        return Answer(status, lower, _parsed(content), f"{method} {path} {body or ''}")


def _parsed(content: Any) -> Any:
    if isinstance(content, bytes):
        content = content.decode()
    if not isinstance(content, str):
        return content
    try:
        return json.loads(content)
    except ValueError:
        return content or None
