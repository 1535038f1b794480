"""Cutting what can grow into pages, so that no event's body passes 1 MiB."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from shared.events.catalogue import PAGE_SIZE

T = TypeVar("T")


def pages_of(items: Sequence[T], size: int = PAGE_SIZE) -> Iterator[tuple[int, int, tuple[T, ...]]]:
    """Yield (page from 1, pages, items); one empty page where there are no items."""
    pages = max(1, -(-len(items) // size))
    for page in range(1, pages + 1):
        yield page, pages, tuple(items[(page - 1) * size : page * size])
