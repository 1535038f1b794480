"""The platform itself: what waits for an operator, health, dead letters, audit, keys, clock."""

from time import perf_counter
from typing import Any

from flask import render_template, request

from services.gateway.web import forms, times
from services.gateway.web.pages.operating import people
from services.gateway.web.pages.operating.desk import desk
from services.gateway.web.refused import Refused
from services.gateway.web.visitor import interface

pages = desk("machine")

# A cheap read of each service, as a reader would make it.
PROBES = (
    ("gateway", "/clock"),
    ("scheduler", "/seasons?limit=1"),
    ("match", "/me/matches?limit=1"),
    ("standings", "/seasons/{season}/standings/revisions?limit=1"),
    ("ladder", "/ladder/seasons?limit=1"),
)
PER_PAGE = 30
# The states of incidents that still wait for somebody.
WAITING = ("open", "under_review")


@pages.get("")
def desk_top() -> Any:
    api = interface()
    incidents = [one for state in WAITING for one in _incidents(state)]
    return render_template(
        "operators/desk.html",
        seasons=api.get("/seasons", limit=10)["items"],
        incidents=incidents,
        names=people.names(one["created_by"] for one in incidents),
        signals=_or_none("/admin/signals", state="new", limit=5),
        letters=_or_none("/admin/dead-letters", limit=5),
        health=probe(),
    )


@pages.get("/health")
def health() -> Any:
    return render_template(
        "operators/health.html",
        health=probe(),
        maintenance=interface().get("/admin/maintenance"),
        clock=times.now(),
    )


@pages.post("/maintenance")
def maintenance() -> Any:
    on = request.form.get("on") == "yes"
    sent = {"on": on, "reason": request.form.get("reason", "")}
    interface().send("PUT", "/admin/maintenance", sent)
    return forms.done("/operators/health", "saved")


@pages.post("/clock")
def clock() -> Any:
    """Only where the clock is manual: the interface refuses it elsewhere."""
    to = times.from_input(request.form.get("now", ""), "UTC")
    interface().send("POST", "/admin/clock", {"now": to})
    return forms.done("/operators/health", "clock_moved")


@pages.get("/dead-letters")
def dead_letters() -> Any:
    return _listed("operators/dead_letters.html", "/admin/dead-letters")


@pages.post("/dead-letters/<letter_id>/replay")
def replay(letter_id: str) -> Any:
    interface().send("POST", f"/admin/dead-letters/{letter_id}/replay", {})
    return forms.done("/operators/dead-letters", "replayed")


@pages.post("/dead-letters/<letter_id>/drop")
def drop(letter_id: str) -> Any:
    interface().send("DELETE", f"/admin/dead-letters/{letter_id}")
    return forms.done("/operators/dead-letters", "dropped")


@pages.get("/audit")
def audit() -> Any:
    chosen = {name: request.args.get(name, "").strip() for name in ("account_id", "about")}
    return _listed("operators/audit.html", "/admin/audit", **chosen)


@pages.get("/keys")
def keys() -> Any:
    return _listed("operators/keys.html", "/api-keys", made=None)


@pages.post("/keys")
def make_key() -> Any:
    """The key is in this one answer and never again."""
    sent = {"name": request.form.get("name", ""), "role": "game_server"}
    made = interface().send("POST", "/api-keys", sent)
    return _listed("operators/keys.html", "/api-keys", made=made)


@pages.post("/keys/<key_id>/revoke")
def revoke(key_id: str) -> Any:
    interface().send("DELETE", f"/api-keys/{key_id}")
    return forms.done("/operators/keys", "key_revoked")


def _incidents(state: str) -> list[dict[str, Any]]:
    found = _or_none("/admin/incidents", state=state, limit=5) or {"items": []}
    return list(found["items"])


def probe() -> list[dict[str, Any]]:
    """Whether each service answers, and in how many milliseconds."""
    return [{"service": service, **_probe(path)} for service, path in PROBES]


def _probe(path: str) -> dict[str, Any]:
    place, _, query = path.partition("?")
    asked = dict(part.split("=") for part in query.split("&") if part)
    if "{season}" in place:
        listed = (_or_none("/seasons", limit=1) or {"items": []})["items"]
        place = place.format(season=listed[0]["id"] if listed else "none")
    began = perf_counter()
    try:
        interface().get(place, **asked)
    except Refused as refusal:
        if refusal.status >= 500:
            return {"alive": False, "took": None}
    return {"alive": True, "took": round((perf_counter() - began) * 1000, 1)}


def _listed(template: str, path: str, **more: Any) -> Any:
    cursor = request.args.get("cursor", "")
    asked = {name: value for name, value in more.items() if isinstance(value, str)}
    found = _or_none(path, limit=PER_PAGE, cursor=cursor, **asked)
    items = found["items"] if found else []
    return render_template(
        template, items=items, next=(found or {}).get("next"), there=found is not None, **more
    )


def _or_none(path: str, **asked: Any) -> Any:
    """A list, or None where this platform keeps none or it is away just now."""
    try:
        return interface().get(path, **asked)
    except Refused as refusal:
        if refusal.status in (404, 405, 503):
            return None
        raise
