"""Messages to send and the proofs they bring. All by real time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select, update

from services.gateway.tables.mail import MailRow, MailTokenRow
from shared.unit_of_work import UnitOfWork


@dataclass(frozen=True)
class Proof:
    """Whoever has it reads the mail of `email`, which was the account's."""

    account_id: str
    email: str


def add(uow: UnitOfWork, row: MailRow) -> None:
    uow.session.add(row)
    uow.session.flush()


def due(uow: UnitOfWork, now: datetime, limit: int) -> Sequence[MailRow]:
    query = select(MailRow).where(MailRow.try_after <= now).order_by(MailRow.try_after)
    return uow.session.scalars(query.limit(limit)).all()


def claim(uow: UnitOfWork, mail_id: str, now: datetime, try_after: datetime) -> bool:
    """Put the next attempt off, to make this one; False if somebody else was faster."""
    claimed = uow.session.execute(
        update(MailRow)
        .where(MailRow.id == mail_id, MailRow.try_after <= now)
        .values(try_after=try_after, attempts=MailRow.attempts + 1)
        .returning(MailRow.id)
    )
    return claimed.one_or_none() is not None


def remove(uow: UnitOfWork, mail_id: str) -> None:
    uow.session.execute(delete(MailRow).where(MailRow.id == mail_id))


def add_token(uow: UnitOfWork, row: MailTokenRow) -> None:
    uow.session.add(row)
    uow.session.flush()


def use_token(uow: UnitOfWork, digest: str, purpose: str, now: datetime) -> Proof | None:
    """Take a token out, once; None if there is none that still holds."""
    row = uow.session.execute(
        delete(MailTokenRow)
        .where(
            MailTokenRow.digest == digest,
            MailTokenRow.purpose == purpose,
            MailTokenRow.expires_at > now,
        )
        .returning(MailTokenRow.account_id, MailTokenRow.email)
    ).one_or_none()
    return Proof(row.account_id, row.email) if row else None


def forget_tokens(uow: UnitOfWork, account_id: str) -> None:
    uow.session.execute(delete(MailTokenRow).where(MailTokenRow.account_id == account_id))
