"""Fair play: signals, incidents and their decisions, and results that players dispute."""

from typing import Any
from uuid import UUID

from flask import Response, current_app, g, jsonify

from services.gateway import usecases, views
from services.gateway.api import here
from services.gateway.ports import ports_of
from services.gateway.routes import BASE
from services.gateway.schemas.fair_play import (
    DecisionIn,
    DisputeIn,
    DisputeOut,
    DisputesOut,
    IncidentChange,
    IncidentIn,
    IncidentOut,
    IncidentsOut,
    IncidentsQuery,
    NoteIn,
    SignalChange,
    SignalOut,
    SignalsOut,
    SignalsQuery,
)
from services.gateway.store import disputes, incidents, observations
from services.gateway.tables.fair_play import IncidentRow
from services.gateway.to_services.acting import Acting
from services.gateway.to_services.asker import Asker
from services.gateway.usecases.deciding import Answered
from shared.errors import Problem
from shared.unit_of_work import UnitOfWork
from shared.web.blueprint import Blueprint
from shared.web.edge import asked, asks_first, caller, done_apart, needs, runtime, uow
from shared.web.etags import require_unchanged
from shared.web.idempotency import asked_key
from shared.web.paging import asked_page, cut_by_offset
from shared.web.problems import problem_response

Body = dict[str, Any]

blp = Blueprint("fair_play", __name__, url_prefix=BASE, description="Fair play")


@blp.get("/admin/signals")
@needs("operator")
@blp.arguments(SignalsQuery, location="query")
@blp.response(200, SignalsOut)
def list_signals(wanted: Body) -> Any:
    """What to look at in matches that have closed, found last first; it changes nothing."""
    return views.fair_play.page_of_signals(uow(), asked_page(), wanted)


@blp.patch("/admin/signals/<signal_id>")
@needs("operator")
@blp.arguments(SignalChange)
@blp.response(200, SignalOut)
def mark_signal(body: Body, signal_id: str) -> Any:
    """Mark a signal as seen, or as new again; nobody does so where they have a stake."""
    row = usecases.marking.mark(uow(), caller(), signal_id, body["state"])
    return views.fair_play.signal(uow(), row)


@blp.get("/admin/incidents")
@needs("operator")
@blp.arguments(IncidentsQuery, location="query")
@blp.response(200, IncidentsOut)
def list_incidents(wanted: Body) -> Any:
    """All incidents, or those in a state, the newest first."""
    return views.fair_play.page_of_incidents(uow(), asked_page(), wanted.get("state"))


@blp.post("/admin/incidents")
@needs("operator")
@blp.arguments(IncidentIn)
@blp.response(201, IncidentOut)
def open_incident(body: Body) -> Any:
    """Open an incident."""
    row = usecases.incidents.open_incident(uow(), caller(), body)
    return views.fair_play.incident(uow(), row)


@blp.get("/admin/incidents/<incident_id>")
@needs("operator")
@blp.response(200, IncidentOut)
def one_incident(incident_id: str) -> Any:
    """One incident, with its disputes, notes and decisions."""
    return views.fair_play.incident(uow(), incidents.load(uow(), incident_id))


@blp.patch("/admin/incidents/<incident_id>")
@needs("operator")
@blp.arguments(IncidentChange)
@blp.response(200, IncidentOut)
def change_incident(body: Body, incident_id: str) -> Any:
    """Change an incident; honours `If-Match`. Nobody changes one about a match of their own."""
    players = _players(incident_id, body.get("match_ids", []))
    row = incidents.load(uow(), incident_id, for_change=True)
    _require_unchanged(uow(), row)
    usecases.incidents.require_disinterested(caller(), row, players)
    usecases.incidents.change(uow(), caller(), row, body)
    return views.fair_play.incident(uow(), row)


@blp.post("/admin/incidents/<incident_id>/notes")
@needs("operator")
@blp.arguments(NoteIn)
@blp.response(201, IncidentOut)
def write_note(body: Body, incident_id: str) -> Any:
    """Write something down about an incident; it stays as it is."""
    row = usecases.incidents.write_note(uow(), caller(), incident_id, body["text"])
    return views.fair_play.incident(uow(), row)


