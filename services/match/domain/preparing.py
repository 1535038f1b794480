"""Preparing: players save and confirm codes; the server draws the missing ones."""

from dataclasses import replace
from datetime import datetime

from services.match.domain.codes import Choose, check_code, draw_code
from services.match.domain.duel import Duel, Phase, Player, Side
from services.match.domain.errors import CodeAlreadyConfirmed, NotPreparing


def save_code(duel: Duel, side: Side, code: str, *, confirm: bool, now: datetime) -> Duel:
    """Save a code as a draft, as often as the player likes, or confirm it, once.

    Confirming the confirmed code again changes nothing at any time: it is a repeated request.
    Raises the first that holds of `InvalidCode`, `Withdrawn` or `Disqualified`, `NotPreparing`,
    `CodeAlreadyConfirmed`.
    """
    player = duel.player(side)
    if confirm and player.code_confirmed and player.code == code:
        return duel
    check_code(duel.game, code)
    _check_may_save(duel, player, now)
    if confirm:
        return duel.with_player(side, replace(player, draft=None, code=code))
    return duel.with_player(side, replace(player, draft=code))


def _check_may_save(duel: Duel, player: Player, now: datetime) -> None:
    player.check_may_move()
    if duel.phase(now) is not Phase.PREPARING:
        raise NotPreparing
    if player.code is not None:
        raise CodeAlreadyConfirmed


def lacks_codes(duel: Duel, now: datetime) -> bool:
    """Whether the preparing deadline has passed and a code still has to be drawn.

    Never in a live duel: whoever has no code there by the deadline has lost.
    """
    if (
        duel.live is not None
        or duel.ended_at is not None
        or duel.phase(now) not in (Phase.SOLVING, Phase.CLOSED)
    ):
        return False
    return duel.first.code is None or duel.second.code is None


def ensure_codes(duel: Duel, now: datetime, choose: Choose) -> Duel:
    """Draw a code for whoever has not confirmed one by the deadline; a draft is not used.

    Whatever comes first after the deadline calls this under the duel's lock: a timer, an event,
    an attempt, or the player's own look at the duel.
    """
    if not lacks_codes(duel, now):
        return duel
    first, second = (_with_code(duel, duel.player(side), choose) for side in Side)
    return replace(duel, first=first, second=second)


def _with_code(duel: Duel, player: Player, choose: Choose) -> Player:
    if player.code is not None:
        return player
    return replace(player, draft=None, code=draw_code(duel.game, choose), code_generated=True)
