"""What operators did, entered before it is done."""

from services.gateway.store import audit
from services.gateway.tables.audit import AuditRow
from shared.unit_of_work import UnitOfWork
from shared.web.tokens import Caller

LONGEST_PATH = 300
LONGEST_REASON = 2000


def enter(
    uow: UnitOfWork,
    operator: Caller,
    *,
    method: str,
    path: str,
    reason: str | None,
    request_id: str,
) -> str:
    """Enter an act that is about to be passed on; the id of its entry."""
    row = AuditRow(
        id=uow.new_id(),
        at=uow.now(),
        account_id=operator.account,
        method=method,
        path=path[:LONGEST_PATH],
        reason=reason[:LONGEST_REASON] if reason else None,
        request_id=request_id,
    )
    audit.enter(uow, row)
    return row.id


def answered(uow: UnitOfWork, entry_id: str, status: int) -> None:
    audit.answered(uow, entry_id, status)


def done(uow: UnitOfWork, operator: Caller, path: str, reason: str | None, request_id: str) -> None:
    """Enter an act together with its effect, in one transaction."""
    entry = enter(uow, operator, method="POST", path=path, reason=reason, request_id=request_id)
    answered(uow, entry, 200)
