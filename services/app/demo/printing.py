"""What the demonstration shows on a terminal: rounds, matches, tables."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

_COLUMNS = (
    ("", "position", ">"),
    ("player", "display_name", "<"),
    ("points", "points", ">"),
    ("won", "wins", ">"),
    ("drawn", "draws", ">"),
    ("lost", "losses", ">"),
    ("difference", "attempt_difference", ">"),
    ("average", "average_attempts", ">"),
    ("head-to-head", "head_to_head", ">"),
)


def table(rows: Sequence[dict[str, Any]]) -> str:
    """A standings table in aligned columns."""
    lines = [[title for title, _, _ in _COLUMNS]]
    lines += [[_cell(row[field], field) for _, field, _ in _COLUMNS] for row in rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(_COLUMNS))]
    return "\n".join(
        "  "
        + "  ".join(
            f"{cell:{align}{width}}"
            for cell, width, (_, _, align) in zip(line, widths, _COLUMNS, strict=True)
        ).rstrip()
        for line in lines
    )


def round_title(number: int, rounds: int, times: dict[str, Any]) -> str:
    days = " to ".join(_day(times[name]) for name in ("preparing_from", "closes_at"))
    return f"Round {number} of {rounds}, {days} UTC"


def match_line(match: dict[str, Any]) -> str:
    """`Ada 5 : 7 Boris   Ada wins by attempts`; attempts of an unsolved game in brackets."""
    first, second, result = match["first"], match["second"], match["result"]
    sides = f"{name_of(first):>8} {_attempts(first)} : {_attempts(second)} {name_of(second):<8}"
    return f"  {sides} {_ending(match, result)}"


def name_of(side: dict[str, Any]) -> str:
    return str(side["display_name"]).removesuffix(" (demo)")


def _attempts(side: dict[str, Any]) -> str:
    made = len(side["attempts"])
    return f"{made:>3} " if side["solved"] else f"({made})".rjust(4)


def _ending(match: dict[str, Any], result: dict[str, Any]) -> str:
    by = str(result["by"]).replace("_", " ")
    if result["outcome"] in ("first", "second"):
        return f"{name_of(match[result['outcome']])} wins ({by})"
    return f"draw ({by})" if result["outcome"] == "draw" else f"both lose ({by})"


def _cell(value: Any, field: str) -> str:
    if value is None:
        return "–"
    if field == "average_attempts":
        return f"{value:.2f}"
    if field == "attempt_difference":
        return f"{value:+d}" if value else "0"
    return str(value).removesuffix(" (demo)")


def _day(instant: str) -> str:
    return f"{datetime.fromisoformat(instant):%a %d %b %H:%M}"
