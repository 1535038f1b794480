"""Aura wallets: balance and entry are written together, under the wallet's lock."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, and_, func, insert, select, update

from services.match.domain.aura import AuraEntry as Entry
from services.match.domain.aura import Spending
from services.match.domain.settings import ClueSettings
from services.match.store.inserting import insert_new
from services.match.tables import AuraEntry, Clue, Match, Round, Side, Wallet
from shared.unit_of_work import UnitOfWork


@dataclass(frozen=True)
class LockedWallet:
    """A wallet as it stands under the lock."""

    account_id: str
    balance: int
    entries: int


def lock(uow: UnitOfWork, account_id: str) -> LockedWallet:
    """An account's wallet, locked; balances start at 0."""
    insert_new(uow, Wallet, [{"account_id": account_id}], ["account_id"])
    row = uow.connection.execute(
        select(Wallet.balance, Wallet.entries)
        .where(Wallet.account_id == account_id)
        .with_for_update()
    ).one()
    return LockedWallet(account_id, row.balance, row.entries)


def book(
    uow: UnitOfWork, wallet: LockedWallet, entry: Entry, operator_id: str | None = None
) -> None:
    """Write an entry and the balance that it leaves."""
    number = wallet.entries + 1
    uow.connection.execute(
        update(Wallet)
        .where(Wallet.account_id == wallet.account_id)
        .values(balance=entry.balance_after, entries=number)
    )
    uow.connection.execute(
        insert(AuraEntry).values(
            account_id=wallet.account_id,
            number=number,
            amount=entry.amount,
            reason=entry.reason,
            at=entry.at,
            balance_after=entry.balance_after,
            operator_id=operator_id,
        )
    )


def balance(uow: UnitOfWork, account_id: str) -> int:
    found = uow.connection.execute(
        select(Wallet.balance).where(Wallet.account_id == account_id)
    ).scalar()
    return found or 0


def entries(uow: UnitOfWork, account_id: str, before: int | None, most: int) -> Sequence[Row[Any]]:
    """Up to `most` entries, the newest first, from before entry number `before` on."""
    asked = (
        select(AuraEntry.__table__)
        .where(AuraEntry.account_id == account_id)
        .order_by(AuraEntry.number.desc())
        .limit(most)
    )
    if before is not None:
        asked = asked.where(AuraEntry.number < before)
    return uow.connection.execute(asked).all()


def spending_in_open_duels(uow: UnitOfWork, account_id: str, now: datetime) -> list[Spending]:
    """What an account has bought in its duels that have begun to be solved and are not over."""
    bought = (
        select(func.count())
        .where(Clue.match_id == Side.match_id, Clue.side == Side.side)
        .correlate(Side)
        .scalar_subquery()
    )
    asked = (
        select(bought.label("bought"), Round.clues)
        .select_from(Side)
        .join(Match, Match.id == Side.match_id)
        .join(Round, and_(Round.season_id == Match.season_id, Round.number == Match.round))
        .where(Side.account_id == account_id, Match.ended_at.is_(None), Round.solving_from <= now)
    )
    rows = uow.connection.execute(asked)
    return [Spending(row.bought, ClueSettings(**row.clues)) for row in rows if row.clues]
