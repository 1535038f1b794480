"""API keys, by their digests."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from sqlalchemy import select

from services.gateway.changes import account_changed
from services.gateway.tables import ApiKeyRow
from shared.errors import NotFound
from shared.unit_of_work import UnitOfWork


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


def revoke(uow: UnitOfWork, key_id: str, now: datetime) -> None:
    """Raises `NotFound`; a key that is revoked already keeps its first instant."""
    row = uow.session.get(ApiKeyRow, key_id, with_for_update=True)
    if row is None:
        raise NotFound("There is no such key")
    row.revoked_at = row.revoked_at or now
    uow.afterwards(partial(account_changed, key_id))
