"""Logins and their refresh tokens."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from sqlalchemy import CursorResult, bindparam, select, update

from services.gateway.domain.account import Account
from services.gateway.domain.login import Login
from services.gateway.store.accounts import present
from services.gateway.store.changes import account_changed
from services.gateway.tables.accounts import AccountRow
from services.gateway.tables.logins import LoginClientRow, LoginRow, RefreshTokenRow
from shared.errors import NotFound
from shared.prepared import Prepared
from shared.unit_of_work import UnitOfWork


def save(uow: UnitOfWork, login: Login) -> None:
    uow.session.merge(
        LoginRow(
            id=login.id,
            account_id=login.account_id,
            created_at=login.created_at,
            expires_at=login.expires_at,
            ended_at=login.ended_at,
        )
    )
    uow.session.flush()
    uow.afterwards(partial(account_changed, login.account_id))


def of_account(uow: UnitOfWork, account_id: str) -> Sequence[Login]:
    """All that are remembered, the newest first."""
    rows = uow.session.scalars(
        select(LoginRow)
        .where(LoginRow.account_id == account_id)
        .order_by(LoginRow.created_at.desc(), LoginRow.id.desc())
    )
    return [_login(row) for row in rows]


def keep_client(uow: UnitOfWork, login_id: str, client: str) -> None:
    if client:
        uow.session.add(LoginClientRow(login_id=login_id, client=client))
        uow.session.flush()


def clients(uow: UnitOfWork, account_id: str) -> dict[str, str]:
    """What the programs of an account's logins called themselves, by login."""
    asked = (
        select(LoginClientRow.login_id, LoginClientRow.client)
        .join(LoginRow, LoginRow.id == LoginClientRow.login_id)
        .where(LoginRow.account_id == account_id)
    )
    return {row.login_id: row.client for row in uow.session.execute(asked)}


def lock(uow: UnitOfWork, login_id: str) -> Login:
    row = uow.session.get(LoginRow, login_id, with_for_update=True, populate_existing=True)
    if row is None:
        raise NotFound("There is no such login")
    return _login(row)


def with_account(uow: UnitOfWork, login_id: str) -> tuple[Login, Account] | None:
    """A login and whose it is; None if there is no such login. Raises `NotFound` for an account
    that is deleted.
    """
    for row in uow.ask(_WITH_ACCOUNT, login=login_id):
        login = Login(
            login_id, row.id, row.login_created_at, row.login_expires_at, row.login_ended_at
        )
        return login, present(row)
    return None


def still_in(uow: UnitOfWork, login_ids: Sequence[str], now: datetime) -> set[str]:
    """Which of these logins last, and are of accounts that are not suspended."""
    found: set[str] = set()
    for start in range(0, len(login_ids), 500):
        asked = (
            select(LoginRow.id)
            .join(AccountRow, AccountRow.id == LoginRow.account_id)
            .where(
                LoginRow.id.in_(login_ids[start : start + 500]),
                LoginRow.ended_at.is_(None),
                LoginRow.expires_at > now,
                AccountRow.suspended.is_(False),
                AccountRow.deleted_at.is_(None),
            )
        )
        found.update(uow.session.scalars(asked))
    return found


def end_all(uow: UnitOfWork, account_id: str, now: datetime, but: str | None = None) -> None:
    """End every login of an account, `but` one."""
    uow.session.execute(
        update(LoginRow)
        .where(
            LoginRow.account_id == account_id,
            LoginRow.ended_at.is_(None),
            LoginRow.id != (but or ""),
        )
        .values(ended_at=now)
    )
    uow.afterwards(partial(account_changed, account_id))


def add_refresh_token(uow: UnitOfWork, login_id: str, digest: str) -> None:
    uow.session.add(RefreshTokenRow(digest=digest, login_id=login_id))
    uow.session.flush()


def login_of_refresh_token(uow: UnitOfWork, digest: str) -> str | None:
    return uow.session.scalar(
        select(RefreshTokenRow.login_id).where(RefreshTokenRow.digest == digest)
    )


def use_refresh_token(uow: UnitOfWork, digest: str, now: datetime) -> bool:
    """Use a token up; False if it was used before."""
    used = uow.session.execute(
        update(RefreshTokenRow)
        .where(RefreshTokenRow.digest == digest, RefreshTokenRow.used_at.is_(None))
        .values(used_at=now)
    )
    assert isinstance(used, CursorResult)
    return used.rowcount == 1


_WITH_ACCOUNT = Prepared(
    select(
        *(column.label(f"login_{column.name}") for column in LoginRow.__table__.c),
        *AccountRow.__table__.c,
    )
    .join(AccountRow, AccountRow.id == LoginRow.account_id)
    .where(LoginRow.id == bindparam("login"))
)


def _login(row: LoginRow) -> Login:
    return Login(row.id, row.account_id, row.created_at, row.expires_at, row.ended_at)
