"""What no service could handle, in one list; each letter's own address leads to its service."""

from typing import Any

from flask import g, request

from services.gateway import usecases
from services.gateway.ports import ports_of
from services.gateway.schemas.operating import DeadLettersOut, DeadLettersQuery
from services.gateway.to_services.asker import Asker
from shared.errors import ServiceUnavailable
from shared.events.catalogue import ALL_SERVICES
from shared.web.blueprint import Blueprint
from shared.web.dead_letters import INSIDE, own_page
from shared.web.edge import caller, needs, runtime
from shared.web.paging import asked_page

blp = Blueprint("all dead letters", __name__, url_prefix="/api/v1/admin", description="Operators")


@blp.get("/dead-letters")
@needs("operator")
@blp.arguments(DeadLettersQuery, location="query")
@blp.response(200, DeadLettersOut)
def list_dead_letters(wanted: dict[str, str]) -> Any:
    """Events that could not be handled, the latest first; `?service=` those of one service.

    `silent` names the services that do not answer just now.
    """
    services = (wanted["service"],) if "service" in wanted else ALL_SERVICES
    return usecases.dead_letters.join(services, asked_page(), _page_of)


def _page_of(service: str) -> Any:
    if service == runtime().name:
        return own_page()
    services, secret = ports_of(runtime()).services, runtime().settings.secret
    asker = Asker(services, caller(), secret, g.request_id)
    page = asker.ask_service(service, INSIDE, request.args.to_dict())
    if page is None:
        # One of an older program, that tells none of its letters.
        raise ServiceUnavailable
    return page
