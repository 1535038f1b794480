"""What only operators see and do."""

from functools import wraps
from typing import Any, cast

from services.gateway import usecases, views
from services.gateway.guard.maintenance import switch_of
from services.gateway.ports import ports_of
from services.gateway.schemas.accounts import (
    AccountsQuery,
    KnownAccountsOut,
    SuspensionIn,
    SuspensionOut,
)
from services.gateway.schemas.operating import (
    AuditQuery,
    AuditsOut,
    ClockSchema,
    MaintenanceIn,
    MaintenanceOut,
)
from shared.errors import NotFound
from shared.web.blueprint import Blueprint
from shared.web.edge import F, caller, done_apart, needs, runtime, uow
from shared.web.paging import asked_page

blp = Blueprint("admin", __name__, url_prefix="/api/v1/admin", description="Operators")


def by_hand(view: F) -> F:
    """Where time goes by itself there is no such address, whatever is sent to it."""

    @wraps(view)
    def guarded(*args: Any, **kwargs: Any) -> Any:
        if not runtime().clock.manual:
            raise NotFound
        return view(*args, **kwargs)

    return cast(F, guarded)


@blp.get("/clock")
@needs("operator")
@by_hand
@blp.response(200, ClockSchema)
def tell_clock() -> Any:
    """The manual clock; 404 where time goes by itself."""
    return {"now": uow().now()}


@blp.post("/clock")
@needs("operator")
@done_apart  # Nothing may be locked while the clock moves; to where it stands, it moves again.
@by_hand
@blp.arguments(ClockSchema)
@blp.response(200, ClockSchema)
def move_clock(body: dict[str, Any]) -> Any:
    """Move the manual clock; answered once every effect of the new time is visible."""
    move = ports_of(runtime()).move_clock
    assert move is not None, "a manual clock can be moved"
    move(body["now"])
    return body


@blp.get("/maintenance")
@needs("operator")
@blp.response(200, MaintenanceOut)
def tell_maintenance() -> Any:
    """Whether maintenance is on: operators alone change anything then."""
    return usecases.maintenance.look(uow())


@blp.put("/maintenance")
@needs("operator")
@blp.arguments(MaintenanceIn)
@blp.response(200, MaintenanceOut)
def turn_maintenance(body: dict[str, Any]) -> Any:
    """Turn maintenance on or off; in force everywhere within seconds."""
    uow().afterwards(switch_of(runtime()).forget)
    return usecases.maintenance.turn(uow(), **body)


@blp.get("/audit")
@needs("operator")
@blp.arguments(AuditQuery, location="query")
@blp.response(200, AuditsOut)
def list_audit(wanted: dict[str, Any]) -> Any:
    """What operators did, the latest first; by `account_id` of one of them, `about` something."""
    return views.accounts.page_of_audit(uow(), asked_page(), wanted)


@blp.get("/accounts")
@needs("operator")
@blp.arguments(AccountsQuery, location="query")
@blp.response(200, KnownAccountsOut)
def list_accounts(wanted: dict[str, Any]) -> Any:
    """Accounts, the latest first: those named by `id`, which may be repeated, or by `name`."""
    return views.accounts.page_of_accounts(uow(), asked_page(), wanted)


@blp.post("/accounts/<account_id>/suspend")
@needs("operator")
@blp.arguments(SuspensionIn)
@blp.response(200, SuspensionOut)
def suspend(body: dict[str, Any], account_id: str) -> Any:
    """Shut an account out, or with `suspended` false let it in again."""
    return usecases.accounts.suspend(uow(), caller(), account_id, body)
