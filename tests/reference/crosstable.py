"""Who has met whom and how it went, as each of the two saw it."""

from tests.reference.duel import Duel
from tests.reference.state import State
from tests.reference.views import Shown


def crosstable_view(state: State) -> Shown:
    """Players in the order of the latest table, each with those they have met in that order."""
    published = state.tables[state.closed]
    names = ("position", "account_id", "display_name")
    order = [row["account_id"] for row in published[-1].rows]
    return {
        "after_round": state.closed,
        "revision": len(published),
        "items": [
            {**{n: row[n] for n in names}, "opponents": _opponents(state, row["account_id"], order)}
            for row in published[-1].rows
        ],
    }


def _opponents(state: State, account_id: str, order: list[str]) -> list[Shown]:
    met = []
    for other in order:
        duels = [d for d in state.duels.values() if {d.first, d.second} == {account_id, other}]
        closed = [duel for duel in duels if duel.round <= state.closed]
        if closed:
            meetings = [_meeting(state, duel, account_id) for duel in closed]
            met.append({"account_id": other, "meetings": meetings})
    return met


def _meeting(state: State, duel: Duel, account_id: str) -> Shown:
    result, side = state.results[duel.id], duel.side(account_id)
    outcome = {side: "win", "draw": "draw"}.get(result.outcome, "loss")
    return {
        "round": duel.round,
        "match_id": duel.id,
        "side": side,
        "outcome": outcome,
        "points": result.points[0 if side == "first" else 1],
        "annulled": result.annulled,
    }
