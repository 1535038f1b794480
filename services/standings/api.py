"""The standings' endpoints."""

from typing import Any

from flask import Response

from services.standings import usecases, views
from services.standings.schemas import (
    ActsOut,
    CrosstableOut,
    PositionsOut,
    PositionsQuery,
    PreviewIn,
    PreviewOut,
    RevisionsOut,
    RoundQuery,
    TableOut,
    TableQuery,
)
from shared.web.blueprint import Blueprint
from shared.web.edge import needs, uow
from shared.web.paging import asked_page

_FILE = {"type": "string"}

blp = Blueprint(
    "standings",
    __name__,
    url_prefix="/api/v1/seasons/<season_id>",
    description="The league's tables",
)


@blp.get("/standings")
@blp.arguments(TableQuery, location="query")
@blp.response(200, TableOut)
def standings(asked: dict[str, Any], season_id: str) -> Any:
    """The table after a round, without one the latest that is complete."""
    return views.table.standings(uow(), season_id, asked["round"], asked["revision"])


@blp.get("/standings/positions")
@blp.arguments(PositionsQuery, location="query")
@blp.response(200, PositionsOut)
def positions(asked: dict[str, Any], season_id: str) -> Any:
    """Each player's positions after every round so far; `?account_id=` those of one player."""
    return views.positions.page_of_positions(uow(), season_id, asked["account_id"], asked_page())


@blp.get("/standings/revisions")
@blp.arguments(RoundQuery, location="query")
@blp.response(200, RevisionsOut)
def revisions(asked: dict[str, Any], season_id: str) -> Any:
    """What was published when: all revisions of the tables, or of one round's."""
    return views.revisions.page_of_revisions(uow(), season_id, asked["round"], asked_page())


@blp.get("/standings/acts")
@blp.response(200, ActsOut)
def acts(season_id: str) -> Any:
    """Corrections, annulments and disqualifications, in the order in which they count."""
    return views.revisions.page_of_acts(uow(), season_id, asked_page())


@blp.post("/standings/preview")
@needs("operator")
@blp.arguments(PreviewIn)
@blp.response(200, PreviewOut)
def preview(body: dict[str, Any], season_id: str) -> Any:
    """The latest table before and after a correction or annulment; changes nothing."""
    return usecases.previews.preview_change(uow(), season_id, body)


@blp.get("/crosstable")
@blp.response(200, CrosstableOut)
def crosstable(season_id: str) -> Any:
    """The players in table order, each with the opponents met in closed rounds."""
    return views.crosstable.latest_crosstable(uow(), season_id)


@blp.get("/export.csv")
@blp.arguments(TableQuery, location="query")
@blp.response(200, _FILE, content_type="text/csv")
def export_csv(asked: dict[str, Any], season_id: str) -> Response:
    """A table as comma-separated values, by default the latest that is complete."""
    return _download(views.exports.csv_file(uow(), season_id, asked["round"], asked["revision"]))


@blp.get("/export.trf")
@blp.arguments(TableQuery, location="query")
@blp.response(200, _FILE, content_type="text/plain")
def export_trf(asked: dict[str, Any], season_id: str) -> Response:
    """The season as a FIDE tournament report (TRF16), up to a table as above."""
    return _download(views.exports.trf_file(uow(), season_id, asked["round"], asked["revision"]))


def _download(file: views.exports.File) -> Response:
    response = Response(file.text, mimetype=file.media_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{file.name}"'
    return response
