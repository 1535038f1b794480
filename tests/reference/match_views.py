"""What the interface must show of a match, to its players and to everyone else."""

from tests.reference.duel import Attempt, Duel
from tests.reference.plan import SWISS
from tests.reference.results import Result
from tests.reference.state import State
from tests.reference.views import Shown, SomeCode


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
