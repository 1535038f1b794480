"""API keys, by their digests."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from services.gateway.store.changes import account_changed
from services.gateway.tables.api_keys import ApiKeyRow, ApiKeyUseRow
from shared.errors import NotFound
from shared.unit_of_work import UnitOfWork

USES_APART = timedelta(minutes=1)


def add(uow: UnitOfWork, row: ApiKeyRow) -> None:
    uow.session.add(row)
    uow.session.flush()


def in_force(uow: UnitOfWork, digest: str) -> ApiKeyRow | None:
    return uow.session.scalar(
        select(ApiKeyRow).where(ApiKeyRow.digest == digest, ApiKeyRow.revoked_at.is_(None))
    )


def newest(uow: UnitOfWork, limit: int, before: str | None) -> Sequence[ApiKeyRow]:
    """Ids grow with time, so they order keys by their making."""
    older = [ApiKeyRow.id < before] if before else []
    query = select(ApiKeyRow).where(*older).order_by(ApiKeyRow.id.desc()).limit(limit)
    return uow.session.scalars(query).all()


def made_by(uow: UnitOfWork, account_id: str) -> Sequence[ApiKeyRow]:
    query = select(ApiKeyRow).where(ApiKeyRow.created_by == account_id).order_by(ApiKeyRow.id)
    return uow.session.scalars(query).all()


def note_use(connection: Connection, key_id: str, now: datetime) -> None:
    """Keep that a key is used just now; to the minute, so that a busy one costs little."""
    dialect: Any = sqlite if connection.dialect.name == "sqlite" else postgresql
    statement = dialect.insert(ApiKeyUseRow).values(key_id=key_id, used_at=now)
    connection.execute(
        statement.on_conflict_do_update(
            index_elements=["key_id"],
            set_={"used_at": now},
            where=ApiKeyUseRow.used_at < now - USES_APART,
        )
    )


def is_use_known(uow: UnitOfWork, key_id: str, now: datetime) -> bool:
    used = uow.session.scalar(select(ApiKeyUseRow.used_at).where(ApiKeyUseRow.key_id == key_id))
    return used is not None and used >= now - USES_APART


def uses(uow: UnitOfWork, key_ids: Sequence[str]) -> dict[str, datetime]:
    """When keys were last used; nothing for one that never was."""
    asked = select(ApiKeyUseRow.key_id, ApiKeyUseRow.used_at)
    found = uow.session.execute(asked.where(ApiKeyUseRow.key_id.in_(key_ids)))
    return {row.key_id: row.used_at for row in found}


def revoke(uow: UnitOfWork, key_id: str, now: datetime) -> None:
    """Raises `NotFound`; a key that is revoked already keeps its first instant."""
    row = uow.session.get(ApiKeyRow, key_id, with_for_update=True)
    if row is None:
        raise NotFound("There is no such key")
    row.revoked_at = row.revoked_at or now
    uow.afterwards(partial(account_changed, key_id))
