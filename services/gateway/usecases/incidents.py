"""Incidents: what operators look into. Every change is in the audit log as well."""

from collections.abc import Mapping
from typing import Any

from services.gateway.domain.errors import OwnMatch
from services.gateway.domain.incidents import State, is_interested
from services.gateway.store import incidents
from services.gateway.tables.fair_play import IncidentRow, NoteRow
from services.gateway.usecases import reviewing
from shared.unit_of_work import UnitOfWork
from shared.web.tokens import Caller


def open_incident(uow: UnitOfWork, author: Caller, body: dict[str, Any]) -> IncidentRow:
    now = uow.now()
    row = IncidentRow(
        id=uow.new_id(),
        title=body["title"],
        description=body["description"],
        state=body.get("state", State.OPEN),
        account_ids=body["account_ids"],
        match_ids=body["match_ids"],
        game_ids=body["game_ids"],
        created_by=author.account,
        created_at=now,
        updated_by=author.account,
        updated_at=now,
    )
    incidents.add(uow, row)
    reviewing.follow(uow, row)
    return row


def players(known: Mapping[str, tuple[str, str]], asked: Mapping[str, Any]) -> frozenset[str]:
    """Who plays in matches: those that are known to have closed, and those as their service tells
    them (None: there is no such match).
    """
    found = {account for both in known.values() for account in both}
    for match in asked.values():
        if match is not None:
            found |= {match[side]["account_id"] for side in ("first", "second")}
    return frozenset(found)


def require_disinterested(operator: Caller, row: IncidentRow, players: frozenset[str]) -> None:
    """Raises `OwnMatch` for an operator who is named, or plays in a match that is."""
    if is_interested(operator.account, row.account_ids, players):
        raise OwnMatch


def change(
    uow: UnitOfWork, operator: Caller, row: IncidentRow, body: dict[str, Any]
) -> IncidentRow:
    """Apply what `body` names to a locked incident; its `reason` is for the audit log alone."""
    for name, value in body.items():
        if name != "reason":
            setattr(row, name, value)
    row.updated_by, row.updated_at = operator.account, uow.now()
    uow.session.flush()
    reviewing.follow(uow, row)
    return row


def write_note(uow: UnitOfWork, operator: Caller, incident_id: str, text: str) -> IncidentRow:
    """Add a note; it stays as it is."""
    row = incidents.load(uow, incident_id, for_change=True)
    note = NoteRow(
        id=uow.new_id(), incident_id=row.id, at=uow.now(), account_id=operator.account, text=text
    )
    incidents.add(uow, note)
    return row
