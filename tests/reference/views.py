"""What the interface must show of a season, as plain data to compare answers with.

Datetimes stand for instants in any notation, fractions for numbers rounded to two places,
and objects of this module for values that only the service can know.
"""

from dataclasses import dataclass
from typing import Any

from tests.reference.duel import Duel
from tests.reference.plan import ROUND_ROBIN, TimedCadence
from tests.reference.schedule import Times
from tests.reference.state import Published, State

Shown = dict[str, Any]


@dataclass(frozen=True)
class SomeCode:
    """A valid code that is not known yet."""

    duel: Duel


@dataclass(frozen=True)
class SomeText:
    """Any text that says something."""


def season_view(state: State) -> Shown:
    """The season itself; registration times are left out where an operator went before them."""
    shown: Shown = {
        **state.plan.settings(),
        "state": state.state,
        "participants": len(state.names),
        "rounds": state.total,
        "current_round": current_round(state),
        "draw_seed": state.seed,
        "held": False,
        "cancel_reason": SomeText() if state.state == "cancelled" else None,
        "postponements": [_postponement(state, entry) for entry in state.postponements],
    }
    return {key: value for key, value in shown.items() if key not in state.moved_by_hand}


def _postponement(state: State, entry: Any) -> Shown:
    unit = "seconds" if isinstance(state.plan.cadence, TimedCadence) else "days"
    return {"at": entry.at, unit: entry.amount, "reason": entry.reason}


def current_round(state: State) -> int | None:
    """The one preparing or solving, else the last closed, none before."""
    if state.total is not None and state.closed < state.total:
        following = state.closed + 1
        if state.phase(following) in ("preparing", "solving"):
            return following
    return state.closed or None


def participants_view(state: State) -> dict[str, Shown]:
    """By account."""
    return {
        account: {
            "account_id": account,
            "display_name": name,
            "number": state.lots.get(account),
            "status": state.status(account),
        }
        for account, name in state.names.items()
    }


def rounds_view(state: State) -> list[Shown]:
    """Every round that the season was to have, those after an early end included."""
    if state.total is None:
        return []
    legs = state.total // 2
    return [
        {
            "number": number,
            "leg": (1 if number <= legs else 2) if state.plan.format == ROUND_ROBIN else None,
            "state": state.phase(number),
            "bye": state.byes.get(number),
            **_times(state.schedule.times(number)),
        }
        for number in range(1, state.total + 1)
    ]


def _times(times: Times | None) -> Shown:
    names = ("preparing_from", "solving_from", "closes_at")
    return {name: getattr(times, name) if times else None for name in names}


def standings_view(number: int, revision: int, published: Published) -> Shown:
    return {
        "after_round": number,
        "complete": True,
        "revision": revision,
        "published_at": published.at,
        "items": published.rows,
    }


def aura_view(state: State, account_id: str) -> Shown:
    """The balance and its movements, newest first."""
    wallet = state.wallet(account_id)
    return {
        "balance": wallet.balance,
        "items": [
            {**vars(movement), "reason": movement.reason or SomeText()}
            for movement in reversed(wallet.movements)
        ],
    }
