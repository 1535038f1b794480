"""Keys for game servers: shown once, kept as digests."""

from typing import Any

from services.gateway.callers.opaque_tokens import API_KEY_PREFIX, digest, fresh
from services.gateway.store import api_keys
from services.gateway.tables.api_keys import ApiKeyRow
from shared.unit_of_work import UnitOfWork
from shared.web.tokens import Caller


def create(uow: UnitOfWork, operator: Caller, body: dict[str, Any]) -> dict[str, Any]:
    key = fresh(API_KEY_PREFIX)
    row = ApiKeyRow(
        id=uow.new_id(),
        name=body["name"],
        role=body["role"],
        digest=digest(key),
        created_by=operator.account,
        created_at=uow.now(),
    )
    api_keys.add(uow, row)
    return {"id": row.id, "key": key, "name": row.name, "role": row.role}


def revoke(uow: UnitOfWork, key_id: str) -> None:
    """The key opens nothing any more; raises `NotFound`."""
    api_keys.revoke(uow, key_id, uow.now())
