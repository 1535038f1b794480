"""Live events: heard while they happen, and read again from where somebody left off."""

import re
import threading
from collections.abc import Iterator

from werkzeug.test import TestResponse

from services.app.platform import Platform
from tests.e2e.secrecy.people import Person, Seen, kept, open_as

EVENTS = "/events"
PATIENCE_SECONDS = 30
_ID = re.compile(rb"^id: (\S+)$", re.MULTILINE)


def live(platform: Platform, who: Person) -> dict[str, Seen]:
    """What a stream begun now tells at once: where it begins, and all that was missed."""
    fresh = _begun(platform, who, {})
    present = last_id(fresh.body)
    told = {
        f"{EVENTS} from {start}": _begun(platform, who, {"Last-Event-ID": start}, until=present)
        for start in ("0-0", "1-1")
    }
    return {EVENTS: fresh, **told}


def last_id(told: bytes) -> bytes:
    found: list[bytes] = _ID.findall(told)
    return found[-1]


def _begun(platform: Platform, who: Person, headers: dict[str, str], until: bytes = b"") -> Seen:
    """A stream's first chunk, and the next ones until an id has come."""
    answer = open_as(platform, who, "GET", EVENTS, None, headers, buffered=False)
    chunks = _chunks(answer)
    told = next(chunks)
    while until and last_id(told) != until:
        told += next(chunks)
    answer.close()
    return kept(answer, told)


def _chunks(answer: TestResponse) -> Iterator[bytes]:
    return (chunk for chunk in answer.response if isinstance(chunk, bytes))


class Listener:
    """Hears everything that somebody is told from now on, until the platform stops."""

    def __init__(self, platform: Platform, who: Person) -> None:
        answer = open_as(platform, who, "GET", EVENTS, buffered=False)
        self._chunks = _chunks(answer)
        self._told = next(self._chunks)
        self._more = threading.Condition()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def told_until(self, id: bytes) -> bytes:
        """All that was told when the event `id` has been."""
        with self._more:
            heard = self._more.wait_for(lambda: last_id(self._told) == id, PATIENCE_SECONDS)
            assert heard, (id, self._told)
            return self._told

    def join(self) -> None:
        self._thread.join(PATIENCE_SECONDS)

    def _listen(self) -> None:
        for chunk in self._chunks:
            # Comments only keep the line open.
            if not chunk.startswith(b":"):
                with self._more:
                    self._told += chunk
                    self._more.notify_all()
