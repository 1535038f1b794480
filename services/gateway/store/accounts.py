"""Accounts."""

from collections.abc import Collection, Iterable, Sequence
from functools import partial

from sqlalchemy import Text, cast, func, select
from sqlalchemy.exc import IntegrityError

from services.gateway.domain.account import Account
from services.gateway.domain.display_names import is_reserved, name_key
from services.gateway.domain.emails import email_key
from services.gateway.domain.errors import DisplayNameTaken, EmailTaken
from services.gateway.domain.lookalikes import looks
from services.gateway.store import name_looks
from services.gateway.store.changes import account_changed
from services.gateway.tables.accounts import AccountRow
from shared.errors import NotFound, Problem
from shared.names import DELETED_PLAYER
from shared.unit_of_work import UnitOfWork


def by_email(uow: UnitOfWork, email: str) -> Account | None:
    row = uow.session.scalar(select(AccountRow).where(AccountRow.email_key == email_key(email)))
    return _account(row) if row else None


def has_operator(uow: UnitOfWork) -> bool:
    """Whether anybody is an operator yet."""
    roles = cast(AccountRow.roles, Text)
    return (
        uow.session.scalar(select(AccountRow.id).where(roles.contains("operator")).limit(1))
        is not None
    )


def load(uow: UnitOfWork, account_id: str) -> Account:
    """An account that is not deleted; raises `NotFound`."""
    return present(uow.session.get(AccountRow, account_id))


def is_there(uow: UnitOfWork, account_id: str) -> bool:
    row = uow.session.get(AccountRow, account_id)
    return row is not None and row.deleted_at is None


def lock(uow: UnitOfWork, account_id: str) -> Account:
    """Like `load`, and nobody else changes it before this unit of work ends."""
    row = uow.session.get(AccountRow, account_id, with_for_update=True, populate_existing=True)
    return present(row)


def some(uow: UnitOfWork, *, after: str, most: int) -> Sequence[AccountRow]:
    """Accounts by their ids, those behind `after`, the deleted ones among them."""
    asked = select(AccountRow).where(AccountRow.id > after)
    return uow.session.scalars(asked.order_by(AccountRow.id).limit(most)).all()


def newest(
    uow: UnitOfWork, most: int, *, before: str | None, ids: Collection[str] | None, name: str
) -> Sequence[AccountRow]:
    """Accounts behind `before`, the latest first: those of `ids`, and whose name begins so."""
    asked = select(AccountRow).order_by(AccountRow.id.desc()).limit(most)
    if before is not None:
        asked = asked.where(AccountRow.id < before)
    if ids is not None:
        asked = asked.where(AccountRow.id.in_(ids))
    if name:
        begins = func.lower(AccountRow.display_name).startswith(name.lower(), autoescape=True)
        asked = asked.where(begins)
    return uow.session.scalars(asked).all()


def save(uow: UnitOfWork, account: Account) -> None:
    """Write an account, new or changed; raises `EmailTaken` or `DisplayNameTaken`."""
    if account.display_name and not account.is_guest and is_reserved(account.display_name):
        raise DisplayNameTaken
    try:
        with uow.savepoint():
            before = uow.session.get(AccountRow, account.id)
            is_renamed = before is None or before.display_name != account.display_name
            uow.session.merge(_row(account))
            uow.session.flush()
            if is_renamed:
                name_looks.keep(uow, account.id, _looks_held(account))
    except IntegrityError as error:
        raise _collision(uow, account) from error
    uow.afterwards(partial(account_changed, account.id))


def name_is_taken(uow: UnitOfWork, name: str) -> bool:
    """Whether a registered account goes by `name` or one like it, or nobody ever may."""
    return is_reserved(name) or name_looks.are_taken(uow, looks(name))


def names_of(uow: UnitOfWork, account_ids: Iterable[str]) -> dict[str, str]:
    """Display names by account id; `DELETED_PLAYER` for who is gone."""
    wanted = sorted(set(account_ids))
    rows = uow.session.execute(
        select(AccountRow.id, AccountRow.display_name).where(AccountRow.id.in_(wanted))
    )
    known = {row.id: row.display_name for row in rows}
    return {account_id: known.get(account_id) or DELETED_PLAYER for account_id in wanted}


def _collision(uow: UnitOfWork, account: Account) -> Problem:
    """Which of the two uniquenesses the database refused to break."""
    holder = by_email(uow, account.email) if account.email else None
    return EmailTaken() if holder and holder.id != account.id else DisplayNameTaken()


def _looks_held(account: Account) -> frozenset[str]:
    """Guests share names among themselves; who is gone lets go of theirs."""
    held = account.display_name is not None and not account.is_guest
    return looks(account.display_name or "") if held else frozenset()


def present(row: AccountRow | None) -> Account:
    if row is None or row.deleted_at is not None:
        raise NotFound("There is no such account")
    return _account(row)


def _account(row: AccountRow) -> Account:
    return Account(
        id=row.id,
        display_name=row.display_name,
        roles=tuple(row.roles),
        created_at=row.created_at,
        email=row.email,
        email_verified=row.email_verified,
        password_hash=row.password_hash,
        suspended=row.suspended,
        deleted_at=row.deleted_at,
        revision=row.revision,
    )


def _row(account: Account) -> AccountRow:
    named = account.display_name is not None and not account.is_guest
    return AccountRow(
        id=account.id,
        display_name=account.display_name,
        name_key=name_key(account.display_name or "") if named else None,
        email=account.email,
        email_key=email_key(account.email) if account.email else None,
        email_verified=account.email_verified,
        password_hash=account.password_hash,
        roles=list(account.roles),
        suspended=account.suspended,
        created_at=account.created_at,
        deleted_at=account.deleted_at,
        revision=account.revision,
    )
