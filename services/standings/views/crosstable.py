"""Who met whom: the players of the latest table against each other."""

from typing import Any

from services.standings import store
from services.standings.domain.crosstable import Against, CrossRow, Meeting, crosstable
from services.standings.domain.history import results_at
from services.standings.views.table import published
from shared.names import names_of
from shared.unit_of_work import UnitOfWork


def latest_crosstable(uow: UnitOfWork, season_id: str) -> dict[str, Any]:
    """The crosstable that goes with the latest complete table.

    Raises `NotFound` or `RoundNotClosed`.
    """
    season = store.seasons.get(uow, season_id)
    table = published(uow, season_id, None, None)
    order = [row.account_id for row in table.rows]
    facts = store.facts.load(uow, season)
    lines = crosstable(order, results_at(facts, table.issue.round, table.issue.act))
    names = names_of(uow, order)
    return {
        "season_id": season_id,
        "after_round": table.issue.round,
        "revision": table.issue.revision,
        "items": [
            _line(row.position, names[row.account_id], line)
            for row, line in zip(table.rows, lines, strict=True)
        ],
    }


def _line(position: int | None, name: str, line: CrossRow) -> dict[str, Any]:
    return {
        "position": position,
        "account_id": line.account_id,
        "display_name": name,
        "opponents": [_against(one) for one in line.opponents],
    }


def _against(opponent: Against) -> dict[str, Any]:
    meetings = [_meeting(one) for one in opponent.meetings]
    return {"account_id": opponent.account_id, "meetings": meetings}


def _meeting(meeting: Meeting) -> dict[str, Any]:
    return {
        "round": meeting.round,
        "match_id": meeting.match_id,
        "side": meeting.side,
        "outcome": meeting.outcome,
        "by": meeting.by,
        "points": meeting.points,
        "annulled": meeting.annulled,
    }
