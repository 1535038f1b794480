"""The dead letters of all services in one list."""

from collections.abc import Callable, Sequence
from typing import Any

from shared.errors import ServiceUnavailable
from shared.web.dead_letters import DeadLetterOut, key_of, place_of
from shared.web.paging import Page, cursor

ReadPage = Callable[[str], Any]
"""A service's own page of its letters; raises `ServiceUnavailable`."""


def join(services: Sequence[str], page: Page, read_page: ReadPage) -> dict[str, Any]:
    """One page, the latest letters first. Services that do not answer are named in `silent`."""
    found: list[dict[str, Any]] = []
    silent, more = [], False
    for service in services:
        try:
            theirs = read_page(service)
        except ServiceUnavailable:
            silent.append(service)
        else:
            found += DeadLetterOut(many=True).load(theirs["items"])
            more = more or theirs["next"] is not None
    found.sort(key=place_of, reverse=True)
    shown = found[: page.limit]
    more = more or len(found) > page.limit
    return {"items": shown, "next": cursor(key_of(shown[-1])) if more else None, "silent": silent}
