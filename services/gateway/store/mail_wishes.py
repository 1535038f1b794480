"""In which language people are written to, and who wants to be reminded."""

from dataclasses import dataclass

from sqlalchemy import delete, select

from services.gateway.tables.reminders import MailWishRow
from shared.unit_of_work import UnitOfWork

FIRST_LANGUAGE = "en"


@dataclass(frozen=True)
class MailWishes:
    language: str = FIRST_LANGUAGE
    reminders: bool = True


def find(uow: UnitOfWork, account_id: str) -> MailWishes:
    """What somebody wants; what everybody is taken to want who never said."""
    row = uow.session.scalar(select(MailWishRow).where(MailWishRow.account_id == account_id))
    return MailWishes(row.language, row.reminders) if row else MailWishes()


def save(uow: UnitOfWork, account_id: str, wishes: MailWishes) -> None:
    uow.session.merge(
        MailWishRow(account_id=account_id, language=wishes.language, reminders=wishes.reminders)
    )
    uow.session.flush()


def forget(uow: UnitOfWork, account_id: str) -> None:
    uow.session.execute(delete(MailWishRow).where(MailWishRow.account_id == account_id))
