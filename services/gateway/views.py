"""What reads return."""

from collections.abc import Sequence
from typing import Any

from services.gateway.store import accounts, api_keys, audit, incidents
from services.gateway.tables import ApiKeyRow, AuditRow, IncidentRow
from shared.unit_of_work import UnitOfWork
from shared.web.paging import Page, cut


def page_of_keys(uow: UnitOfWork, page: Page) -> dict[str, Any]:
    rows = api_keys.newest(uow, page.limit + 1, _id_after(page))
    return cut(rows, page, _id_of)


def page_of_audit(uow: UnitOfWork, page: Page, account_id: str | None) -> dict[str, Any]:
    rows = audit.newest(uow, page.limit + 1, _id_after(page), account_id)
    cut_rows = cut(rows, page, _id_of)
    return {**cut_rows, "items": _with_names(uow, cut_rows["items"])}


def page_of_incidents(uow: UnitOfWork, page: Page, state: str | None) -> dict[str, Any]:
    rows = incidents.newest(uow, page.limit + 1, _id_after(page), state)
    return cut(rows, page, _id_of)


def _with_names(uow: UnitOfWork, rows: Sequence[AuditRow]) -> list[dict[str, Any]]:
    names = accounts.names_of(uow, (row.account_id for row in rows))
    return [
        {
            "id": row.id,
            "at": row.at,
            "account_id": row.account_id,
            "display_name": names[row.account_id],
            "method": row.method,
            "path": row.path,
            "reason": row.reason,
            "request_id": row.request_id,
            "status": row.status,
        }
        for row in rows
    ]


def _id_of(row: ApiKeyRow | AuditRow | IncidentRow) -> str:
    return row.id


def _id_after(page: Page) -> str | None:
    return page.after if isinstance(page.after, str) else None
