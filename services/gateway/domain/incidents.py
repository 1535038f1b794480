"""Incidents: what operators look into, and the acts that they can decide on.

`open` → `under_review` → `decided` or `dismissed`; operators can go back and forth. While one is
under review, so are the results of the matches that it names. Deciding does nothing but call the
services' acts as the operator who decides.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from shared.errors import invalid_field


class State(StrEnum):
    OPEN = "open"
    UNDER_REVIEW = "under_review"
    DECIDED = "decided"
    DISMISSED = "dismissed"


@dataclass(frozen=True, slots=True)
class Act:
    """A call of the interface: its path with the ids it names, and the fields of its body."""

    path: str
    needs: tuple[str, ...]
    body: tuple[str, ...] = ()

    def path_for(self, target: Mapping[str, str]) -> str:
        return self.path.format(**target)

    def body_for(self, target: Mapping[str, str], reason: str) -> dict[str, str]:
        return {name: target[name] for name in self.body} | {"reason": reason}


ACTS: Mapping[str, Act] = {
    "annul": Act("/matches/{match_id}/annul", ("match_id",)),
    "correct": Act("/matches/{match_id}/correct", ("match_id", "outcome"), ("outcome",)),
    "disqualify": Act(
        "/seasons/{season_id}/disqualifications", ("season_id", "account_id"), ("account_id",)
    ),
    "review": Act("/ladder/games/{game_id}/review", ("game_id",)),
    "void": Act("/ladder/games/{game_id}/void", ("game_id",)),
    "unvoid": Act("/ladder/games/{game_id}/unvoid", ("game_id",)),
    "settle": Act("/ladder/games/{game_id}/settle", ("game_id", "decision"), ("decision",)),
    "disqualify_from_ladder": Act(
        "/ladder/seasons/{season_id}/disqualifications",
        ("season_id", "account_id"),
        ("account_id",),
    ),
    "suspend": Act("/admin/accounts/{account_id}/suspend", ("account_id",)),
}


def target_of(act: str, given: Mapping[str, str]) -> dict[str, str]:
    """What of `given` names the act's target; raises `Invalid` for the first that is missing."""
    missing = [name for name in ACTS[act].needs if name not in given]
    if missing:
        raise invalid_field(missing[0], "This act needs it.")
    return {name: given[name] for name in ACTS[act].needs}


def is_interested(
    operator_id: str, account_ids: list[str], players: frozenset[str] | set[str]
) -> bool:
    """Whether an operator has a stake: they are named, or play in a match that is."""
    return operator_id in account_ids or operator_id in players
