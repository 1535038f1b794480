"""What a player does in a duel of their own: code, attempts, clues."""

from datetime import datetime
from typing import Any

from services.match.chance import choose
from services.match.domain import clues, preparing, solving
from services.match.domain.duel import Duel, Side
from services.match.domain.errors import NotYourMatch
from services.match.domain.visibility import OwnView, view_own
from services.match.store import duels, wallets
from services.match.usecases import live_duels
from shared.events.catalogue import DuelChanged
from shared.unit_of_work import UnitOfWork
from shared.web.tokens import Caller


def save_code(
    uow: UnitOfWork, caller: Caller, match_id: str, *, code: str, confirm: bool
) -> OwnView:
    """Save or confirm the caller's code; their side of the duel after it."""
    duel, side, now = _own_duel(uow, caller, match_id)
    saved = preparing.save_code(duel, side, code, confirm=confirm, now=now)
    return view_own(_keep(uow, duel, saved, side, now), side)


def attempt(
    uow: UnitOfWork, caller: Caller, match_id: str, *, number: int, guess: str
) -> solving.AttemptAnswer:
    """Make the caller's attempt, or find the one that this request repeats."""
    duel, side, now = _own_duel(uow, caller, match_id)
    answer = solving.make_attempt(duel, side, number, guess, now=now, choose=choose)
    _keep(uow, duel, answer.duel, side, now)
    return answer


def take_clue(uow: UnitOfWork, caller: Caller, match_id: str) -> dict[str, Any]:
    """Sell the caller a clue; what it tells and what it cost."""
    duel, side, _ = _own_duel(uow, caller, match_id)
    # The wallet may be in use in another duel until this one's deadline is past.
    wallet, now = wallets.lock(uow, caller.account), uow.now()
    bought = clues.buy_clue(duel, side, balance=wallet.balance, now=now, choose=choose)
    wallets.book(uow, wallet, bought.entry)
    _keep(uow, duel, bought.duel, side, now)
    return {
        "position": bought.clue.position,
        "symbol": bought.clue.symbol,
        "aura_spent": -bought.entry.amount,
        "aura_balance": bought.entry.balance_after,
    }


def _own_duel(uow: UnitOfWork, caller: Caller, match_id: str) -> tuple[Duel, Side, datetime]:
    """The duel, locked, the caller's side, and the instant. Raises `NotFound`, `NotYourMatch`."""
    stored, now = duels.lock(uow, match_id)
    side = stored.duel.side_of(caller.account)
    if side is None:
        raise NotYourMatch
    return stored.duel, side, now


def _keep(uow: UnitOfWork, before: Duel, after: Duel, side: Side, now: datetime) -> Duel:
    """Save a move and tell its player's other windows; the other side hears of nothing.

    In a live duel more may follow from it; the duel as it is then.
    """
    if after.live is not None:
        return live_duels.keep_move(uow, before, after, side, now)
    if after != before:
        duels.save(uow, [(before, after)])
        account_id = after.player(side).account_id
        uow.emit(DuelChanged(match_id=after.match_id, account_id=account_id))
    return after
