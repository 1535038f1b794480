"""Everything that there is to see: each address of the interface that can be read, and the stream
of live events, taken from the interface's own description so that none is forgotten."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from services.app.platform import Platform
from tests.e2e.secrecy.listening import EVENTS, live
from tests.e2e.secrecy.people import API, Person, Seen, ask
from tests.e2e.secrecy.stage import Duel, Stage

Sight = dict[str, Seen]
"""What somebody saw at each address."""

# What can be asked of a list beside its first page.
QUERIES: Mapping[str, Sequence[str]] = {
    "/seasons": ("?state=running", "?state=draft"),
    "/seasons/{season_id}/participants": ("?limit=5",),
    "/seasons/{season_id}/rounds": ("?limit=1",),
    "/seasons/{season_id}/rounds/{number}/matches": ("?limit=3",),
    "/seasons/{season_id}/standings": ("?round=0", "?round=1", "?round=0&revision=1"),
    "/seasons/{season_id}/standings/revisions": ("?round=0",),
    "/seasons/{season_id}/export.csv": ("?round=0", "?round=1"),
    "/seasons/{season_id}/export.trf": ("?round=0", "?round=1"),
    "/me/matches": ("?state=open", "?state=scheduled&limit=2", "?state=closed", "?limit=1"),
    "/me/aura": ("?limit=1",),
    "/admin/audit": ("?limit=5",),
    "/admin/incidents": ("?state=open",),
}
MOST_PAGES = 1
LIVE = f"{API}{EVENTS}"


@dataclass(frozen=True)
class Guide:
    """All addresses there are."""

    all: tuple[str, ...]

    def own(self, duel: Duel) -> list[str]:
        """Those at which a player of a match may see other things than everybody else."""
        return [a for a in self.all if a.startswith("/me") or duel.match_id in a]

    def main(self, duel: Duel) -> list[str]:
        """Those at which a secret of a match would most likely show."""
        others = ("/rounds", "/standings", "/admin/audit")
        return self.own(duel) + [a for a in self.all if any(part in a for part in others)]


def guide(platform: Platform, stage: Stage, incident: str) -> Guide:
    document = ask(platform, stage.nobody, "GET", "/openapi.json").json
    templates = [t for t, calls in document["paths"].items() if "get" in calls and t != LIVE]
    inside = (template.removeprefix(API) for template in templates)
    return Guide(tuple(a for template in inside for a in _filled(template, stage, incident)))


def look(platform: Platform, who: Person, addresses: Sequence[str]) -> Sight:
    """Read addresses, lists beyond their first page, and all that somebody was told live."""
    sight: Sight = {}
    for address in addresses:
        sight.update(_pages(platform, who, address))
    sight.update(live(platform, who))
    return sight


def look_again(platform: Platform, who: Person, before: Sight) -> Sight:
    """Ask whether what was seen has changed since."""
    tags = {address: dict(seen.headers).get("ETag") for address, seen in before.items()}
    return {
        address: ask(platform, who, "GET", address, None, {"If-None-Match": tag})
        for address, tag in tags.items()
        if tag
    }


def _pages(platform: Platform, who: Person, address: str) -> Iterator[tuple[str, Seen]]:
    seen = ask(platform, who, "GET", address)
    yield address, seen
    if "limit=" in address:
        for _ in range(MOST_PAGES):
            cursor = seen.json.get("next") if seen.status == 200 else None
            if cursor is None:
                return
            following = f"{address}&cursor={quote(cursor)}"
            seen = ask(platform, who, "GET", following)
            yield following, seen


def _filled(template: str, stage: Stage, incident: str) -> Iterator[str]:
    """The addresses that a template stands for here, with what can be asked of each."""
    addresses = [template]
    for name in re.findall(r"{(\w+)}", template):
        values = _values(template, name, stage, incident)
        addresses = [a.replace(f"{{{name}}}", v) for a in addresses for v in values]
    for address in addresses:
        yield address
        yield from (address + query for query in QUERIES.get(template, ()))


def _values(template: str, name: str, stage: Stage, incident: str) -> Sequence[str]:
    known: dict[str, Sequence[str]] = {
        "season_id": [stage.ladder if template.startswith("/ladder") else stage.season],
        "number": ["1", "2"],
        "match_id": [duel.match_id for duel in stage.duels],
        "game_id": [duel.match_id for duel in stage.duels],
        "incident_id": [incident],
        "letter_id": ["match.1"],
        "table_id": [stage.table],
        "account_id": [str(duel.actor.id) for duel in stage.secret_duels],
    }
    assert name in known, f"Say what to put for {name} in {template}, so that it is looked at."
    return known[name]
