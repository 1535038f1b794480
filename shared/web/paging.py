"""Lists in pages: `{"items": […], "next": cursor or null}`, `?limit=` 1 to 200, `?cursor=`."""

import base64
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from flask import request

from shared.errors import invalid_field
from shared.web.bodies import is_kept

DEFAULT_LIMIT = 50
HIGHEST_LIMIT = 200

T = TypeVar("T")


@dataclass(frozen=True)
class Page:
    """What a caller asked for. `after` is the key of the last item of the page before."""

    limit: int = DEFAULT_LIMIT
    after: Any = None


def asked_page() -> Page:
    """The page that the present request asks for; raises `Invalid`."""
    return Page(_limit(request.args.get("limit")), _after(request.args.get("cursor")))


def cut(rows: Sequence[T], page: Page, key: Callable[[T], Any]) -> dict[str, Any]:
    """One page out of `rows`, of which the caller fetched `page.limit + 1`."""
    shown = rows[: page.limit]
    more = len(rows) > page.limit
    return {"items": list(shown), "next": cursor(key(shown[-1])) if more else None}


def cut_by_offset(rows: Sequence[T], page: Page) -> dict[str, Any]:
    """One page out of all `rows` of a short list; the cursor is a place in it."""
    start = 0 if page.after is None else page.after
    if type(start) is not int or start < 0:
        raise invalid_field("cursor", "not a cursor of this list")
    shown = rows[start : start + page.limit]
    end = start + len(shown)
    return {"items": list(shown), "next": cursor(end) if end < len(rows) else None}


def cursor(key: Any) -> str:
    raw = json.dumps(key, separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _limit(text: str | None) -> int:
    if text is None:
        return DEFAULT_LIMIT
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:9]) <= HIGHEST_LIMIT:
        raise invalid_field("limit", f"a whole number from 1 to {HIGHEST_LIMIT}")
    return int(text)


def _after(text: str | None) -> Any:
    if text is None:
        return None
    try:
        after = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except (ValueError, RecursionError) as error:
        raise invalid_field("cursor", "not a cursor of this list") from error
    if not is_kept(after):
        raise invalid_field("cursor", "not a cursor of this list")
    return after
