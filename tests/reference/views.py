"""What the interface must show of a season, as plain data to compare answers with.

Datetimes stand for instants in any notation, fractions for numbers rounded to two places,
and objects of this module for values that only the service can know.
"""

from dataclasses import dataclass
from typing import Any

from tests.reference.duel import Attempt, Duel
from tests.reference.plan import ROUND_ROBIN, SWISS, TimedCadence
from tests.reference.results import Result
from tests.reference.schedule import Times
from tests.reference.state import Published, State

Shown = dict[str, Any]


@dataclass(frozen=True)
class AnyOf:
    """One of several values is right."""

    values: tuple[Any, ...]


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


def summary_view(state: State, duel: Duel) -> Shown:
    """A match in the list of its round."""
    shown = {
        "id": duel.id,
        "first": named(state, duel.first),
        "second": named(state, duel.second),
        "state": state.phase(duel.round),
        "result": result_view(state.results.get(duel.id)),
    }
    if state.plan.format == SWISS:
        shown["pairing"] = pairing_view(state, duel)
    return shown


def named(state: State, account_id: str) -> Shown:
    return {"account_id": account_id, "display_name": state.names[account_id]}


def pairing_view(state: State, duel: Duel) -> Shown:
    """Why a Swiss match is as it is, by the table that it was paired from."""
    ranked = state.ranked_for(duel.round)
    rank = {player.account_id: index for index, player in enumerate(ranked)}
    first, second = ranked[rank[duel.first]], ranked[rank[duel.second]]
    return {
        "points_difference": abs(first.points - second.points),
        "rank_difference": abs(rank[duel.first] - rank[duel.second]),
        "met_before": state.met_before(duel.round)[frozenset((duel.first, duel.second))],
        "optimal": "proven",
    }


def result_view(result: Result | None) -> Shown | None:
    if result is None:
        return None
    return {
        "outcome": result.outcome,
        "by": result.by,
        "points": {"first": result.points[0], "second": result.points[1]},
        "attempt_difference": 0 if result.annulled else result.difference,
        "revision": result.revision,
        "annulled": result.annulled,
    }


def match_view(state: State, duel: Duel) -> Shown:
    """What anyone sees of a match: names and phase, and everything once it is closed."""
    times = state.schedule.times(duel.round)
    settings = state.plan.settings()
    return {
        "id": duel.id,
        "kind": "league",
        "round": duel.round,
        "state": state.phase(duel.round),
        "preparing_until": times.solving_from if times else None,
        "solving_until": times.closes_at if times else None,
        "game": settings["game"],
        "clues": settings["clues"],
        "first": _side_view(state, duel, duel.first),
        "second": _side_view(state, duel, duel.second),
        "result": result_view(state.results.get(duel.id)),
    }


def _side_view(state: State, duel: Duel, account_id: str) -> Shown:
    shown = named(state, account_id)
    if state.phase(duel.round) != "closed":
        return shown
    desk = duel.desks[account_id]
    return {
        **shown,
        "code": desk.final_code,
        "code_generated": desk.generated,
        "attempts": [vars(attempt) for attempt in desk.attempts],
        "clues": [vars(clue) for clue in desk.clues],
        "solved": desk.solved(duel.game),
    }


def you_view(state: State, duel: Duel, account_id: str) -> Shown:
    """A player's own side. From solving on, a code not confirmed is one that the server drew."""
    desk = duel.desks[account_id]
    drawn = state.phase(duel.round) == "solving" and not desk.confirmed
    return {
        "side": duel.side(account_id),
        "code": SomeCode(duel) if drawn else desk.code,
        "code_confirmed": desk.confirmed,
        "attempts": [vars(attempt) for attempt in desk.attempts],
        "solved": desk.solved(duel.game),
        "clues": [vars(clue) for clue in desk.clues],
        "attempts_left": desk.attempts_left(duel.game),
    }


def attempt_view(duel: Duel, attempt: Attempt) -> Shown:
    """The answer to an attempt, the same each time that it is asked for."""
    solved = attempt.exact == duel.game.code_length
    left = 0 if solved else duel.game.max_attempts - attempt.number
    return {
        "number": attempt.number,
        "guess": attempt.guess,
        "exact": attempt.exact,
        "partial": attempt.partial,
        "solved": solved,
        "attempts_left": left,
    }


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
