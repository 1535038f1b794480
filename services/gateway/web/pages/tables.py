"""A season's tables: standings, why two rows stand as they do, crosstable, progress, revisions."""

from typing import Any

from flask import Blueprint, render_template, request

from services.gateway.web import charts, explaining, form_of_players
from services.gateway.web.pages.seasons import one_season, rounds_of
from services.gateway.web.refused import Refused
from services.gateway.web.visitor import account, interface

pages = Blueprint("tables", __name__, url_prefix="/seasons/<season_id>")

PER_PAGE = 25
CROSS_PAGE = 14
# Beyond so many players the little pictures beside each row would cost more than they tell.
MOST_PICTURED = 300
MOST_DRAWN = 8


@pages.get("/table")
def table(season_id: str) -> Any:
    season = one_season(season_id)
    found = standings(season_id, request.args.get("round"), request.args.get("revision"))
    if found is None:
        return render_template("table_waits.html", season=season)
    rows, number = found["items"], page_number()
    pictured = season["participants"] <= MOST_PICTURED and found["complete"]
    return render_template(
        "table.html",
        season=season,
        table=found,
        rows=cut(rows, number, PER_PAGE),
        own=own_row(rows),
        page=number,
        pages=count_pages(rows, PER_PAGE),
        form=_form(season_id, found) if pictured else {},
        moves=_moves(season_id, found) if pictured else {},
        with_head_to_head=any(row["head_to_head"] is not None for row in rows),
        with_byes=any(row["byes"] for row in rows),
    )


@pages.get("/table/<account_id>")
def explain(season_id: str, account_id: str) -> Any:
    """Why a row stands below the one above it, down to the arithmetic."""
    season = one_season(season_id)
    found = standings(season_id, request.args.get("round"), request.args.get("revision"))
    rows = found["items"] if found else []
    place = next((n for n, row in enumerate(rows) if row["account_id"] == account_id), None)
    if found is None or place is None:
        raise Refused(404, {"code": "not_found"})
    row, above = rows[place], rows[place - 1] if place else None
    meetings = _meetings(season_id)
    sides = [one for one in (above, row) if one]
    return render_template(
        "explain.html",
        season=season,
        table=found,
        row=row,
        above=above,
        steps=explaining.steps(above, row) if above else [],
        sums=[explaining.points_of(one, season["points"]) for one in sides],
        differences=[_differences(meetings, one, found["after_round"]) for one in sides],
        direct=explaining.head_to_head(rows, row, meetings) if above else [],
    )


@pages.get("/crosstable")
def crosstable(season_id: str) -> Any:
    season = one_season(season_id)
    found = interface().find(f"/seasons/{season_id}/crosstable")
    if found is None:
        return render_template("table_waits.html", season=season)
    lines, across, down = found["items"], page_number("across"), page_number()
    return render_template(
        "crosstable.html",
        season=season,
        cross=found,
        lines=cut(lines, down, CROSS_PAGE),
        columns=cut(list(enumerate(lines, 1)), across, CROSS_PAGE),
        met={line["account_id"]: _by_opponent(line) for line in cut(lines, down, CROSS_PAGE)},
        page=down,
        across=across,
        pages=count_pages(lines, CROSS_PAGE),
        first=(down - 1) * CROSS_PAGE,
    )


@pages.get("/progress")
def progress(season_id: str) -> Any:
    """Positions over the rounds: the leaders, and the reader."""
    season = one_season(season_id)
    found = interface().find(_positions(season_id), limit=MOST_DRAWN)
    if found is None or not found["after_round"]:
        return render_template("table_waits.html", season=season)
    shown = _with_own(season_id, found["items"])
    return render_template(
        "progress.html", season=season, players=shown, chart=charts.positions(shown)
    )


@pages.get("/revisions")
def revisions(season_id: str) -> Any:
    """Every table that was ever published, and which acts changed it."""
    asked = {"limit": PER_PAGE, "cursor": request.args.get("cursor", "")}
    path = f"/seasons/{season_id}/standings/revisions"
    found = interface().find(path, **asked) or {"items": [], "next": None}
    return render_template(
        "revisions.html",
        season=one_season(season_id),
        revisions=found["items"],
        next=found["next"],
    )


