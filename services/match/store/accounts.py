"""Accounts, as far as this service has heard of them."""

from collections.abc import Collection

from sqlalchemy import select

from shared.tables import names
from shared.unit_of_work import UnitOfWork


def is_suspended(uow: UnitOfWork, account_id: str) -> bool:
    asked = select(names.c.suspended).where(names.c.account_id == account_id)
    return bool(uow.connection.execute(asked).scalar())


def deleted(uow: UnitOfWork, account_ids: Collection[str]) -> set[str]:
    """Those of some accounts that are gone."""
    gone = select(names.c.account_id).where(
        names.c.account_id.in_(account_ids), names.c.deleted.is_(True)
    )
    return set(uow.connection.execute(gone).scalars())
