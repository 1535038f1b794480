"""The competition's time, for clients that count down to its deadlines."""

from typing import Any

from services.gateway.schemas.operating import TimeOut
from shared.web.blueprint import Blueprint
from shared.web.edge import uow

blp = Blueprint("clock", __name__, url_prefix="/api/v1/clock", description="Competition time")


@blp.get("")
@blp.response(200, TimeOut)
def tell_time() -> Any:
    """What the clock that all deadlines go by says now; clients' own clocks may be wrong."""
    return {"now": uow().now(), "manual": uow().clock_is_manual}, 200, {"Cache-Control": "no-store"}
