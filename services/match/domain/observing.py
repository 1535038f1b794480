"""What there is to observe of a duel that has ended, for whoever looks after fair play."""

from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise

from services.match.domain.duel import Duel, Side

_MILLISECOND = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class SidePlay:
    """How a side answered: milliseconds between each attempt and its own one before it."""

    account_id: str
    attempts: int
    solved: bool
    answer_milliseconds: tuple[int, ...]


def observe_side(duel: Duel, side: Side) -> SidePlay:
    player = duel.player(side)
    gaps = ((late.at - early.at) // _MILLISECOND for early, late in pairwise(player.attempts))
    return SidePlay(player.account_id, len(player.attempts), duel.solved(side), tuple(gaps))
