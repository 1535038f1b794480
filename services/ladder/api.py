"""The ladder's endpoints."""

from typing import Any

from flask_smorest import Blueprint

from services.ladder import usecases, views
from services.ladder.schemas import LadderSeasonIn, LadderSeasonOut, LadderSeasonsOut
from shared.web.edge import caller, needs, uow
from shared.web.paging import asked_page

blp = Blueprint("ladder", __name__, url_prefix="/api/v1/ladder", description="The ranked ladder")


@blp.post("/seasons")
@needs("operator")
@blp.arguments(LadderSeasonIn)
@blp.response(201, LadderSeasonOut)
def create_season(body: dict[str, Any]) -> Any:
    """Plan a ladder season; it must not overlap another one."""
    return usecases.seasons.create(uow(), caller(), body)


@blp.get("/seasons")
@blp.response(200, LadderSeasonsOut)
def list_seasons() -> Any:
    """All ladder seasons, the latest first."""
    caller()
    return views.page_of_seasons(uow(), asked_page())


@blp.get("/seasons/current")
@blp.response(200, LadderSeasonOut)
def current_season() -> Any:
    """The active ladder season, or the last one while it is closing."""
    caller()
    return views.current(uow())


@blp.get("/seasons/<season_id>")
@blp.response(200, LadderSeasonOut)
def one_season(season_id: str) -> Any:
    """One ladder season."""
    caller()
    return views.one(uow(), season_id)
