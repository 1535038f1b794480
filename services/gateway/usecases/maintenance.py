"""Operators turn maintenance on and off."""

from typing import Any

from services.gateway.store import maintenance
from shared.unit_of_work import UnitOfWork


def look(uow: UnitOfWork) -> dict[str, Any]:
    """Whether it is on, why and since when."""
    row = maintenance.find(uow)
    if row is None:
        return {"on": False, "reason": None, "since": None}
    return {"on": True, "reason": row.reason, "since": row.since}


def turn(uow: UnitOfWork, *, on: bool, reason: str = "") -> dict[str, Any]:
    """Turn it on, telling everybody the reason, or off. Twice is once."""
    if on:
        maintenance.begin(uow, reason)
    else:
        maintenance.end(uow)
    uow.session.flush()
    return look(uow)
