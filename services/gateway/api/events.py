"""Live events, and the document of the whole interface."""

import json
from collections.abc import Callable

from flask import Response, request

from services.gateway.api import here
from services.gateway.callers.identity import identities_of
from services.gateway.domain.errors import LoginOver
from services.gateway.domain.live import read_position
from services.gateway.live.handing_over import LISTENERS
from services.gateway.live.listener import Listener
from services.gateway.live.streams import Stream, places_of
from services.gateway.ports import ports_of
from services.gateway.store import live
from shared.web.blueprint import Blueprint
from shared.web.edge import caller, runtime, uow

blp = Blueprint("events", __name__, url_prefix="/api/v1", description="Live events")

EVENT_TYPES = """Live events as `text/event-stream`.

- `round_opened` (a paired round's preparing has begun), `solving_opened`, `round_closed`:
  `{season_id, round}`
- `standings_published`: `{season_id, round, revision}`
- `season_changed` (announced, postponed, held, resumed, cancelled, finished): `{season_id}`
- `ranking_changed` (a ladder season's): `{season_id}`
- `duel_changed`, told to its players alone: `{match_id}`
- `ladder_matched` (the duel that the queue found is open), told to its players alone: `{match_id}`
- `ladder_game_changed` (voided, or not any more), told to its players alone:
  `{game_id, season_id}`

Each tells what to read again, nothing else. `Last-Event-ID` resumes within a day.
"""
_LAST_EVENT_ID = {
    "in": "header",
    "name": "Last-Event-ID",
    "description": "The `id` of the last event heard: what came after it is told first.",
    "schema": {"type": "string"},
}


@blp.get("/events")
@blp.doc(
    summary="Listen to live events",
    description=EVENT_TYPES,
    parameters=[_LAST_EVENT_ID],
    responses={"200": {"description": "a stream", "content": {"text/event-stream": {}}}},
)
def listen() -> Response:
    account_id = caller().account_id
    present = live.present(uow(), account_id)
    claimed = read_position(request.headers.get("Last-Event-ID"))
    position = claimed.at_most(present) if claimed else present
    leave = places_of(runtime()).take()
    begun = request.environ.get(LISTENERS)
    if begun is not None:
        # The connection goes over to where thousands are served at once.
        begun.append(Listener(account_id, here.login_id(), position, leave))
        return _as_stream(Response(iter(()), mimetype="text/event-stream"))
    stream = Stream(runtime(), account_id, position, _still_in(here.login_id()))
    response = Response(iter(stream), mimetype="text/event-stream")
    response.call_on_close(leave)
    return _as_stream(response)


@blp.get("/openapi.json")
@blp.doc(responses={"200": {"description": "this document", "content": {"application/json": {}}}})
def openapi() -> Response:
    """The OpenAPI document of all public calls."""
    extras = runtime().extras
    if "openapi" not in extras:
        document = ports_of(runtime()).openapi()
        extras["openapi"] = json.dumps(document, ensure_ascii=False)
    return Response(extras["openapi"], mimetype="application/json")


def _as_stream(response: Response) -> Response:
    response.headers.update({"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
    return response


def _still_in(login_id: str | None) -> Callable[[], bool]:
    """Whether a login lasts and its account is not suspended; asked again and again."""
    if login_id is None:
        return lambda: True
    identities = identities_of(runtime())

    def still_in() -> bool:
        try:
            return not identities.of_login(login_id).suspended
        except LoginOver:
            return False

    return still_in
