"""Private tables. One that is closed, or makes room for another, is gone."""

from dataclasses import asdict
from typing import Any

from sqlalchemy import ColumnElement, Row, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from services.match.domain.settings import GameSettings
from services.match.domain.tables import Table
from services.match.live_tables import PrivateTable
from shared.unit_of_work import UnitOfWork


def add(uow: UnitOfWork, table: Table) -> None:
    """Enter a table, in place of the open one that its account may have."""
    dialect: Any = sqlite if uow.connection.dialect.name == "sqlite" else postgresql
    entered = dialect.insert(PrivateTable).values(**asdict(table))
    uow.connection.execute(
        entered.on_conflict_do_update(
            index_elements=["account_id"],
            index_where=PrivateTable.match_id.is_(None),
            set_={column.name: column for column in entered.excluded},
        )
    )


def drop_open(uow: UnitOfWork, account_id: str) -> None:
    """Close the open table of an account, if there is one."""
    uow.connection.execute(
        delete(PrivateTable).where(
            PrivateTable.account_id == account_id, PrivateTable.match_id.is_(None)
        )
    )


def find(uow: UnitOfWork, table_id: str) -> Table | None:
    return _table(uow.connection.execute(_where(PrivateTable.id == table_id)).first())


def lock_invited(uow: UnitOfWork, invite_code: str) -> Table | None:
    """The table with an invite code, locked."""
    asked = _where(PrivateTable.invite_code == invite_code).with_for_update()
    return _table(uow.connection.execute(asked).first())


def rematch_of(uow: UnitOfWork, match_id: str, *, for_change: bool = False) -> Table | None:
    """The table that is kept for a rematch of a duel; locked if it is to be changed."""
    asked = _where(PrivateTable.rematch_of == match_id)
    return _table(uow.connection.execute(asked.with_for_update() if for_change else asked).first())


def drop(uow: UnitOfWork, table_id: str) -> None:
    uow.connection.execute(delete(PrivateTable).where(PrivateTable.id == table_id))


def seat(uow: UnitOfWork, table: Table, match_id: str) -> None:
    """Note the duel that began at a locked table."""
    uow.connection.execute(
        update(PrivateTable).where(PrivateTable.id == table.id).values(match_id=match_id)
    )


def _where(condition: ColumnElement[bool]) -> Any:
    return select(PrivateTable.__table__).where(condition)


def _table(row: Row[Any] | None) -> Table | None:
    return row and Table(**{**row._mapping, "game": GameSettings(**row.game)})
