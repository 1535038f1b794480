"""Clues: one symbol of the other's code, paid for with Aura."""

from dataclasses import dataclass, replace
from datetime import datetime

from services.match.domain.aura import AuraEntry, book
from services.match.domain.codes import Choose
from services.match.domain.duel import Clue, Duel, Side
from services.match.domain.errors import ClueLimitReached, ClueLocked, CluesDisabled
from services.match.domain.preparing import ensure_codes
from services.match.domain.settings import ClueSettings
from services.match.domain.solving import check_solving

REASON = "clue"


@dataclass(frozen=True, slots=True)
class ClueBought:
    """A clue and its payment, to be stored together or not at all."""

    duel: Duel
    clue: Clue
    entry: AuraEntry


def buy_clue(duel: Duel, side: Side, *, balance: int, now: datetime, choose: Choose) -> ClueBought:
    """Tell a side a symbol of the other's code that no earlier clue told it.

    `balance` is the player's Aura, read under lock. Raises the first that holds of `Withdrawn` or
    `Disqualified`, `CluesDisabled`, `NotSolving`, `AlreadySolved`, `ClueLocked`,
    `ClueLimitReached`, `InsufficientAura`; then nothing changes.
    """
    player = duel.player(side)
    settings = _check_may_ask(duel, side, now)
    entry = book(balance, -settings.aura_cost, REASON, now)
    ready = ensure_codes(duel, now, choose)
    clue = _choose_clue(ready.secret(side), player.clues, now, choose)
    asker = replace(ready.player(side), clues=(*player.clues, clue))
    return ClueBought(ready.with_player(side, asker), clue, entry)


def _check_may_ask(duel: Duel, side: Side, now: datetime) -> ClueSettings:
    player = duel.player(side)
    player.check_may_move()
    if duel.clues is None:
        raise CluesDisabled
    check_solving(duel, side, now)
    if len(player.attempts) < duel.clues.unlock_after_attempts:
        raise ClueLocked
    if len(player.clues) >= duel.clues.limit:
        raise ClueLimitReached
    return duel.clues


def _choose_clue(secret: str, told: tuple[Clue, ...], now: datetime, choose: Choose) -> Clue:
    told_positions = {clue.position for clue in told}
    untold = [p for p in range(1, len(secret) + 1) if p not in told_positions]
    position = untold[choose(len(untold))]
    return Clue(position, secret[position - 1], now)
