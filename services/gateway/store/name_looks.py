"""What registered names look like; the primary key lets no two of them look alike."""

from collections.abc import Set

from sqlalchemy import delete, insert, select

from services.gateway.tables.accounts import NameLookRow
from shared.unit_of_work import UnitOfWork


def keep(uow: UnitOfWork, account_id: str, looks: Set[str]) -> None:
    """An account's name looks so from now on.

    Raises SQLAlchemy's IntegrityError where somebody else's does.
    """
    mine = NameLookRow.account_id == account_id
    before = set(uow.session.scalars(select(NameLookRow.look).where(mine)))
    if gone := before - looks:
        uow.session.execute(delete(NameLookRow).where(mine, NameLookRow.look.in_(gone)))
    if fresh := sorted(looks - before):
        rows = [{"look": look, "account_id": account_id} for look in fresh]
        uow.session.execute(insert(NameLookRow), rows)


def are_taken(uow: UnitOfWork, looks: Set[str]) -> bool:
    taken = select(NameLookRow.look).where(NameLookRow.look.in_(looks)).limit(1)
    return uow.session.scalar(taken) is not None
