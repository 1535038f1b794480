"""From the fields of a season's form to what the interface takes."""

from collections.abc import Mapping
from typing import Any

from services.gateway.web.forms import whole
from services.gateway.web.times import from_input

GAME = ("code_length", "symbols", "max_attempts")
POINTS = ("win", "draw", "loss", "bye")
CLUES = ("unlock_after_attempts", "limit", "aura_cost")
TIMED = ("prepare_seconds", "solve_seconds", "break_seconds")


def season_body(form: Mapping[str, str]) -> dict[str, Any]:
    """Empty fields are left to the interface's own defaults."""
    zone = form.get("time_zone", "")
    timed = form.get("cadence.kind") == "timed"
    body: dict[str, Any] = {
        name: form[name] for name in ("name", "format", "time_zone") if form.get(name)
    }
    for name in ("registration_opens_at", "registration_closes_at"):
        if form.get(name):
            body[name] = from_input(form[name], zone)
    if timed and form.get("starts_at"):
        body["starts_at"] = from_input(form["starts_at"], zone)
    elif not timed and form.get("starts_on"):
        body["starts_on"] = form["starts_on"]
    body["game"] = _group("game", GAME) | {"repeats": form.get("game.repeats") == "yes"}
    body["points"] = _group("points", POINTS)
    body["clues"] = _group("clues", CLUES) if form.get("clues") == "yes" else None
    body["cadence"] = (
        {"kind": "timed"} | _group("cadence", TIMED)
        if timed
        else {"kind": "calendar"} | _group("cadence", ("rest_days",))
    )
    sizes = ("min_participants", *(("swiss_rounds",) if form.get("format") == "swiss" else ()))
    body |= {name: whole(name) for name in sizes if whole(name) is not None}
    return body


def _group(prefix: str, names: tuple[str, ...]) -> dict[str, Any]:
    found = {name: whole(f"{prefix}.{name}") for name in names}
    return {name: value for name, value in found.items() if value is not None}
