"""The ranking, and the games behind it."""

from typing import Any

from services.ladder import views
from services.ladder.bodies import PlayerQuery, RankingQuery
from services.ladder.schemas.history import HistoryOut
from services.ladder.schemas.ranking import PlayerRankOut, RankingOut
from shared.web.blueprint import Blueprint
from shared.web.edge import uow
from shared.web.paging import asked_page

Body = dict[str, Any]

blp = Blueprint(
    "ladder_ranking",
    __name__,
    url_prefix="/api/v1/ladder/seasons/<season_id>",
    description="The ranking of a ladder season",
)


@blp.get("/ranking")
@blp.arguments(RankingQuery, location="query")
@blp.response(200, RankingOut)
def ranking(asked: Body, season_id: str) -> Any:
    """The ranking as it is, or as it was confirmed; further pages are of the same moment."""
    return views.ranking.page_of_ranking(uow(), season_id, asked_page(), asked["revision"])


@blp.get("/ranking/<account_id>")
@blp.arguments(PlayerQuery, location="query")
@blp.response(200, PlayerRankOut)
def player(asked: Body, season_id: str, account_id: str) -> Any:
    """A player's exact position, with their neighbours."""
    return views.ranking.player(uow(), season_id, account_id, asked["around"], asked["revision"])


@blp.get("/players/<account_id>/games")
@blp.response(200, HistoryOut)
def history(season_id: str, account_id: str) -> Any:
    """A player's games in the order of play, each change explained."""
    return views.history.page_of_games(uow(), season_id, account_id, asked_page())
