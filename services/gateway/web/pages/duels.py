"""A duel: preparing, solving, and its replay once it is closed."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

from flask import Blueprint, render_template, request

from services.gateway.web import forms, symbols
from services.gateway.web.languages import own_zone
from services.gateway.web.refused import Refused
from services.gateway.web.visitor import account, interface, require_login

pages = Blueprint("duels", __name__, url_prefix="/duels")


@pages.get("/<match_id>")
def duel(match_id: str) -> Any:
    match = interface().get(f"/matches/{match_id}")
    season = _season(match)
    return render_template(
        "duel.html",
        match=match,
        season=season,
        zone=season["time_zone"] if season else own_zone() or "UTC",
        on_ladder=_on_ladder(match),
        rematch=_rematch(match),
        revisions=_revisions(match),
        balance=_balance(match),
        step=_step(match),
    )


@pages.post("/<match_id>/code")
def save_code(match_id: str) -> Any:
    require_login()
    confirm = request.form.get("act") == "confirm"
    code = symbols.tidy_code(request.form.get("code", ""))
    sent = {"code": code, "confirm": confirm}
    interface().send("PUT", f"/matches/{match_id}/code", sent)
    return forms.done(_back_to(match_id), "code_confirmed" if confirm else "draft_saved")


@pages.post("/<match_id>/attempts")
def attempt(match_id: str) -> Any:
    """An attempt carries its number, so that two presses of a key are one attempt."""
    require_login()
    guess = symbols.tidy_code(request.form.get("guess", ""))
    sent = {"number": forms.whole("number"), "guess": guess}
    interface().send("POST", f"/matches/{match_id}/attempts", sent)
    return forms.done(_back_to(match_id))


@pages.post("/<match_id>/clues")
def clue(match_id: str) -> Any:
    require_login()
    key = request.form.get("key", "")
    interface().send("POST", f"/matches/{match_id}/clues", key=key)
    return forms.done(_back_to(match_id), "clue")


@pages.post("/<match_id>/resign")
def resign(match_id: str) -> Any:
    require_login()
    interface().send("POST", f"/matches/{match_id}/resign")
    return forms.done(_back_to(match_id), "resigned")


@pages.post("/<match_id>/rematch")
def play_again(match_id: str) -> Any:
    """Ask the other to play again; whoever is asked sits down, and both are led to the game."""
    require_login()
    found = interface().send("POST", f"/matches/{match_id}/rematch")
    if found["match_id"]:
        return forms.done(f"/duels/{found['match_id']}")
    return forms.done(f"/duels/{match_id}", "rematch_asked")


@pages.post("/<match_id>/rematch/off")
def call_rematch_off(match_id: str) -> Any:
    require_login()
    interface().send("DELETE", f"/matches/{match_id}/rematch")
    return forms.done(f"/duels/{match_id}", "rematch_off")


@pages.post("/<match_id>/dispute")
def dispute(match_id: str) -> Any:
    require_login()
    interface().send("POST", f"/matches/{match_id}/disputes", forms.filled("reason"))
    return forms.done(_back_to(match_id), "disputed")


def _back_to(match_id: str) -> str:
    """The duel's page again: who is led through the game is led on."""
    asked = parse_qs(urlsplit(request.form.get("page", "")).query)
    return f"/duels/{match_id}?guide=1" if "guide" in asked else f"/duels/{match_id}"


def _on_ladder(match: dict[str, Any]) -> dict[str, Any] | None:
    """What the ladder makes of a closed game of its own; None where there is nothing to tell."""
    if match["kind"] != "ladder" or match["state"] != "closed":
        return None
    try:
        game: dict[str, Any] | None = interface().find(f"/ladder/games/{match['game_id']}")
    except Refused:
        return None
    return game


def _rematch(match: dict[str, Any]) -> dict[str, Any] | None:
    """How a rematch of a private table stands, for its two players; None where there is none.

    `on` is whether the new game still goes on.
    """
    private = match["kind"] == "friendly" and match.get("unrated_reason") == "private"
    if not private or match["state"] != "closed" or "you" not in match:
        return None
    found: dict[str, Any] | None = interface().find(f"/matches/{match['id']}/rematch")
    if found and found["match_id"]:
        begun = interface().find(f"/matches/{found['match_id']}")
        found["on"] = bool(begun) and begun["state"] != "closed"
    return found


def _season(match: dict[str, Any]) -> dict[str, Any] | None:
    if match["kind"] != "league" or not match["season_id"]:
        return None
    found: dict[str, Any] | None = interface().find(f"/seasons/{match['season_id']}")
    return found


def _revisions(match: dict[str, Any]) -> list[dict[str, Any]]:
    """What became of the result, where an operator changed it."""
    told = match["result"]
    if not told or (told.get("revision") or 1) < 2:
        return []
    found = interface().find(f"/matches/{match['id']}/revisions", limit=200) or {"items": []}
    return list(found["items"])


def _balance(match: dict[str, Any]) -> int | None:
    """The reader's Aura, where a clue could be bought with it."""
    if not match["clues"] or "you" not in match or match["state"] != "solving":
        return None
    try:
        balance: int = interface().get("/me/aura", limit=1)["balance"]
    except Refused:
        return None
    return balance


def _step(match: dict[str, Any]) -> str:
    """What there is to do for the reader: the page's own form follows from it."""
    own = match.get("you")
    if not account() or not own:
        return "watch"
    if match["state"] == "preparing":
        return "wait" if own["code_confirmed"] else "prepare"
    if match["state"] == "solving":
        return "solve" if own["attempts_left"] else "wait"
    return "watch"