@pages.get("/players/<account_id>")
def player(season_id: str, account_id: str) -> Any:
    """One player's season: the row, every match by round, the line of positions."""
    season = one_season(season_id)
    latest = standings(season_id, None, None)
    row = _row_of(latest, account_id)
    if row is None or latest is None:
        raise Refused(404, {"code": "not_found"})
    names = {one["account_id"]: one["display_name"] for one in latest["items"]}
    line = interface().get(_positions(season_id), account_id=account_id)["items"]
    return render_template(
        "season_player.html",
        season=season,
        table=latest,
        row=row,
        meetings=form_of_players.by_round(_meetings(season_id).get(account_id, [])),
        byes=[one["number"] for one in rounds_of(season_id) if one["bye"] == account_id],
        names=names,
        chart=charts.positions(line),
    )


def standings(season_id: str, number: str | None, revision: str | None) -> dict[str, Any] | None:
    """The table asked for; None while there is none."""
    path = f"/seasons/{season_id}/standings"
    found: dict[str, Any] | None = interface().find(path, round=number, revision=revision)
    return found


def _positions(season_id: str) -> str:
    return f"/seasons/{season_id}/standings/positions"


def _with_own(season_id: str, leaders: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The leaders; the last of them gives way to a reader who takes part further down."""
    reader = account()
    if not reader or own_row(leaders):
        return leaders
    own = interface().get(_positions(season_id), account_id=reader["id"])["items"]
    return [*leaders[: MOST_DRAWN - len(own)], *own]


def own_row(rows: list[dict[str, Any]]) -> dict[str, Any] | None:
    reader = account()
    return next((row for row in rows if reader and row["account_id"] == reader["id"]), None)


def page_number(name: str = "page") -> int:
    given = request.args.get(name, "1")
    return max(1, int(given)) if given.isdecimal() and len(given) < 7 else 1


def count_pages(items: list[Any], size: int) -> int:
    return max(1, -(-len(items) // size))


def cut(items: list[Any], number: int, size: int) -> list[Any]:
    return items[(number - 1) * size : number * size]


def _row_of(table: dict[str, Any] | None, account_id: str) -> dict[str, Any] | None:
    rows = table["items"] if table else []
    return next((row for row in rows if row["account_id"] == account_id), None)


def _form(season_id: str, table: dict[str, Any]) -> dict[str, Any]:
    byes = {one["number"]: one["bye"] for one in rounds_of(season_id) if one["bye"]}
    return form_of_players.last_five(_meetings(season_id), byes, table["after_round"])


def _moves(season_id: str, table: dict[str, Any]) -> dict[str, int]:
    if table["after_round"] < 2:
        return {}
    before = standings(season_id, str(table["after_round"] - 1), None)
    return form_of_players.moves(before["items"] if before else [], table["items"])


def _meetings(season_id: str) -> dict[str, list[dict[str, Any]]]:
    """Whom each player met in closed rounds, from the crosstable."""
    found = interface().find(f"/seasons/{season_id}/crosstable")
    return {
        line["account_id"]: [
            {**meeting, "opponent": one["account_id"]}
            for one in line["opponents"]
            for meeting in one["meetings"]
        ]
        for line in (found["items"] if found else [])
    }


def _differences(
    meetings: dict[str, list[dict[str, Any]]], row: dict[str, Any], after_round: int
) -> list[dict[str, Any]]:
    """What each match added to a player's attempt difference."""
    found = []
    for meeting in form_of_players.by_round(meetings.get(row["account_id"], [])):
        if meeting["round"] <= after_round:
            match = interface().find(f"/matches/{meeting['match_id']}")
            found.append({**meeting, "match": match} | explaining.difference(meeting, match))
    return found


def _by_opponent(line: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    return {one["account_id"]: one["meetings"] for one in line["opponents"]}
