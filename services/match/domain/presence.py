"""Presence in a live duel: who has something to do and shows no sign for too long abandons it.

Every request on the duel by its player is a sign. Somebody who waits for the other has nothing to
do; their time begins, at the earliest, with the phase in which they have something to do again.
"""

from dataclasses import replace
from datetime import datetime

from services.match.domain.duel import Duel, Side


def show_sign(duel: Duel, side: Side, now: datetime) -> Duel:
    """The duel after a request by the player of a side."""
    return duel.with_player(side, replace(duel.player(side), seen_at=now))


def has_something_to_do(duel: Duel, side: Side) -> bool:
    """Whether a side still has a code to confirm, or attempts to make. The computer never has: it
    moves at once."""
    if duel.ended_at is not None or plays_itself(duel, side):
        return False
    if duel.solving_from is None:
        return duel.player(side).code is None
    return duel.attempts_left(side) > 0


def plays_itself(duel: Duel, side: Side) -> bool:
    """Whether the computer plays this side."""
    return duel.live is not None and duel.live.terms.level is not None and side is Side.SECOND


def abandons_at(duel: Duel, side: Side) -> datetime | None:
    """When a side will have abandoned an open live duel unless it shows a sign; None if never."""
    assert duel.live is not None, "only live duels are abandoned"
    if not has_something_to_do(duel, side):
        return None
    begun = duel.solving_from or duel.preparing_from
    seen_at = duel.player(side).seen_at
    assert begun is not None, "a live duel has been opened"
    return max(begun, seen_at or begun) + duel.live.terms.clocks.patience
