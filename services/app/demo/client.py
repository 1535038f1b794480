"""A plain client of the HTTP interface."""

import json
from collections.abc import Callable
from typing import Any

import urllib3

Pause = Callable[[float], bool]
"""Waits so many seconds; True if it was told to give up meanwhile."""

MOST_RETRIES = 20
_TIMEOUT = urllib3.Timeout(connect=5, read=30)


class Refused(Exception):
    """An answer that is no success: its status, its stable code and what it says."""

    def __init__(self, status: int, body: Any) -> None:
        problem = body if isinstance(body, dict) else {}
        self.status = status
        self.code: str = problem.get("code", "")
        super().__init__(f"{status} {self.code}: {problem.get('detail')} {problem.get('errors')}")


class Untimely(Refused):
    """Refused because of the state that things are in by now (409)."""


class GivenUp(Exception):
    """The demonstration is to stop."""


class Client:
    """Calls one platform; waits where it is asked to come again later.

    `pause` is how it waits, so that a stopping program need not wait with it.
    """

    def __init__(self, address: str, pause: Pause) -> None:
        self._base = f"{address}/api/v1"
        self._pause = pause
        self._http = urllib3.PoolManager(maxsize=4, timeout=_TIMEOUT, retries=False)

    def call(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        """The answer's body; raises `Refused`, or `GivenUp` while waiting."""
        for _ in range(MOST_RETRIES):
            status, content, seconds = self._send(method, path, body, token)
            if status not in (429, 503):
                break
            self.wait(seconds)
        answer = json.loads(content) if content else None
        if status >= 400:
            raise (Untimely if status == 409 else Refused)(status, answer)
        return answer

    def wait(self, seconds: float) -> None:
        if self._pause(seconds):
            raise GivenUp

    def _send(
        self, method: str, path: str, body: Any, token: str | None
    ) -> tuple[int, bytes, float]:
        """Status, content, and the seconds to wait where it is to come again."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        given = {} if body is None else {"json": body}
        try:
            answer = self._http.request(method, self._base + path, headers=headers, **given)
        except urllib3.exceptions.HTTPError:
            # Starting, or on its way out.
            return 503, b"", 1.0
        return answer.status, answer.data, float(answer.headers.get("Retry-After", "1"))
