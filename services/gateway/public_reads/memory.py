"""What anybody may read, kept as ready bytes for a second at most (JUSTA_PUBLIC_READS_SECONDS).

Only answers to people without a login are kept, since nothing in them can be anybody's own. An
event that changes them drops them at once; so long after it was asked for, an answer is gone in
any case. What players do in secret drops nothing: whether an answer is kept must tell nothing.

An edge in front keeps answers as well, and hears of no event. It is told of each until when, so
that what both keep is together no older than that. nginx knows whole seconds alone, so an answer
goes at both with the last whole second that its age allows: after each, one is asked for afresh.
"""

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any, cast
from weakref import WeakSet

from services.gateway.ports import Environ, StartResponse, Wsgi
from services.gateway.public_reads.keepable import (
    Kept,
    has_already,
    is_of_304,
    joined,
    shareable_etag,
)
from services.gateway.routes import read_tag
from shared.runtime import Runtime

MOST_BYTES = 32 * 1024 * 1024
LARGEST = MOST_BYTES // 8
MOST_VERSIONS = 10_000
_CONDITIONS = ("HTTP_IF_NONE_MATCH", "HTTP_IF_MODIFIED_SINCE", "HTTP_RANGE", "HTTP_IF_RANGE")
# Whole seconds since 1970; nginx keeps an answer to the end of the second that is named.
_UNTIL = "X-Accel-Expires"

Key = tuple[str, str]


class PublicReads:
    """The memory of one process, bounded in bytes; the longest unasked-for goes first.

    Nothing gets older than `seconds`; with 0 nothing is kept at all. `wall`, the time of day in
    seconds, is for an edge in front that keeps answers too.
    """

    def __init__(
        self,
        seconds: float,
        clock: Callable[[], float] = time.monotonic,
        most_bytes: int = MOST_BYTES,
        wall: Callable[[], float] | None = None,
    ) -> None:
        self._seconds = seconds
        self._clock = clock
        self._wall = wall
        self._most_bytes = most_bytes
        self._kept: OrderedDict[Key, Kept] = OrderedDict()
        self._keys: dict[str, set[Key]] = {}
        self._bytes = 0
        # Grows whenever something of a tag is dropped: what was asked for before is not kept.
        self._versions: dict[str, int] = {}
        self._epoch = 0
        # What is being asked for just now.
        self._flights: dict[Key, threading.Event] = {}
        self._lock = threading.Lock()
        _memories.add(self)

    def answer(self, environ: Environ, start_response: StartResponse, ask: Wsgi) -> Iterable[bytes]:
        """What is kept, or what `ask` says; 304 where the client has it already."""
        if not self._seconds or "HTTP_IF_MATCH" in environ:
            return ask(environ, start_response)
        key: Key = (environ["PATH_INFO"], environ.get("QUERY_STRING", ""))
        kept = self._find(key) or self._fetch_together(key, environ, start_response, ask)
        if not isinstance(kept, Kept):
            return kept
        if has_already(environ.get("HTTP_IF_NONE_MATCH"), kept.etag):
            start_response("304 Not Modified", [h for h in kept.headers if is_of_304(h[0])])
            return []
        start_response("200 OK", list(kept.headers))
        return [kept.body]

    def drop(self, tags: Iterable[str]) -> None:
        """Forget all that belongs to these tags (`seasons/ID`, `matches/ID`, `ladder` …)."""
        with self._lock:
            for tag in tags:
                self._versions[tag] = self._versions.get(tag, 0) + 1
                for key in self._keys.pop(tag, ()):
                    self._bytes -= self._kept.pop(key).size
            if len(self._versions) > MOST_VERSIONS:
                self._versions.clear()
                self._epoch += 1

    def drop_all(self) -> None:
        with self._lock:
            self._kept.clear()
            self._keys.clear()
            self._bytes = 0
            self._epoch += 1

    def _find(self, key: Key) -> Kept | None:
        with self._lock:
            kept = self._kept.get(key)
            if kept is None:
                return None
            if self._clock() >= kept.until:
                self._remove(key)
                return None
            self._kept.move_to_end(key)
            return kept

    def _fetch_together(
        self, key: Key, environ: Environ, start_response: StartResponse, ask: Wsgi
    ) -> Kept | Iterable[bytes]:
        """One asks, and whoever wants the same meanwhile waits for it: when an answer has grown old
        everybody notices at once. What is not kept, everybody asks for.
        """
        with self._lock:
            flight = self._flights.get(key)
            mine = flight or self._flights.setdefault(key, threading.Event())
        if flight is not None:
            flight.wait(self._seconds)
            return self._find(key) or self._fetch(key, environ, start_response, ask)
        try:
            return self._fetch(key, environ, start_response, ask)
        finally:
            with self._lock:
                del self._flights[key]
            mine.set()

    def _fetch(
        self, key: Key, environ: Environ, start_response: StartResponse, ask: Wsgi
    ) -> Kept | Iterable[bytes]:
        tag = read_tag(key[0])
        until, word = self._terms()
        ticket = self._ticket(tag)
        told: list[tuple[str, list[tuple[str, str]]]] = []
        whole = {name: value for name, value in environ.items() if name not in _CONDITIONS}
        answer = ask(whole, lambda status, headers, _=None: told.append((status, list(headers))))
        body = joined(answer)
        status, headers = told[-1]
        etag = shareable_etag(status, headers)
        if etag is None:
            start_response(status, headers)
            return [body]
        kept = Kept(etag, headers + word, body, tag, until)
        if len(body) > LARGEST:
            start_response(status, kept.headers)
            return [body]
        self._keep(key, kept, ticket)
        return kept

    def _terms(self) -> tuple[float, list[tuple[str, str]]]:
        """Until when an answer that is asked for now may be kept here, and the word to the edge."""
        now = self._clock()
        if self._wall is None:
            return now + self._seconds, []
        asked = self._wall()
        end = math.floor(asked + self._seconds)
        if end <= asked:
            return now + self._seconds, []
        return now + end - asked, [(_UNTIL, f"@{end - 1}")]

    def _ticket(self, tag: str) -> tuple[int, int]:
        with self._lock:
            return self._epoch, self._versions.get(tag, 0)

    def _keep(self, key: Key, kept: Kept, ticket: tuple[int, int]) -> None:
        with self._lock:
            if ticket != (self._epoch, self._versions.get(kept.tag, 0)):
                return
            self._remove(key)
            self._kept[key] = kept
            self._keys.setdefault(kept.tag, set()).add(key)
            self._bytes += kept.size
            while self._bytes > self._most_bytes:
                self._remove(next(iter(self._kept)))

    def _remove(self, key: Key) -> None:
        kept = self._kept.pop(key, None)
        if kept is not None:
            self._bytes -= kept.size
            same = self._keys[kept.tag]
            same.discard(key)
            if not same:
                del self._keys[kept.tag]


def reads_of(runtime: Runtime) -> PublicReads:
    """The one memory of a process."""
    if "public_reads" not in runtime.extras:
        settings = runtime.settings
        wall = time.time if settings.proxies else None
        runtime.extras["public_reads"] = PublicReads(settings.public_reads_seconds, wall=wall)
    return cast(PublicReads, runtime.extras["public_reads"])


def reads_changed(tags: Iterable[str]) -> None:
    """Word inside this process that what belongs to these tags reads otherwise from now on."""
    told = list(tags)
    for memory in list(_memories):
        memory.drop(told)


_memories: "WeakSet[Any]" = WeakSet()


def hear_of_changes(memory: Any) -> None:
    """Have `memory.drop` called as well whenever reads change in this process."""
    _memories.add(memory)
