"""What must be public about a round once it has closed."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.e2e.secrecy.acting import DRAWN, Move
from tests.e2e.secrecy.people import Seen, ask
from tests.e2e.secrecy.stage import Duel
from tests.e2e.secrecy.world import World

Shown = dict[str, Any]
Done = tuple[Move, Seen]
"""What somebody did, and was answered."""

RESULTS: Mapping[str, tuple[str, str]] = {
    "saves and changes a draft, looks around, logs in again": ("opponent", "forfeit"),
    "confirms, again, and what is refused": ("draw", "unsolved"),
    "solves, with keys, repeatedly": ("actor", "only_solver"),
    "runs out of attempts, clues and Aura": ("draw", "unsolved"),
    "comes at the last and at the first moment": ("draw", "unsolved"),
    "has withdrawn, and plays on": ("draw", "unsolved"),
    "is disqualified, and goes on trying": ("opponent", "forfeit"),
}
"""Who wins, and by what, if the secrets are acted out."""
SILENCE = ("opponent", "forfeit")


def match_as_seen(world: World, duel: Duel) -> Shown:
    """A match as it is published: the same to everyone."""
    path = f"/matches/{duel.match_id}"
    shown: Shown = ask(world.platform, world.stage.nobody, "GET", path).json
    for who in [*world.watchers, duel.actor, duel.opponent]:
        theirs = ask(world.platform, who, "GET", path).json
        assert {**theirs, "you": None} == {**shown, "you": None}, who
    return shown


def side_of(shown: Shown, account_id: str | None) -> str:
    return "first" if shown["first"]["account_id"] == account_id else "second"


def outcome(shown: Shown, duel: Duel) -> tuple[str, str]:
    """Who won and by what, in terms of the duel's actor."""
    sides = {side_of(shown, duel.actor.id): "actor", side_of(shown, duel.opponent.id): "opponent"}
    result = shown["result"]
    return sides.get(result["outcome"], result["outcome"]), result["by"]


def side_to_publish(done: Sequence[Done]) -> Shown:
    """What a side must show: what its player was answered in secret, all of it."""
    attempts = {a["number"]: a for a in _made(done, "/attempts")}
    code = _confirmed(done)
    return {
        "code": code or DRAWN,
        "code_generated": code is None,
        "attempts": [_without(attempts[n], "solved", "attempts_left") for n in sorted(attempts)],
        "clues": [_without(c, "aura_spent", "aura_balance") for c in _made(done, "/clues")],
        "solved": any(a["solved"] for a in attempts.values()),
    }


def without_instants(side: Shown) -> Shown:
    """A published side but for whose it is and when what happened."""
    moves = {kind: [_without(m, "at") for m in side[kind]] for kind in ("attempts", "clues")}
    return {**_without(side, "account_id", "display_name"), **moves}


def _made(done: Sequence[Done], end: str) -> list[Shown]:
    return [s.json for move, s in done if move.path.endswith(end) and s.status == 201]


def _confirmed(done: Sequence[Done]) -> str | None:
    own = [s.json for move, s in done if move.path.endswith("/code") and s.status == 200]
    return next((side["code"] for side in own if side["code_confirmed"]), None)


def _without(shown: Shown, *fields: str) -> Shown:
    return {name: value for name, value in shown.items() if name not in fields}
