"""Why one row stands below another: each criterion in order, down to the sums behind it."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

Row = Mapping[str, Any]
ORDER = ("points", "wins", "attempt_difference", "average_attempts", "head_to_head")


def steps(above: Row, row: Row) -> list[dict[str, Any]]:
    """The criteria as they were asked, up to the one that decided."""
    asked = []
    for criterion in ORDER:
        values = [_value(one, criterion) for one in (above, row)]
        decides = row["decided_by"] == criterion
        asked.append(
            {
                "criterion": criterion,
                "above": above[criterion],
                "below": row[criterion],
                "equal": values[0] == values[1],
                "decides": decides,
            }
        )
        if decides or row["decided_by"] == "disqualified":
            break
    return asked


def points_of(row: Row, worth: Mapping[str, int]) -> dict[str, Any]:
    """A row's points as the sum that gives them. What the sum does not explain is `other`:
    defeats of both players, which earn nothing whatever a defeat is worth.
    """
    parts = [
        ("win", row["wins"], worth["win"]),
        ("draw", row["draws"], worth["draw"]),
        ("loss", row["losses"], worth["loss"]),
        ("bye", row["byes"], worth["bye"]),
    ]
    total = sum(count * each for _, count, each in parts)
    return {"row": row, "parts": [p for p in parts if p[1]], "other": row["points"] - total}


def difference(meeting: Mapping[str, Any], match: Mapping[str, Any] | None) -> dict[str, Any]:
    """What a match added to the attempt difference of the player on `meeting`'s side."""
    told = (match or {}).get("result") or {}
    first = told.get("attempt_difference", 0) if not told.get("annulled") else 0
    return {"difference": first if meeting["side"] == "first" else -first}


def head_to_head(
    rows: Sequence[Row], row: Row, meetings: Mapping[str, Sequence[Mapping[str, Any]]]
) -> list[dict[str, Any]]:
    """The group that is level on the first four, with the points from its own matches."""
    if row["head_to_head"] is None:
        return []
    group = [one for one in rows if _level(one, row)]
    members = {one["account_id"]: one["display_name"] for one in group}
    return [
        {
            "row": one,
            "meetings": [
                {**meeting, "name": members[meeting["opponent"]]}
                for meeting in meetings.get(one["account_id"], ())
                if meeting["opponent"] in members and not meeting["annulled"]
            ],
        }
        for one in group
    ]


def _level(one: Row, other: Row) -> bool:
    same = all(_value(one, c) == _value(other, c) for c in ORDER[:4])
    return same and one["head_to_head"] is not None


def _value(row: Row, criterion: str) -> Any:
    if criterion != "average_attempts":
        return row[criterion]
    games = row["solved_games"]
    return Fraction(row["solved_attempts"], games) if games else None
