"""Signals: each found once, whatever is told how often and in which order."""

from collections.abc import Sequence

from sqlalchemy import delete, select

from services.gateway.domain.signals import Signal
from services.gateway.fair_play_tables import SignalAccountRow, SignalRow
from shared.unit_of_work import UnitOfWork


def keep(uow: UnitOfWork, signal: Signal) -> None:
    """Enter a signal, or bring the one with its key up to date."""
    row = uow.session.scalar(select(SignalRow).where(SignalRow.key == signal.key))
    if row is not None:
        row.at, row.details = signal.at, dict(signal.details)
        return
    row = SignalRow(
        id=uow.new_id(),
        key=signal.key,
        kind=signal.kind,
        at=signal.at,
        match_id=signal.match_id,
        season_id=signal.season_id,
        details=dict(signal.details),
    )
    uow.session.add(row)
    uow.session.flush()
    about = [SignalAccountRow(account_id=one, signal_id=row.id) for one in signal.account_ids]
    uow.session.add_all(about)
    uow.session.flush()


def drop(uow: UnitOfWork, key: str) -> None:
    """What the signal with this key said holds no more."""
    gone = select(SignalRow.id).where(SignalRow.key == key)
    uow.session.execute(delete(SignalAccountRow).where(SignalAccountRow.signal_id.in_(gone)))
    uow.session.execute(delete(SignalRow).where(SignalRow.key == key))


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