@blp.post("/admin/incidents/<incident_id>/decisions")
@needs("operator")
@done_apart  # The act's service keeps the key too, and does nothing twice.
@blp.arguments(DecisionIn)
@blp.response(201, IncidentOut)
def decide(body: Body, incident_id: str) -> Any:
    """Do an act as its operator, and have the incident decided; honours `If-Match`.

    If the act is refused, its own refusal is the answer and nothing is decided.
    """
    key = asked_key(caller())
    acting = Acting(runtime(), caller(), request_id=g.request_id, key=key, language=here.language())
    refused = usecases.deciding.decide(
        runtime(),
        caller(),
        incident_id,
        usecases.deciding.decision_in(body, key),
        players=_players(incident_id, [body["match_id"]] if "match_id" in body else []),
        require_unchanged=_require_unchanged,
        call=lambda path, given: _suspended(path, given) or acting.call(path, given),
    )
    if refused is not None:
        return _as_answered(refused)
    return views.fair_play.incident(uow(), incidents.load(uow(), incident_id))


@blp.post("/matches/<uuid:match_id>/disputes")
@needs("player")
@asks_first(lambda match_id: _asker().ask(f"{BASE}/matches/{match_id}"))
@blp.arguments(DisputeIn)
@blp.response(201, DisputeOut)
@blp.alt_response(200, schema=DisputeOut, description="Disputed before", success=True)
def dispute(body: Body, match_id: UUID) -> Any:  # noqa: ARG001
    """Dispute a result of one's own, once; operators look into it."""
    match = asked()
    usecases.disputing.require_disputable(match, caller().account)
    row, is_new = usecases.disputing.dispute(uow(), caller(), match, body["reason"])
    return usecases.disputing.shown(uow(), row), 201 if is_new else 200


@blp.get("/matches/<uuid:match_id>/disputes")
@needs("player", "operator")
@blp.response(200, DisputesOut)
def list_disputes(match_id: UUID) -> Any:
    """One's own dispute of a result; to operators all there are."""
    rows = disputes.of_match(uow(), str(match_id))
    mine = [r for r in rows if "operator" in caller().roles or r.account_id == caller().account]
    shown = [usecases.disputing.shown(uow(), row) for row in mine]
    return cut_by_offset(shown, asked_page()), 200, {"Cache-Control": "private, no-cache"}


def _asker() -> Asker:
    services = ports_of(runtime()).services
    return Asker(services, caller(), runtime().settings.secret, g.request_id)


def _players(incident_id: str, further: list[str]) -> frozenset[str]:
    """Who plays in the matches of an incident; asked for while no transaction is open."""
    with runtime().reading() as look:
        named = [*incidents.load(look, incident_id).match_ids, *further]
        known = observations.players(look, named)
    asker = _asker()
    asked = {match_id: asker.ask(f"{BASE}/matches/{match_id}") for match_id in {*named} - {*known}}
    return usecases.incidents.players(known, asked)


def _require_unchanged(work: UnitOfWork, row: IncidentRow) -> None:
    require_unchanged(jsonify(views.fair_play.as_shown(work, row)).get_data())


def _suspended(path: str, given: dict[str, str]) -> Answered | None:
    """Suspending is the gateway's own act, and has no service to be called at."""
    if not path.startswith("/admin/"):
        return None
    account_id = path.split("/")[3]
    try:
        with runtime().writing() as work:
            body = {"suspended": True, "reason": given["reason"]}
            usecases.accounts.suspend(work, caller(), account_id, body)
            usecases.audit.done(work, caller(), BASE + path, given["reason"], g.request_id)
    except Problem as refusal:
        answer = problem_response(refusal)
        return Answered(answer.status_code, dict(answer.headers), answer.get_data())
    return Answered(200, {}, b"")


def _as_answered(answer: Answered) -> Response:
    kept = ("Content-Type", "Content-Language", "Retry-After")
    headers = {name: answer.headers[name] for name in kept if name in answer.headers}
    return current_app.response_class(answer.body, answer.status, headers)
