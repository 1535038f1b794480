"""Operators say of a signal that they have dealt with it. It stays, and nothing else changes."""

from services.gateway.domain.errors import OwnMatch
from services.gateway.domain.incidents import is_interested
from services.gateway.domain.signals import SignalState
from services.gateway.store import observations, signals
from services.gateway.tables.fair_play import SignalRow
from shared.unit_of_work import UnitOfWork
from shared.web.tokens import Caller


def mark(uow: UnitOfWork, operator: Caller, signal_id: str, state: str) -> SignalRow:
    """Mark a signal as seen, or as new again; whoever marked it first stays.

    Raises `NotFound`, and `OwnMatch` for an operator whom it is about, or whose match.
    """
    row = signals.load(uow, signal_id)
    _require_disinterested(uow, operator, row)
    if state == SignalState.NEW:
        row.seen_at = row.seen_by = None
    elif row.seen_at is None:
        row.seen_at, row.seen_by = uow.now(), operator.account
    uow.session.flush()
    return row


def _require_disinterested(uow: UnitOfWork, operator: Caller, row: SignalRow) -> None:
    about = signals.accounts_of(uow, [row.id])[row.id]
    known = observations.players(uow, [row.match_id] if row.match_id else [])
    players = {account for both in known.values() for account in both}
    if is_interested(operator.account, about, players):
        raise OwnMatch
