"""Incidents: what operators look into. Every change is in the audit log as well."""

from typing import Any

from services.gateway.store import incidents
from services.gateway.tables import IncidentRow
from shared.unit_of_work import UnitOfWork
from shared.web.tokens import Caller


def open_incident(uow: UnitOfWork, operator: Caller, body: dict[str, Any]) -> IncidentRow:
    now = uow.now()
    row = IncidentRow(
        id=uow.new_id(),
        title=body["title"],
        description=body["description"],
        state="open",
        account_ids=body["account_ids"],
        match_ids=body["match_ids"],
        game_ids=body["game_ids"],
        created_by=operator.account,
        created_at=now,
        updated_by=operator.account,
        updated_at=now,
    )
    incidents.add(uow, row)
    return row


def change(
    uow: UnitOfWork, operator: Caller, row: IncidentRow, body: dict[str, Any]
) -> IncidentRow:
    """Apply what `body` names to a locked incident; its `reason` is for the audit log alone."""
    for name, value in body.items():
        if name != "reason":
            setattr(row, name, value)
    row.updated_by, row.updated_at = operator.account, uow.now()
    return row
