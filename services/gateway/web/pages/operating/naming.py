"""What an incident is about, chosen by name: accounts, matches, ladder games.

Each of them is a box to tick in the form, named `about:KIND:ID`; `listed:KIND:ID` says that it
stood there. Somebody looked for by name is offered as one more box.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from services.gateway.web import forms, words
from services.gateway.web.languages import gettext as _
from services.gateway.web.pages.operating import people
from services.gateway.web.visitor import interface

KINDS = ("account", "match", "game")
Ids = Mapping[str, Iterable[str]]


@dataclass(frozen=True)
class Thing:
    """One box: what it stands for in words, and whether it is ticked."""

    kind: str
    id: str
    label: str
    on: bool

    @property
    def name(self) -> str:
        return f"{self.kind}:{self.id}"


def named_in(query: Mapping[str, str]) -> dict[str, list[str]]:
    """What the address of a form names: `account_ids` and so on, with spaces between ids."""
    return {kind: query.get(f"{kind}_ids", "").split() for kind in KINDS}


def chosen(form: Mapping[str, str]) -> dict[str, list[str]]:
    """What is ticked, as the interface takes it."""
    return {f"{kind}_ids": _ids_in(form, f"about:{kind}:") for kind in KINDS}


def is_search(form: Mapping[str, str]) -> bool:
    """Whether a form asks for a name, if only by one that was typed and not looked for yet."""
    text = form.get("find", "").strip()
    return form.get("act") == "find" or (text != "" and text != form.get("looked", ""))


def things(present: Ids) -> list[Thing]:
    """The boxes of a form about `present`: also what was ticked, and whoever was looked for."""
    sent = forms.sent()
    found = {"account": [one["id"] for one in people.named(forms.typed("find").strip())]}
    return [thing for kind in KINDS for thing in _of(kind, present, sent, found.get(kind, []))]


def _of(kind: str, present: Ids, sent: Mapping[str, str], found: list[str]) -> Iterator[Thing]:
    ticked, listed = (_ids_in(sent, f"{mark}:{kind}:") for mark in ("about", "listed"))
    # What has come to an incident since the form was made is not taken away by it.
    on = {*ticked, *(one for one in present[kind] if one not in listed)}
    ids = dict.fromkeys([*present[kind], *ticked, *found])
    labels = _LABELS[kind](list(ids))
    return (Thing(kind, one, labels.get(one, one), one in on) for one in ids)


def _ids_in(form: Mapping[str, str], prefix: str) -> list[str]:
    return [name.removeprefix(prefix) for name in form if name.startswith(prefix)]


def _matches(ids: list[str]) -> dict[str, str]:
    found = (interface().find(f"/matches/{one}") for one in ids)
    return {match["id"]: _match(match) for match in found if match}


def _match(match: dict[str, Any]) -> str:
    versus = f"{match['first']['display_name']} – {match['second']['display_name']}"
    if match["kind"] != "league":
        return f"{words.KINDS[match['kind']]}: {versus}"
    season = interface().find(f"/seasons/{match['season_id']}")
    return _(
        "%(players)s, round %(round)s of %(season)s",
        players=versus,
        round=match["round"],
        season=season["name"] if season else "–",
    )


def _games(ids: list[str]) -> dict[str, str]:
    found = (interface().find(f"/ladder/games/{one}") for one in ids)
    return {game["game_id"]: _game(game) for game in found if game}


def _game(game: dict[str, Any]) -> str:
    versus = " – ".join(one["display_name"] for one in game["players"])
    return f"{words.KINDS['ladder']}: {versus}"


_LABELS = {"account": people.names, "match": _matches, "game": _games}
