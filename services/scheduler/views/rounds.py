"""The rounds of a season as clients see them."""

from datetime import datetime
from typing import Any

from services.scheduler.domain.rounds import RoundState, leg, round_state
from services.scheduler.domain.season import Season, State
from services.scheduler.store import rounds, seasons
from services.scheduler.tables import RoundRow
from shared.errors import invalid_field
from shared.unit_of_work import UnitOfWork
from shared.web.paging import Page, cut


def page(uow: UnitOfWork, season_id: str, asked: Page) -> dict[str, Any]:
    """Rounds in order, none before the close of registration; raises `NotFound`."""
    season, now = seasons.read(uow, season_id).season, uow.now()
    after = asked.after or 0
    if type(after) is not int or not 0 <= after < 2**31:
        raise invalid_field("cursor", "not a cursor of this list")
    found = rounds.some(uow, season_id, after=after, most=asked.limit + 1)
    cut_page = cut(found, asked, key=lambda row: row.number)
    return {**cut_page, "items": [shown(season, row, now) for row in cut_page["items"]]}


def shown(season: Season, row: RoundRow, now: datetime) -> dict[str, Any]:
    return {
        "number": row.number,
        "leg": leg(season.settings.format, row.number, season.rounds or 0),
        "state": str(state_of(season, row, now)),
        "preparing_from": row.preparing_from,
        "solving_from": row.solving_from,
        "closes_at": row.closes_at,
        "bye": row.bye,
        "optimal": row.optimal,
        "departures": row.departures,
    }


def state_of(season: Season, row: RoundRow, now: datetime) -> RoundState:
    """The round's state; in a season that is over, what was not closed never begins."""
    begins = row.paired_at is not None and season.state == State.RUNNING
    return round_state(
        rounds.times_of(row),
        now,
        paired=begins and row.number == season.closed + 1,
        closed=row.closed_at is not None,
        held_end=season.held_end,
    )
