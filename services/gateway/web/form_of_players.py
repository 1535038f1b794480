"""Small pictures beside a row: the last five results, and how far it moved since last round."""

from collections.abc import Mapping, Sequence
from typing import Any

Meetings = Mapping[str, Sequence[Mapping[str, Any]]]


def by_round(meetings: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [{**one, "told": told(one)} for one in sorted(meetings, key=lambda one: one["round"])]


def told(meeting: Mapping[str, Any]) -> str:
    """How a match ended for one of its players: win, draw, loss, forfeit_win, forfeit_loss or
    annulled.
    """
    if meeting["annulled"]:
        return "annulled"
    forfeited = meeting["by"] in ("forfeit", "double_forfeit")
    return f"forfeit_{meeting['outcome']}" if forfeited else str(meeting["outcome"])


def last_five(
    meetings: Meetings, byes: Mapping[int, str], after_round: int
) -> dict[str, list[tuple[int, str]]]:
    """For each player the newest five (round, result), the oldest first."""
    found: dict[str, dict[int, str]] = {}
    for account_id, met in meetings.items():
        for meeting in met:
            found.setdefault(account_id, {})[meeting["round"]] = told(meeting)
    for number, account_id in byes.items():
        if number <= after_round:
            found.setdefault(account_id, {})[number] = "bye"
    return {who: sorted(told.items())[-5:] for who, told in found.items()}


def moves(
    before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]]
) -> dict[str, int]:
    """Places won (positive) or lost since the table before."""
    old = {row["account_id"]: row["position"] for row in before}
    return {
        row["account_id"]: old[row["account_id"]] - row["position"]
        for row in after
        if row["position"] and old.get(row["account_id"])
    }
