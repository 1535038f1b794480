"""Signals: each found once, whatever is told how often and in which order."""

from collections.abc import Collection, Sequence

from sqlalchemy import delete, select

from services.gateway.domain.signals import Signal
from services.gateway.tables.fair_play import SignalAccountRow, SignalRow
from shared.many import among
from shared.unit_of_work import UnitOfWork


def keep(uow: UnitOfWork, found: Sequence[Signal]) -> None:
    """Enter signals, or bring those with their keys up to date."""
    by_key = {signal.key: signal for signal in found}
    if not by_key:
        return
    for row in uow.session.scalars(select(SignalRow).where(among(SignalRow.key, by_key))):
        signal = by_key.pop(row.key)
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
    """What the signals with these keys said holds no more."""
    asked = select(SignalRow.id).where(among(SignalRow.key, keys))
    gone = uow.session.scalars(asked).all() if keys else []
    if gone:
        about = SignalAccountRow.signal_id
        uow.session.execute(delete(SignalAccountRow).where(among(about, gone)))
        uow.session.execute(delete(SignalRow).where(among(SignalRow.id, gone)))


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
    """Signals, those found last first; `wanted` are kind, match, season and account by name."""
    asked = select(SignalRow).order_by(SignalRow.id.desc()).limit(limit)
    if before is not None:
        asked = asked.where(SignalRow.id < before)
    for name in ("kind", "match_id", "season_id"):
        if name in wanted:
            asked = asked.where(getattr(SignalRow, name) == wanted[name])
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
