"""A whole finished season as one JSON file, put together from what the services publish.

It is written while it is read, page by page, so that a large season costs no more memory than a
small one. Everything in it is public and read as nobody in particular.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from services.gateway.domain.errors import SeasonNotFinished
from services.gateway.domain.season_file import FORMAT, LISTS, SeasonDigest
from services.gateway.routes import BASE
from services.gateway.to_services.asker import HIGHEST_LIMIT, Asker
from shared.errors import NotFound, ServiceUnavailable

_LISTED = {
    "participants": "participants",
    "departures": "departures",
    "rounds": "rounds",
    "matches": "matches",
    "acts": "standings/acts",
}


def finished_season(asker: Asker, season_id: str) -> dict[str, Any]:
    """The season that is to be written; raises `NotFound` or `SeasonNotFinished`."""
    season: dict[str, Any] | None = asker.ask(_path(season_id))
    if season is None:
        raise NotFound("There is no such season")
    if season["state"] != "finished":
        raise SeasonNotFinished
    return season


def season_file(asker: Asker, season: dict[str, Any]) -> Iterator[str]:
    """The file's text in pieces. Raises `ServiceUnavailable` in the middle if a service goes."""
    digest = SeasonDigest()
    digest.add("format", FORMAT)
    digest.add("season", season)
    yield f'{{"format": {_written(FORMAT)},\n"season": {_written(season)}'
    for part in LISTS:
        yield f',\n"{part}": ['
        yield from _items(_read(asker, season["id"], part), partial(digest.add, part))
        yield "]"
    yield f',\n"digest": {_written(digest.hexdigest())}}}\n'


def season_tag(asker: Asker, season: dict[str, Any]) -> str:
    """What the file follows from, short: where this is the same, the file says the same.

    No move is made in a finished season, and whatever else changes a match is an act.
    """
    digest = SeasonDigest()
    digest.add("season", season)
    for part in LISTS:
        if part == "tables":
            _note_all(digest, part, _pages(asker, _path(season["id"], "standings/revisions")))
        elif part != "matches":
            _note_all(digest, part, _read(asker, season["id"], part))
    return digest.hexdigest()[:32]


def _note_all(digest: SeasonDigest, part: str, items: Iterable[Any]) -> None:
    for item in items:
        digest.add(part, item)


def _items(items: Iterable[Any], note: Callable[[Any], None]) -> Iterator[str]:
    separator = "\n"
    for item in items:
        note(item)
        yield f"{separator}{_written(item)}"
        separator = ",\n"


def _read(asker: Asker, season_id: str, part: str) -> Iterator[Any]:
    if part == "tables":
        return _tables(asker, season_id)
    items = _pages(asker, _path(season_id, _LISTED[part]))
    return map(_lasting, items) if part == "matches" else items


def _lasting(match: dict[str, Any]) -> dict[str, Any]:
    """A match without what is said of it only for as long as operators look into it."""
    return {name: value for name, value in match.items() if name != "under_review"}


def _tables(asker: Asker, season_id: str) -> Iterator[Any]:
    """Every revision of every table, with the acts that it counts."""
    for issue in _pages(asker, _path(season_id, "standings/revisions")):
        wanted = {"round": str(issue["round"]), "revision": str(issue["revision"])}
        table = _found(asker.ask(_path(season_id, "standings"), **wanted))
        kept = {
            name: issue[name] for name in ("round", "revision", "act", "published_at", "digest")
        }
        yield {**kept, "items": table["items"]}


def _pages(asker: Asker, path: str) -> Iterator[Any]:
    cursor: str | None = ""
    while cursor is not None:
        page = _found(asker.ask(path, limit=HIGHEST_LIMIT, cursor=cursor))
        yield from page["items"]
        cursor = page["next"]


def _found(answer: Any) -> Any:
    """What a finished season has, every service has heard of, or soon will."""
    if answer is None:
        raise ServiceUnavailable(retry_after=2)
    return answer


def _path(season_id: str, what: str = "") -> str:
    return f"{BASE}/seasons/{season_id}/{what}".rstrip("/")


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
