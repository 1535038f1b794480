"""Annulling and correcting a result: what would change is shown first."""

from typing import Any

from flask import render_template, request

from services.gateway.web.pages.operating.deciding import decide
from services.gateway.web.pages.operating.desk import desk
from services.gateway.web.pages.seasons import one_season
from services.gateway.web.refused import Refused
from services.gateway.web.visitor import interface

pages = desk("matches")

OUTCOMES = ("first", "second", "draw", "none")


@pages.get("/matches/<match_id>")
def look(match_id: str) -> Any:
    match = interface().get(f"/matches/{match_id}")
    act = request.args.get("act", "")
    known = act == "annul" or act in OUTCOMES
    return render_template(
        "operators/match.html",
        match=match,
        season=one_season(match["season_id"]) if match["season_id"] else None,
        act=act if known else "",
        outcomes=OUTCOMES,
        preview=_preview(match, act) if known and match["kind"] == "league" else None,
    )


@pages.post("/matches/<match_id>")
def decide_on(match_id: str) -> Any:
    chosen, path, to = request.form.get("act", ""), f"/matches/{match_id}", f"/duels/{match_id}"
    about = {"match_id": match_id}
    if chosen == "annul":
        return decide("annul", f"{path}/annul", about, to=to, said="annulled")
    about |= {"outcome": chosen}
    names = ("outcome",)
    return decide("correct", f"{path}/correct", about, names=names, to=to, said="corrected")


def _preview(match: dict[str, Any], act: str) -> dict[str, Any] | None:
    """The table before and after, row by row; None where the interface cannot say."""
    change = {"annul": True} if act == "annul" else {"outcome": act}
    path = f"/seasons/{match['season_id']}/standings/preview"
    try:
        told = interface().send("POST", path, {"match_id": match["id"], **change})
    except Refused as refusal:
        if refusal.status not in (404, 409):
            raise
        return None
    before = {row["account_id"]: row for row in told["before"]}
    changed = [
        (before.get(row["account_id"]), row)
        for row in told["after"]
        if before.get(row["account_id"]) != row
    ]
    return {"changed": changed, "same": len(told["after"]) - len(changed), **told}
