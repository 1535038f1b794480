"""A whole season in one file."""

from uuid import UUID

from flask import Response, g, request

from services.gateway.ports import ports_of
from services.gateway.routes import BASE
from services.gateway.to_services.asker import Asker
from services.gateway.to_services.season_export import finished_season, season_file, season_tag
from shared.web.blueprint import Blueprint
from shared.web.edge import runtime
from shared.web.tokens import ANYBODY

blp = Blueprint("exports", __name__, url_prefix=BASE, description="Whole seasons")

ABOUT = """A finished season in one file: seed, settings, participants, rounds, every code, attempt,
clue and result with its revisions, and every table with its digest.

`justa verify FILE` replays it without the platform: the draw, the pairings, the feedback of every
attempt, results and tables. The file's own `digest` is the SHA-256 of its parts, one line of JSON
each (`["format", …]`, `["season", …]`, then the items of the lists in their order; keys sorted, no
spaces, ASCII).
"""


@blp.get("/seasons/<uuid:season_id>/export.json")
@blp.doc(
    summary="A whole finished season",
    description=ABOUT,
    responses={"200": {"description": "a file", "content": {"application/json": {}}}},
)
def export_season(season_id: UUID) -> Response:
    services, settings = ports_of(runtime()).services, runtime().settings
    asker = Asker(services, ANYBODY, settings.secret, g.request_id)
    season = finished_season(asker, str(season_id))
    tag = season_tag(asker, season)
    if request.if_none_match.contains_weak(tag):
        response = Response(status=304)
    else:
        response = Response(season_file(asker, season), mimetype="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="season-{season["id"]}.json"'
    response.headers["Cache-Control"] = "no-cache"
    # Weak: a name may reach one service a moment before the other.
    response.set_etag(tag, weak=True)
    return response
