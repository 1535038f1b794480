"""Signals: each found once, whatever is told how often and in which order."""

from collections.abc import Collection, Sequence

from sqlalchemy import Select, delete, select

from services.gateway.domain.signals import Signal, SignalState
from services.gateway.tables.fair_play import SignalAccountRow, SignalRow
from shared.errors import NotFound
from shared.many import among
from shared.unit_of_work import UnitOfWork


def keep(uow: UnitOfWork, found: Sequence[Signal]) -> None:
    """Enter signals, or bring those with their keys up to date: with other figures one is new."""
    by_key = {signal.key: signal for signal in found}
    if not by_key:
        return
    for row in uow.session.scalars(_locked(by_key)):
        signal = by_key.pop(row.key)
        if row.details != signal.details:
            row.seen_at = row.seen_by = None
        row.at, row.details = signal.at, dict(signal.details)
    rows = {signal.key: _row(uow.new_id(), signal) for signal in by_key.values()}
    uow.session.add_all(rows.values())
    uow.session.flush()
    uow.session.add_all(
        SignalAccountRow(account_id=one, signal_id=rows[signal.key].id)
        for signal in by_key.values()
        for one in signal.account_ids
    )
    uow.session.flush()


def drop(uow: UnitOfWork, keys: Collection[str]) -> None:
    """What the signals with these keys said holds no more; those that somebody has seen stay."""
    found = uow.session.scalars(_locked(keys)).all() if keys else []
    gone = [row.id for row in found if row.seen_at is None]
    if gone:
        about = SignalAccountRow.signal_id
        uow.session.execute(delete(SignalAccountRow).where(among(about, gone)))
        uow.session.execute(delete(SignalRow).where(among(SignalRow.id, gone)))


def load(uow: UnitOfWork, signal_id: str) -> SignalRow:
    """A signal, locked. Raises `NotFound`."""
    row = uow.session.get(SignalRow, signal_id, with_for_update=True, populate_existing=True)
    if row is None:
        raise NotFound("There is no such signal")
    return row


def _locked(keys: Collection[str]) -> Select[SignalRow]:
    known = select(SignalRow).where(among(SignalRow.key, keys))
    return known.order_by(SignalRow.id).with_for_update()


def _row(id: str, signal: Signal) -> SignalRow:
    return SignalRow(
        id=id,
        key=signal.key,
        kind=signal.kind,
        at=signal.at,
        match_id=signal.match_id,
        season_id=signal.season_id,
        details=dict(signal.details),
    )


def newest(
    uow: UnitOfWork, limit: int, before: str | None, wanted: dict[str, str]
) -> Sequence[SignalRow]:
    """Signals, those found last first; `wanted` names kind, state, match, season and account."""
    asked = select(SignalRow).order_by(SignalRow.id.desc()).limit(limit)
    if before is not None:
        asked = asked.where(SignalRow.id < before)
    for name in ("kind", "match_id", "season_id"):
        if name in wanted:
            asked = asked.where(getattr(SignalRow, name) == wanted[name])
    if "state" in wanted:
        unseen = wanted["state"] == SignalState.NEW
        asked = asked.where(
            SignalRow.seen_at.is_(None) if unseen else SignalRow.seen_at.is_not(None)
        )
    if "account_id" in wanted:
        about = SignalAccountRow.account_id == wanted["account_id"]
        asked = asked.where(SignalRow.id.in_(select(SignalAccountRow.signal_id).where(about)))
    return uow.session.scalars(asked).all()


def accounts_of(uow: UnitOfWork, signal_ids: Sequence[str]) -> dict[str, list[str]]:
    """Whom each signal is about."""
    found: dict[str, list[str]] = {signal_id: [] for signal_id in signal_ids}
    asked = select(SignalAccountRow).where(SignalAccountRow.signal_id.in_(signal_ids))
    for row in uow.session.scalars(asked.order_by(SignalAccountRow.account_id)):
        found[row.signal_id].append(row.account_id)
    return found
