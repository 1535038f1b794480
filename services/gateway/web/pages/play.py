"""Playing at once: the queue (for accounts alone), a table by invitation, the computer."""

from typing import Any

from flask import Blueprint, redirect, render_template, request

from services.gateway.web import forms, times
from services.gateway.web.refused import Refused
from services.gateway.web.visitor import account, interface, log_in, require_login

pages = Blueprint("play", __name__)

LEVELS = ("easy", "normal", "perfect")


@pages.get("/play")
def play() -> Any:
    return render_template(
        "play.html",
        queue=_queue(),
        season=_season(),
        open=_open_games(),
        levels=LEVELS,
    )


@pages.post("/play/queue")
def join() -> Any:
    require_login()
    found = interface().send("PUT", "/ladder/queue")
    if found["state"] == "matched" and found.get("match_id"):
        return forms.done(f"/duels/{found['match_id']}")
    return forms.done("/play", "queued")


@pages.post("/play/queue/leave")
def leave() -> Any:
    require_login()
    interface().send("DELETE", "/ladder/queue")
    return forms.done("/play", "unqueued")


@pages.post("/play/computer")
def against_computer() -> Any:
    _somebody()
    level = request.form.get("level", "easy")
    key = request.form.get("key", "")
    match = interface().send("POST", "/tables/computer", {"level": level}, key=key)
    guide = "?guide=1" if request.form.get("guide") else ""
    return forms.done(f"/duels/{match['id']}{guide}")


@pages.post("/play/table")
def open_table() -> Any:
    _somebody()
    found = interface().send("POST", "/tables", {}, key=request.form.get("key", ""))
    return forms.done(f"/tables/{found['invite_code']}?mine={found['id']}")


@pages.get("/tables/<invite_code>")
def table(invite_code: str) -> Any:
    """For whoever opened it: the link to pass on. For whoever follows it: joining."""
    mine = request.args.get("mine", "")
    if mine:
        for match in _open_games():
            if match["kind"] == "friendly" and not _seen_before(match):
                return redirect(f"/duels/{match['id']}", 303)
    return render_template("play_table.html", invite_code=invite_code, mine=mine)


@pages.post("/tables/<invite_code>")
def join_table(invite_code: str) -> Any:
    _somebody()
    match = interface().send("POST", f"/tables/{invite_code}/join")
    return forms.done(f"/duels/{match['id']}")


def _somebody() -> None:
    """The reader, who becomes a guest by the name in the form if they are nobody yet."""
    if not account():
        sent = {"display_name": request.form.get("display_name", "")}
        log_in(interface().send("POST", "/guests", sent))


def _queue() -> dict[str, Any] | None:
    reader = account()
    if not reader or "guest" in reader["roles"]:
        return None
    try:
        found: dict[str, Any] | None = interface().find("/ladder/queue")
    except Refused:
        return None
    if found and found.get("since"):
        waited = times.now().at - times.instant(found["since"])
        found["waited"] = max(0, int(waited.total_seconds()))
    return found


def _season() -> dict[str, Any] | None:
    try:
        found: dict[str, Any] | None = interface().find("/ladder/seasons/current")
    except Refused:
        return None
    return found


def _open_games() -> list[dict[str, Any]]:
    """The reader's live duels, the newest first."""
    if not account():
        return []
    found = interface().get("/me/matches", state="open", limit=50)["items"]
    return sorted((m for m in found if m["kind"] != "league"), key=lambda m: m["id"], reverse=True)


def _seen_before(match: dict[str, Any]) -> bool:
    """Whether a game was open already when the table was."""
    return bool(match["id"] < request.args.get("mine", ""))
