"""The match service's calls: a match and its moves, a round's matches, tables, Aura."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Response, g, request

from services.match import views
from services.match.bodies import (
    AnnulIn,
    AttemptIn,
    CodeIn,
    ComputerTableIn,
    CorrectIn,
    GrantIn,
    OwnMatchesQuery,
    TableIn,
)
from services.match.schemas import (
    AttemptOut,
    AuraEntryOut,
    AuraOut,
    ClueOut,
    FullMatchesOut,
    MatchesOut,
    MatchOut,
    OwnSideOut,
    RematchOut,
    RevisionsOut,
    SummariesOut,
    TableOut,
)
from services.match.usecases import (
    aura,
    corrections,
    live_duels,
    looking,
    playing,
    rematches,
    tables,
)
from shared.web.blueprint import Blueprint
from shared.web.edge import caller, needs, runtime, uow
from shared.web.paging import asked_page

Body = dict[str, Any]

# What one person alone may see is nobody's to keep for others.
PRIVATE = {"Cache-Control": "private, no-cache"}
# Guests play friendly duels, and no others.
PLAYERS = ("player", "guest")

blp = Blueprint("match", __name__, url_prefix="/api/v1")


def counts_itself(view: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a view that, once it has succeeded, has counted its request as a sign of the player."""

    @wraps(view)
    def counting(*args: Any, **kwargs: Any) -> Any:
        answer = view(*args, **kwargs)
        g.counted = True
        return answer

    return counting


@blp.get("/me/matches")
@needs()
@blp.arguments(OwnMatchesQuery, location="query")
@blp.response(200, MatchesOut)
def own_matches(query: Body) -> Any:
    """One's own matches: open ones first, by deadline."""
    shown = looking.own_matches(runtime(), uow(), caller(), query.get("state"), asked_page())
    return shown, 200, PRIVATE


@blp.get("/matches/<match_id>")
@blp.response(200, MatchOut)
@counts_itself
def match(match_id: str) -> Any:
    """A match as the caller sees it; everything in it once it is closed."""
    shown = looking.match(runtime(), uow(), caller(), match_id)
    return shown, 200, PRIVATE if "you" in shown else {}


@blp.get("/matches/<match_id>/revisions")
@blp.response(200, RevisionsOut)
def revisions(match_id: str) -> Any:
    """Every revision of a result, with the reasons given for it."""
    caller()
    return views.revisions(uow(), match_id, asked_page())


@blp.get("/seasons/<season_id>/rounds/<int:number>/matches")
@blp.response(200, SummariesOut)
def round_matches(season_id: str, number: int) -> Any:
    """Who meets whom in a round, and how it ended once it is closed."""
    caller()
    return views.round_matches(uow(), season_id, number, asked_page())


@blp.get("/seasons/<season_id>/matches")
@blp.response(200, FullMatchesOut)
def closed_matches(season_id: str) -> Any:
    """A season's closed matches in full, with every revision of their results."""
    caller()
    return views.closed_matches(uow(), season_id, asked_page())


@blp.put("/matches/<match_id>/code")
@needs(*PLAYERS)
@blp.arguments(CodeIn)
@blp.response(200, OwnSideOut)
@counts_itself
def save_code(body: Body, match_id: str) -> Any:
    """Save a code as a draft, or confirm it for good."""
    return playing.save_code(uow(), caller(), match_id, **body)


@blp.post("/matches/<match_id>/attempts")
@needs(*PLAYERS)
@blp.arguments(AttemptIn)
@blp.response(201, AttemptOut)
@blp.alt_response(200, schema=AttemptOut, description="Repeated", success=True)
@counts_itself
def attempt(body: Body, match_id: str) -> Any:
    """Try a guess; the same number and guess again is the same attempt."""
    answer = playing.attempt(uow(), caller(), match_id, **body)
    return answer, 200 if answer.repeated else 201


@blp.post("/matches/<match_id>/clues")
@needs(*PLAYERS)
@blp.response(201, ClueOut)
@counts_itself
def take_clue(match_id: str) -> Any:
    """Buy a clue for Aura."""
    return playing.take_clue(uow(), caller(), match_id)


