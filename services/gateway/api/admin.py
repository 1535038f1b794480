"""What only operators see and do."""

from typing import Any

from flask import jsonify, request
from flask_smorest import Blueprint

from services.gateway import usecases, views
from services.gateway.maintenance import switch_of
from services.gateway.ports import ports_of
from services.gateway.schemas import (
    AuditsOut,
    ClockSchema,
    IncidentChange,
    IncidentIn,
    IncidentOut,
    IncidentsOut,
    MaintenanceIn,
    MaintenanceOut,
    SuspensionIn,
    SuspensionOut,
)
from services.gateway.store import incidents
from services.gateway.tables import IncidentRow
from shared.errors import NotFound
from shared.web.edge import caller, needs, runtime, secret_answer, uow
from shared.web.etags import require_unchanged
from shared.web.paging import asked_page

blp = Blueprint("admin", __name__, url_prefix="/api/v1/admin", description="Operators")


@blp.get("/clock")
@needs("operator")
@blp.response(200, ClockSchema)
def tell_clock() -> Any:
    """The manual clock; 404 where time goes by itself."""
    if not runtime().clock.manual:
        raise NotFound
    return {"now": uow().now()}


@blp.post("/clock")
@needs("operator")
@secret_answer  # No key is stored for it: nothing may be locked while the clock moves.
@blp.arguments(ClockSchema)
@blp.response(200, ClockSchema)
def move_clock(body: dict[str, Any]) -> Any:
    """Move the manual clock; answered once every effect of the new time is visible."""
    move = ports_of(runtime()).move_clock
    if move is None:
        raise NotFound
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
@blp.response(200, AuditsOut)
def list_audit() -> Any:
    """What operators did, the latest first; `?account_id=` of one of them."""
    return views.page_of_audit(uow(), asked_page(), request.args.get("account_id"))


@blp.post("/accounts/<account_id>/suspend")
@needs("operator")
@blp.arguments(SuspensionIn)
@blp.response(200, SuspensionOut)
def suspend(body: dict[str, Any], account_id: str) -> Any:
    """Shut an account out, or with `suspended` false let it in again."""
    return usecases.accounts.suspend(uow(), caller(), account_id, body)


@blp.get("/incidents")
@needs("operator")
@blp.response(200, IncidentsOut)
def list_incidents() -> Any:
    """All incidents, the newest first; `?state=open` or `closed` some of them."""
    return views.page_of_incidents(uow(), asked_page(), request.args.get("state"))


@blp.post("/incidents")
@needs("operator")
@blp.arguments(IncidentIn)
@blp.response(201, IncidentOut)
def open_incident(body: dict[str, Any]) -> Any:
    """Open an incident."""
    return usecases.incidents.open_incident(uow(), caller(), body)


@blp.get("/incidents/<incident_id>")
@needs("operator")
@blp.response(200, IncidentOut)
def one_incident(incident_id: str) -> Any:
    """One incident."""
    return incidents.load(uow(), incident_id)


@blp.patch("/incidents/<incident_id>")
@needs("operator")
@blp.arguments(IncidentChange)
@blp.response(200, IncidentOut)
def change_incident(body: dict[str, Any], incident_id: str) -> Any:
    """Change an incident; honours `If-Match`."""
    row = incidents.load(uow(), incident_id, for_change=True)
    require_unchanged(_as_shown(row))
    return usecases.incidents.change(uow(), caller(), row, body)


def _as_shown(row: IncidentRow) -> bytes:
    return jsonify(IncidentOut().dump(row)).get_data()
