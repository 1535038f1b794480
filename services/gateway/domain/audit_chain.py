"""The chain that makes a missing or changed line of the audit log show.

Every line entered, and every answer that completes one, is a link. A link's digest covers the
digest before it, so that nothing can be taken out, put in or changed without all later digests
being others. Whoever has written down a digest elsewhere can tell whether all up to it still
stands. Digests are made of ids, never of names: an account can be deleted and the chain holds.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Literal

BEGINNING = ""


@dataclass(frozen=True, slots=True)
class Line:
    """An operator's act as the log has it; `status` is null until its answer came."""

    id: str
    at: datetime
    account_id: str
    method: str
    path: str
    reason: str | None
    request_id: str
    status: int | None


@dataclass(frozen=True, slots=True)
class Link:
    """The `number`th link: a line entered, or answered. `line` is None if the log lacks it."""

    number: int
    kind: Literal["entered", "answered"]
    entry_id: str
    digest: str
    line: Line | None


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong at a link; at number 0 it is not the place of any link."""

    number: int
    entry_id: str
    what: Literal[
        "link_missing",
        "line_missing",
        "line_changed",
        "line_not_linked",
        "end_missing",
        "other_past",
    ]


def entered_digest(before: str, number: int, line: Line) -> str:
    """The digest of the link for a line that is entered; its status is not known yet."""
    at = line.at.astimezone(UTC).isoformat()
    content = (line.id, at, line.account_id, line.method, line.path, line.reason, line.request_id)
    return _digest(before, number, "entered", *content)


def answered_digest(before: str, number: int, entry_id: str, status: int) -> str:
    """The digest of the link for the status of a line's answer."""
    return _digest(before, number, "answered", entry_id, status)


def faults(links: Iterable[Link], head: tuple[int, str]) -> Iterator[Fault]:
    """Everything wrong with the links, given in order; `head` is the last one's number and digest.

    After a fault it goes on from the digest as it is stored, so that each is told once.
    """
    number, digest = 0, BEGINNING
    for link in links:
        if link.number != number + 1:
            yield Fault(number + 1, "", "link_missing")
        elif link.line is None:
            yield Fault(link.number, link.entry_id, "line_missing")
        elif link.digest != _expected(digest, link, link.line):
            yield Fault(link.number, link.entry_id, "line_changed")
        number, digest = link.number, link.digest
    if (number, digest) != head:
        yield Fault(number + 1, "", "end_missing")


def _expected(before: str, link: Link, line: Line) -> str:
    if link.kind == "entered":
        return entered_digest(before, link.number, line)
    # A status that is not there any more matches no digest.
    return answered_digest(before, link.number, line.id, -1 if line.status is None else line.status)


def _digest(before: str, *content: str | int | None) -> str:
    text = json.dumps([before, *content], ensure_ascii=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()
