"""Ladder seasons, and what operators decide about them."""

from typing import Any

from services.ladder import views
from services.ladder.bodies import DisqualifyIn, UndoQuery
from services.ladder.schemas.seasons import (
    AdjustmentsOut,
    DisqualificationOut,
    LadderRevisionsOut,
    LadderSeasonIn,
    LadderSeasonOut,
    LadderSeasonsOut,
    VerificationOut,
)
from services.ladder.usecases import disqualifying, seasons, verifying
from shared.web.blueprint import Blueprint
from shared.web.edge import caller, needs, uow
from shared.web.paging import asked_page

Body = dict[str, Any]

blp = Blueprint(
    "ladder_seasons", __name__, url_prefix="/api/v1/ladder/seasons", description="The ranked ladder"
)


@blp.post("")
@needs("operator")
@blp.arguments(LadderSeasonIn)
@blp.response(201, LadderSeasonOut)
def create_season(body: Body) -> Any:
    """Plan a ladder season; it must not overlap another one."""
    return seasons.create(uow(), caller(), body)


@blp.get("")
@blp.response(200, LadderSeasonsOut)
def list_seasons() -> Any:
    """All ladder seasons, the latest first."""
    return views.seasons.page_of_seasons(uow(), asked_page())


@blp.get("/current")
@blp.response(200, LadderSeasonOut)
def current_season() -> Any:
    """The active ladder season, or the last one while it is closing."""
    return views.seasons.current(uow())


@blp.get("/<season_id>")
@blp.response(200, LadderSeasonOut)
def one_season(season_id: str) -> Any:
    """One ladder season."""
    return views.seasons.one(uow(), season_id)


@blp.get("/<season_id>/revisions")
@blp.response(200, LadderRevisionsOut)
def revisions(season_id: str) -> Any:
    """The confirmed rankings of a final season: the first, and each correction of it."""
    return views.seasons.revisions(uow(), season_id, asked_page())


@blp.get("/<season_id>/adjustments")
@blp.response(200, AdjustmentsOut)
def adjustments(season_id: str) -> Any:
    """What operators did to the season: when, who, and why."""
    return views.adjustments.page_of_adjustments(uow(), season_id, asked_page())


@blp.get("/<season_id>/verification")
@needs("operator")
@blp.response(200, VerificationOut)
def verification(season_id: str) -> Any:
    """Fold some players' games anew and compare with what is stored; pages through them all."""
    return verifying.verify_page(uow(), season_id, asked_page())


@blp.post("/<season_id>/disqualifications")
@needs("operator")
@blp.arguments(DisqualifyIn)
@blp.response(201, DisqualificationOut)
@blp.alt_response(200, schema=DisqualificationOut, description="Repeated", success=True)
def disqualify(body: Body, season_id: str) -> Any:
    """Leave a player out of the season's ranking."""
    told, is_new = disqualifying.disqualify(uow(), caller(), season_id, body)
    return told, 201 if is_new else 200


@blp.delete("/<season_id>/disqualifications/<account_id>")
@needs("operator")
@blp.arguments(UndoQuery, location="query")
@blp.response(204)
def undo_disqualification(asked: Body, season_id: str, account_id: str) -> None:
    """Take a disqualification back."""
    disqualifying.undo(uow(), caller(), season_id, account_id, asked["reason"])
