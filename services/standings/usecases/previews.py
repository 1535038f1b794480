"""What a correction or annulment would change; nothing is changed by asking."""

from typing import Any

from services.standings import store
from services.standings.domain.errors import MatchOpen
from services.standings.domain.facts import Facts
from services.standings.domain.preview import Preview, preview, rounds_paired_since
from services.standings.domain.results import Outcome
from services.standings.domain.season import Season
from services.standings.views.rows import shown
from shared.errors import NotFound
from shared.unit_of_work import UnitOfWork


def preview_change(uow: UnitOfWork, season_id: str, body: dict[str, Any]) -> dict[str, Any]:
    """The latest table before and after annulling a match or giving it another outcome.

    Raises `NotFound`, or `MatchOpen` for a match without a result in a complete round.
    """
    season = store.seasons.get(uow, season_id)
    match_id, outcome = str(body["match_id"]), body.get("outcome")
    facts = store.facts.load(uow, season)
    _require_result(uow, season, facts, match_id)
    change = preview(facts, match_id, Outcome(outcome) if outcome else None)
    return {**_shown(uow, change), "rounds_paired_since": _since(uow, season, facts, match_id)}


def _require_result(uow: UnitOfWork, season: Season, facts: Facts, match_id: str) -> None:
    if match_id in facts.settled:
        return
    if store.rounds.has_match(uow, season.id, match_id):
        raise MatchOpen
    raise NotFound("There is no such match in that season.")


def _shown(uow: UnitOfWork, change: Preview) -> dict[str, Any]:
    return {"before": shown(uow, change.before), "after": shown(uow, change.after)}


def _since(uow: UnitOfWork, season: Season, facts: Facts, match_id: str) -> list[int]:
    paired = store.rounds.paired(uow, season.id)
    number = facts.settled[match_id].result.round
    return rounds_paired_since(number, paired, by_table=season.format == "swiss")
