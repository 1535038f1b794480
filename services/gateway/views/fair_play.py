"""Incidents with all their parts, and signals, as operators see them."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from services.gateway.domain.signals import SignalState
from services.gateway.schemas.fair_play import IncidentOut
from services.gateway.store import disputes, incidents, signals
from services.gateway.tables.fair_play import IncidentRow, SignalRow
from shared.unit_of_work import UnitOfWork
from shared.web.paging import Page, cut

_OWN = tuple(IncidentRow.__table__.c.keys())


def incident(uow: UnitOfWork, row: IncidentRow) -> dict[str, Any]:
    return _with_parts(uow, [row])[0]


def as_shown(uow: UnitOfWork, row: IncidentRow) -> Any:
    """What the answer about an incident holds; whoever changes it names a hash of that."""
    return IncidentOut().dump(incident(uow, row))


def page_of_incidents(uow: UnitOfWork, page: Page, state: str | None) -> dict[str, Any]:
    rows = incidents.newest(uow, page.limit + 1, _id_after(page), state)
    listed = cut(rows, page, lambda row: row.id)
    return {**listed, "items": _with_parts(uow, listed["items"])}


def page_of_signals(uow: UnitOfWork, page: Page, wanted: dict[str, str]) -> dict[str, Any]:
    rows = signals.newest(uow, page.limit + 1, _id_after(page), wanted)
    listed = cut(rows, page, lambda row: row.id)
    about = signals.accounts_of(uow, [row.id for row in listed["items"]])
    return {**listed, "items": [_signal(row, about[row.id]) for row in listed["items"]]}


def signal(uow: UnitOfWork, row: SignalRow) -> dict[str, Any]:
    return _signal(row, signals.accounts_of(uow, [row.id])[row.id])


def _with_parts(uow: UnitOfWork, rows: Sequence[IncidentRow]) -> list[dict[str, Any]]:
    ids = [row.id for row in rows]
    parts = {
        "notes": _by_incident(incidents.notes(uow, ids)),
        "decisions": _by_incident(incidents.decisions(uow, ids)),
        "disputes": _by_incident(disputes.of_incidents(uow, ids)),
    }
    return [
        {name: getattr(row, name) for name in _OWN}
        | {name: found[row.id] for name, found in parts.items()}
        for row in rows
    ]


def _by_incident(rows: Iterable[Any]) -> defaultdict[str, list[Any]]:
    found: defaultdict[str, list[Any]] = defaultdict(list)
    for row in rows:
        found[row.incident_id].append(row)
    return found


def _signal(row: SignalRow, account_ids: list[str]) -> dict[str, Any]:
    state = SignalState.NEW if row.seen_at is None else SignalState.SEEN
    names = ("id", "kind", "at", "match_id", "season_id", "details", "seen_at", "seen_by")
    shown = {name: getattr(row, name) for name in names}
    return shown | {"account_ids": account_ids, "state": state}


def _id_after(page: Page) -> str | None:
    return page.after if isinstance(page.after, str) else None
