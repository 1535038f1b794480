"""Accounts, their logins and keys, and the audit log, as reads return them."""

from collections.abc import Sequence
from typing import Any

from services.gateway.store import accounts, api_keys, audit, logins
from services.gateway.tables.accounts import AccountRow
from services.gateway.tables.api_keys import ApiKeyRow
from services.gateway.tables.audit import AuditRow
from shared.clock import real_now
from shared.unit_of_work import UnitOfWork
from shared.web.paging import Page, cut


def page_of_keys(uow: UnitOfWork, page: Page) -> dict[str, Any]:
    rows = api_keys.newest(uow, page.limit + 1, _id_after(page))
    cut_rows = cut(rows, page, _id_of)
    return {**cut_rows, "items": with_uses(uow, cut_rows["items"])}


def with_uses(uow: UnitOfWork, rows: Sequence[ApiKeyRow]) -> list[dict[str, Any]]:
    """Keys as they are shown: without what opens, with when they were last used."""
    uses = api_keys.uses(uow, [row.id for row in rows])
    return [
        {
            "id": row.id,
            "name": row.name,
            "role": row.role,
            "created_by": row.created_by,
            "created_at": row.created_at,
            "revoked_at": row.revoked_at,
            "last_used_at": uses.get(row.id),
        }
        for row in rows
    ]


def logins_of(uow: UnitOfWork, account_id: str, present: str | None) -> list[dict[str, Any]]:
    """The logins that last; `present` is the one that asks."""
    clients = logins.clients(uow, account_id)
    return [
        {
            "id": login.id,
            "created_at": login.created_at,
            "expires_at": login.expires_at,
            "client": clients.get(login.id),
            "current": login.id == present,
        }
        for login in logins.of_account(uow, account_id)
        if login.alive(real_now())
    ]


def page_of_accounts(uow: UnitOfWork, page: Page, wanted: dict[str, Any]) -> dict[str, Any]:
    rows = accounts.newest(
        uow,
        page.limit + 1,
        before=_id_after(page),
        ids=wanted.get("id"),
        name=wanted.get("name", ""),
    )
    return cut(rows, page, _id_of)


def page_of_audit(uow: UnitOfWork, page: Page, wanted: dict[str, Any]) -> dict[str, Any]:
    about = str(wanted["about"]) if "about" in wanted else None
    rows = audit.newest(uow, page.limit + 1, _id_after(page), wanted.get("account_id"), about)
    cut_rows = cut(rows, page, _id_of)
    return {**cut_rows, "items": _with_names(uow, cut_rows["items"])}


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


def _id_of(row: ApiKeyRow | AuditRow | AccountRow) -> str:
    return row.id


def _id_after(page: Page) -> str | None:
    return page.after if isinstance(page.after, str) else None
