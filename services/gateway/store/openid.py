"""Who comes by an OpenID provider, and who is on the way there."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select

from services.gateway.store.rows import add_if_missing
from services.gateway.tables.logins import OpenIdAccountRow, OpenIdAttemptRow
from shared.unit_of_work import UnitOfWork


@dataclass(frozen=True)
class Attempt:
    """What only who began the login can have sent: for the token, and for its exchange."""

    nonce: str
    verifier: str


def begin(uow: UnitOfWork, state: str, attempt: Attempt, expires_at: datetime) -> None:
    row = OpenIdAttemptRow(
        state=state, nonce=attempt.nonce, verifier=attempt.verifier, expires_at=expires_at
    )
    uow.session.add(row)
    uow.session.flush()


def take(uow: UnitOfWork, state: str, now: datetime) -> Attempt | None:
    """The attempt that `state` is the digest of, once; None if there is none that still holds."""
    row = uow.session.execute(
        delete(OpenIdAttemptRow)
        .where(OpenIdAttemptRow.state == state, OpenIdAttemptRow.expires_at > now)
        .returning(OpenIdAttemptRow.nonce, OpenIdAttemptRow.verifier)
    ).one_or_none()
    return Attempt(row.nonce, row.verifier) if row else None


def account_of(uow: UnitOfWork, issuer: str, subject: str) -> str | None:
    return uow.session.scalar(
        select(OpenIdAccountRow.account_id).where(
            OpenIdAccountRow.issuer == issuer, OpenIdAccountRow.subject == subject
        )
    )


def link(uow: UnitOfWork, issuer: str, subject: str, account_id: str, now: datetime) -> str:
    """From now on `subject` has this account, unless they have one: the account they have."""
    values = {"issuer": issuer, "subject": subject, "account_id": account_id, "linked_at": now}
    add_if_missing(uow, OpenIdAccountRow, **values)
    return account_of(uow, issuer, subject) or account_id


def of_account(uow: UnitOfWork, account_id: str) -> Sequence[OpenIdAccountRow]:
    asked = select(OpenIdAccountRow).where(OpenIdAccountRow.account_id == account_id)
    return uow.session.scalars(asked.order_by(OpenIdAccountRow.linked_at)).all()


def forget(uow: UnitOfWork, account_id: str) -> None:
    uow.session.execute(delete(OpenIdAccountRow).where(OpenIdAccountRow.account_id == account_id))
