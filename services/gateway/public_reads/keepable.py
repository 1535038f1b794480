"""Which answers are the same for everybody, and what of one is kept."""

from collections.abc import Iterable
from dataclasses import dataclass

# An answer and its place in the memory cost about so much beside the body.
OVERHEAD = 2_000
_NOT_SHARED = ("private", "no-store")


@dataclass(frozen=True)
class Kept:
    """A whole answer of status 200."""

    etag: str
    headers: list[tuple[str, str]]
    body: bytes
    tag: str
    until: float

    @property
    def size(self) -> int:
        return len(self.body) + OVERHEAD


def joined(answer: Iterable[bytes]) -> bytes:
    try:
        return b"".join(answer)
    finally:
        close = getattr(answer, "close", None)
        if close:
            close()


def shareable_etag(status: str, headers: list[tuple[str, str]]) -> str | None:
    """The tag of an answer that is the same for everybody; None for any other."""
    told = {name.lower(): value for name, value in headers}
    for_all = not any(word in told.get("cache-control", "") for word in _NOT_SHARED)
    if not status.startswith("200") or "set-cookie" in told or not for_all:
        return None
    return told.get("etag")


def has_already(asked: str | None, etag: str) -> bool:
    if not asked:
        return False
    offered = {one.strip().removeprefix("W/") for one in asked.split(",")}
    return "*" in offered or etag.removeprefix("W/") in offered


def is_of_304(name: str) -> bool:
    return name.lower() in ("etag", "cache-control", "vary", "content-location", "expires")
