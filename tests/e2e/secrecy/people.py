"""People with an address and maybe a login, and what they are answered, to the byte."""

import json
import re
from dataclasses import dataclass
from typing import Any

from werkzeug.test import Client, TestResponse

from services.app.platform import Platform

API = "/api/v1"
REQUEST_ID = "the-same-in-both-worlds"
_NOTED_AT = re.compile(rb'"seen_at":\s*"[^"]*"')


@dataclass(frozen=True)
class Person:
    """Somebody who calls. Everyone has a network address of their own."""

    name: str
    address: str
    id: str | None = None
    token: str | None = None


@dataclass(frozen=True)
class Seen:
    """An answer as it went over the wire; only what the machine's own time says is left out: the
    date, and when a network or device was noted (with the tag of such an answer), which is told
    to its own account alone.
    """

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str | None:
        """The code of a refusal."""
        return self.json["code"] if self.status >= 400 else None


def open_as(
    platform: Platform,
    who: Person,
    method: str,
    path: str,
    body: Any = None,
    headers: dict[str, str] | None = None,
    *,
    buffered: bool = True,
) -> TestResponse:
    """Ask as somebody. A body of bytes goes as it is, anything else as JSON."""
    sent = {"X-Request-Id": REQUEST_ID, **(headers or {})}
    if who.token:
        sent["Authorization"] = f"Bearer {who.token}"
    given = {"data": body} if isinstance(body, bytes) else {"json": body}
    return Client(platform.wsgi, use_cookies=False).open(
        API + path,
        method=method,
        headers=sent,
        environ_base={"REMOTE_ADDR": who.address},
        buffered=buffered,
        **({} if body is None else given),
    )


def ask(platform: Platform, who: Person, method: str, path: str, *given: Any) -> Seen:
    """Ask and keep all of the answer; `given` is the body and further headers."""
    answer = open_as(platform, who, method, path, *given)
    return kept(answer, answer.get_data())


def kept(answer: TestResponse, body: bytes) -> Seen:
    told, noted = _NOTED_AT.subn(b"", body)
    left_out = ("Date", "ETag") if noted else ("Date",)
    headers = tuple(sorted(pair for pair in answer.headers if pair[0] not in left_out))
    return Seen(answer.status_code, headers, told)


def made(platform: Platform, who: Person, method: str, path: str, body: Any = None) -> Any:
    """Ask for something that must succeed; the body of the answer."""
    seen = ask(platform, who, method, path, body)
    assert seen.status < 300, (who.name, method, path, seen)
    return seen.json if seen.body else None
