"""Games: reported by game servers, judged by operators."""

from typing import Any

from services.ladder import views
from services.ladder.answers import batch_answer, report_of
from services.ladder.bodies import BatchIn, PreviewQuery, ReasonIn, ReportIn, SettleIn, StartIn
from services.ladder.schemas.games import LadderGameOut, UnendedOut
from services.ladder.schemas.reports import BatchOut, ReportedOut, StartedOut
from services.ladder.usecases import adjusting, reporting
from shared.web.blueprint import Blueprint
from shared.web.edge import caller, needs, uow
from shared.web.paging import asked_page

Body = dict[str, Any]

blp = Blueprint(
    "ladder_games", __name__, url_prefix="/api/v1/ladder/games", description="Games of the ladder"
)


@blp.post("")
@needs("game_server")
@blp.arguments(ReportIn)
@blp.response(201, ReportedOut)
@blp.alt_response(200, schema=ReportedOut, description="Repeated", success=True)
def report(body: Body) -> Any:
    """Report a whole game; repeated, it gets the first answer again."""
    verdict = reporting.report(uow(), caller(), body)
    return verdict.answer, 200 if verdict.repeated else 201


@blp.post("/start")
@needs("game_server")
@blp.arguments(StartIn)
@blp.response(201, StartedOut)
@blp.alt_response(200, schema=StartedOut, description="Repeated", success=True)
def report_start(body: Body) -> Any:
    """Report the start of a game, to learn whether it will count."""
    verdict = reporting.report_start(uow(), caller(), body)
    return verdict.answer, 200 if verdict.repeated else 201


@blp.post("/batch")
@needs("game_server")
@blp.arguments(BatchIn)
@blp.response(200, BatchOut)
def report_batch(body: Body) -> Any:
    """Report up to 500 games, each judged on its own, in order."""
    items = [report_of(item) for item in body["items"]]
    return batch_answer(reporting.report_batch(uow(), caller(), items))


@blp.get("/unended")
@needs("operator")
@blp.response(200, UnendedOut)
def unended() -> Any:
    """Games that started and have not ended, those that started first at the top."""
    return views.games.page_of_unended(uow(), asked_page())


@blp.get("/<game_id>")
@blp.response(200, LadderGameOut)
def game(game_id: str) -> Any:
    """One game, with what it does to its players as things stand."""
    return views.games.one(uow(), game_id)


@blp.post("/<game_id>/void")
@needs("operator")
@blp.arguments(ReasonIn)
@blp.arguments(PreviewQuery, location="query")
@blp.response(200, LadderGameOut)
def void(body: Body, query: Body, game_id: str) -> Any:
    """Make a game count for nothing; `?preview=true` tells what that would change."""
    return adjusting.void(uow(), caller(), game_id, body, **query)


@blp.post("/<game_id>/unvoid")
@needs("operator")
@blp.arguments(ReasonIn)
@blp.arguments(PreviewQuery, location="query")
@blp.response(200, LadderGameOut)
def unvoid(body: Body, query: Body, game_id: str) -> Any:
    """Let a voided game count again, as was decided at its start."""
    return adjusting.unvoid(uow(), caller(), game_id, body, **query)


@blp.post("/<game_id>/review")
@needs("operator")
@blp.arguments(ReasonIn)
@blp.arguments(PreviewQuery, location="query")
@blp.response(200, LadderGameOut)
def review(body: Body, query: Body, game_id: str) -> Any:
    """Mark a result to be looked at; it counts meanwhile."""
    return adjusting.review(uow(), caller(), game_id, body, **query)


@blp.post("/<game_id>/settle")
@needs("operator")
@blp.arguments(SettleIn)
@blp.arguments(PreviewQuery, location="query")
@blp.response(200, LadderGameOut)
def settle(body: Body, query: Body, game_id: str) -> Any:
    """End a review: keep the result, or void the game."""
    return adjusting.settle(uow(), caller(), game_id, body, **query)
