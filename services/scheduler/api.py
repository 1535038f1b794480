"""The scheduler's endpoints: seasons, who takes part in them, and their rounds."""

from typing import Any

from flask import Response, jsonify, request

from services.scheduler import schemas, views
from services.scheduler.store import seasons
from services.scheduler.store.seasons import Stored
from services.scheduler.usecases import (
    disqualifying,
    obeying,
    planning,
    registration,
    running,
)
from shared.web.blueprint import Blueprint
from shared.web.edge import awaited_again, caller, needs, uow
from shared.web.etags import require_unchanged
from shared.web.paging import asked_page

blp = Blueprint("scheduler", __name__, url_prefix="/api/v1", description="Seasons and rounds")


def _shown(stored: Stored) -> Any:
    return views.season.shown(uow(), [stored])[0]


def _require_unchanged(season_id: str) -> None:
    """Honour `If-Match`: the season must still read as the caller read it."""
    if request.if_match:
        seasons.lock(uow(), season_id)
        present = schemas.SeasonOut().dump(views.season.one(uow(), season_id))
        require_unchanged(jsonify(present).get_data())


@blp.post("/seasons")
@needs("operator")
@blp.arguments(schemas.SeasonIn)
@blp.response(201, schemas.SeasonOut)
def create_season(body: dict[str, Any]) -> Any:
    """Plan a season; it is a draft until its registration opens."""
    return _shown(planning.create(uow(), caller(), body))


@blp.get("/seasons")
@blp.arguments(schemas.SeasonsQuery, location="query")
@blp.response(200, schemas.SeasonsOut)
def list_seasons(query: dict[str, Any]) -> Any:
    """All seasons, the newest first."""
    return views.season.page(uow(), asked_page(), query.get("state"))


@blp.get("/seasons/<season_id>")
@blp.response(200, schemas.SeasonOut)
def one_season(season_id: str) -> Any:
    """One season with all its settings."""
    return views.season.one(uow(), season_id)


@blp.patch("/seasons/<season_id>")
@needs("operator")
@blp.arguments(schemas.SeasonChangeIn)
@blp.response(200, schemas.SeasonOut)
def change_season(body: dict[str, Any], season_id: str) -> Any:
    """Change a draft."""
    _require_unchanged(season_id)
    return _shown(planning.change(uow(), season_id, body))


@blp.post("/seasons/<season_id>/open-registration")
@needs("operator")
@blp.arguments(schemas.OptionalReasonIn, required=False)
@blp.response(200, schemas.SeasonOut)
def open_registration(body: dict[str, Any], season_id: str) -> Any:  # noqa: ARG001
    """Open registration now; the settings are fixed from here on."""
    _require_unchanged(season_id)
    return _shown(running.open_registration(uow(), season_id))


@blp.post("/seasons/<season_id>/close-registration")
@needs("operator")
@blp.arguments(schemas.OptionalReasonIn, required=False)
@blp.response(200, schemas.SeasonOut)
def close_registration(body: dict[str, Any], season_id: str) -> Any:  # noqa: ARG001
    """Close registration now: the lot is drawn and the number of rounds fixed."""
    _require_unchanged(season_id)
    return _shown(running.close_registration(uow(), season_id))


@blp.post("/seasons/<season_id>/cancel")
@needs("operator")
@blp.arguments(schemas.ReasonIn)
@blp.response(200, schemas.SeasonOut)
def cancel_season(body: dict[str, Any], season_id: str) -> Any:
    """Cancel the season for a public reason; its open round closes without results."""
    _require_unchanged(season_id)
    return _shown(running.cancel_season(uow(), season_id, body["reason"]))


@blp.post("/seasons/<season_id>/postpone")
@needs("operator")
@blp.arguments(schemas.PostponeIn)
@blp.response(200, schemas.SeasonOut)
def postpone_season(body: dict[str, Any], season_id: str) -> Any:
    """Move every instant still ahead by whole days, or by seconds in a timed season."""
    _require_unchanged(season_id)
    return _shown(running.postpone_season(uow(), season_id, body))


@blp.post("/seasons/<season_id>/resume")
@needs("operator")
@blp.arguments(schemas.OptionalReasonIn, required=False)
@blp.response(200, schemas.SeasonOut)
def resume_season(body: dict[str, Any], season_id: str) -> Any:  # noqa: ARG001
    """Let a held season go on: the phase at whose end it is held ends now."""
    _require_unchanged(season_id)
    return _shown(running.resume_season(uow(), season_id))


def _until_obeyed(season_id: str) -> None:
    obeying.answer_once_obeyed(uow(), season_id, request.json["account_id"])


@blp.post("/seasons/<season_id>/disqualifications")
@needs("operator")
@awaited_again(_until_obeyed)
@blp.arguments(schemas.DisqualifyIn)
@blp.response(200, schemas.SeasonOut)
def disqualify(body: dict[str, Any], season_id: str) -> Any:
    """Put a participant out; twice is once."""
    _require_unchanged(season_id)
    return _shown(disqualifying.disqualify(uow(), season_id, body["account_id"]))


@blp.post("/seasons/<season_id>/registration")
@needs("player", "operator")
@blp.response(201, schemas.RegistrationOut)
@blp.alt_response(200, schema=schemas.RegistrationOut, description="Registered before")
def register(season_id: str) -> Any:
    """Register for the season."""
    entry, new = registration.register(uow(), caller(), season_id)
    return views.participants.entry(uow(), entry), 201 if new else 200


@blp.delete("/seasons/<season_id>/registration")
@needs("player", "operator")
@blp.response(204)
def leave(season_id: str) -> None:
    """Leave the list, or withdraw from the season once the list has closed."""
    registration.leave(uow(), caller(), season_id)


@blp.get("/me/registrations")
@needs("player", "operator")
@blp.response(200, schemas.OwnRegistrationsOut)
def own_registrations() -> Any:
    """The seasons that one takes or took part in, the newest first."""
    shown = views.participants.of_account(uow(), caller().account, asked_page())
    return shown, 200, {"Cache-Control": "private, no-cache"}


@blp.get("/seasons/<season_id>/participants")
@blp.response(200, schemas.ParticipantsOut)
def list_participants(season_id: str) -> Any:
    """Who takes part: by lot, before the close in the order of registration."""
    return views.participants.page(uow(), season_id, asked_page())


@blp.get("/seasons/<season_id>/departures")
@blp.response(200, schemas.DeparturesOut)
def list_departures(season_id: str) -> Any:
    """Who withdrew or was disqualified after the close of registration, in order."""
    return views.participants.departures(uow(), season_id, asked_page())


@blp.get("/seasons/<season_id>/rounds")
@blp.response(200, schemas.RoundsOut)
def list_rounds(season_id: str) -> Any:
    """All rounds with their times; none before registration closes."""
    return views.rounds.page(uow(), season_id, asked_page())


@blp.get("/seasons/<season_id>/calendar.ics")
@blp.arguments(schemas.CalendarQuery, location="query")
@blp.response(200, {"type": "string"}, content_type="text/calendar")
def calendar(wanted: dict[str, Any], season_id: str) -> Response:
    """Registration and rounds as a calendar to subscribe to."""
    file = views.calendar.text(uow(), season_id, wanted["language"])
    return Response(file, mimetype="text/calendar")
