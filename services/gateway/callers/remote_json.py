"""Asking another party's server for JSON, and remembering for a while what it said."""

import json
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

import structlog
import urllib3

from shared.errors import ServiceUnavailable

log = structlog.get_logger()

MOST_BYTES = 256 * 1024


class RemoteJson:
    """Raises `ServiceUnavailable` where there is no answer, or none that is JSON."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._http = urllib3.PoolManager(timeout=urllib3.Timeout(connect=3, read=5), retries=False)
        self._remembered: dict[str, tuple[float, dict[str, Any]]] = {}
        self._lock = threading.Lock()

    def get(self, address: str, within: float) -> dict[str, Any]:
        """What is at `address`, fetched no longer ago than `within` seconds."""
        with self._lock:
            at, known = self._remembered.get(address, (0.0, None))
            if known is not None and self._clock() < at + within:
                return known
        status, found = self.ask("GET", address)
        if status != 200:
            raise ServiceUnavailable(retry_after=5)
        with self._lock:
            self._remembered[address] = (self._clock(), found)
        return found

    def ask(
        self,
        method: str,
        address: str,
        form: dict[str, str] | None = None,
        further: Mapping[str, str] | None = None,
    ) -> tuple[int, dict[str, Any]]:
        """Status and answer, which is empty where it is no object. `form` is sent as its body."""
        body = urlencode(form) if form else None
        headers = {"Accept": "application/json", **(further or {})}
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            with self._http.request(
                method, address, body=body, headers=headers, redirect=False, preload_content=False
            ) as answer:
                found = json.loads(answer.read(MOST_BYTES) or b"{}")
        except (urllib3.exceptions.HTTPError, ValueError, OSError) as error:
            log.warning("other_server_silent", error=type(error).__name__)
            raise ServiceUnavailable(retry_after=5) from error
        return answer.status, found if isinstance(found, dict) else {}