@blp.post("/matches/<match_id>/resign")
@needs(*PLAYERS)
@blp.response(200, MatchOut)
@counts_itself
def resign(match_id: str) -> Any:
    """Give up a live duel: the other side wins."""
    live_duels.resign(uow(), caller(), match_id)
    return looking.match_now(uow(), caller(), match_id)


@blp.post("/matches/<match_id>/annul")
@needs("operator")
@blp.arguments(AnnulIn)
@blp.response(200, MatchOut)
def annul(body: Body, match_id: str) -> Any:
    """Make a closed league match count for nothing."""
    corrections.annul(uow(), caller(), match_id, **body)
    return looking.match(runtime(), uow(), caller(), match_id)


@blp.post("/matches/<match_id>/correct")
@needs("operator")
@blp.arguments(CorrectIn)
@blp.response(200, MatchOut)
def correct(body: Body, match_id: str) -> Any:
    """Give a closed league match another outcome."""
    corrections.correct(uow(), caller(), match_id, **body)
    return looking.match(runtime(), uow(), caller(), match_id)


@blp.get("/matches/<match_id>/rematch")
@needs(*PLAYERS)
@blp.response(200, RematchOut)
def look_for_rematch(match_id: str) -> Any:
    """Whether the two of a private table play again; told to them alone."""
    return views.rematch(rematches.look(uow(), caller(), match_id)), 200, PRIVATE


@blp.post("/matches/<match_id>/rematch")
@needs(*PLAYERS)
@blp.response(200, RematchOut)
def ask_for_rematch(match_id: str) -> Any:
    """Ask to play again with the same settings; if the other has asked, the duel begins."""
    return views.rematch(rematches.ask(uow(), caller(), match_id))


@blp.delete("/matches/<match_id>/rematch")
@needs(*PLAYERS)
@blp.response(204)
def call_rematch_off(match_id: str) -> Any:
    """Take the question back, or say no to it."""
    rematches.call_off(uow(), caller(), match_id)


@blp.post("/tables")
@needs(*PLAYERS)
@blp.arguments(TableIn, required=False)
@blp.response(201, TableOut)
def open_table(body: Body) -> Any:
    """Open a private table; whoever has its invite code may join."""
    return tables.open_table(uow(), caller(), **body)


@blp.get("/tables/<table_id>")
@needs(*PLAYERS)
@blp.response(200, TableOut)
def own_table(table_id: str) -> Any:
    """A table of one's own, and its match once somebody has joined."""
    return tables.own_table(uow(), caller(), table_id), 200, PRIVATE


@blp.delete("/tables/<table_id>")
@needs(*PLAYERS)
@blp.response(204)
def close_table(table_id: str) -> Any:
    """Close a table of one's own that nobody has joined."""
    tables.close_table(uow(), caller(), table_id)


@blp.post("/tables/computer")
@needs(*PLAYERS)
@blp.arguments(ComputerTableIn)
@blp.response(201, MatchOut)
def play_computer(body: Body) -> Any:
    """Play the computer at once."""
    match_id = tables.play_computer(uow(), caller(), **body)
    return looking.match_now(uow(), caller(), match_id)


@blp.post("/tables/<invite_code>/join")
@needs(*PLAYERS)
@blp.response(200, MatchOut)
def join_table(invite_code: str) -> Any:
    """Join a table; the duel begins."""
    match_id = tables.join(uow(), caller(), invite_code)
    return looking.match_now(uow(), caller(), match_id)


@blp.after_request
def count_as_sign(response: Response) -> Response:
    """Whoever plays a live duel is there also while what they ask is refused, or no move."""
    match_id, who = (request.view_args or {}).get("match_id"), g.get("caller")
    told = response.status_code < 500 and response.status_code != 404
    if match_id and who and who.account_id and told and "counted" not in g:
        live_duels.show_sign_anyway(runtime(), match_id, who.account_id)
    return response


@blp.get("/me/aura")
@needs("player")
@blp.response(200, AuraOut)
def own_aura() -> Any:
    """One's own Aura and its movements, the newest first."""
    return views.aura(uow(), caller().account, asked_page()), 200, PRIVATE


@blp.post("/accounts/<account_id>/aura")
@needs("operator")
@blp.arguments(GrantIn)
@blp.response(201, AuraEntryOut)
def grant_aura(body: Body, account_id: str) -> Any:
    """Give Aura, or take it away."""
    return aura.grant(uow(), caller(), account_id, **body)
