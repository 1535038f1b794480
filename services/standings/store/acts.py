"""The acts of a season: corrections and disqualifications by their numbers."""

from sqlalchemy import select

from services.standings.domain.facts import Barred
from services.standings.domain.history import Act
from services.standings.store import results
from services.standings.store.entering import enter
from services.standings.tables import DisqualificationRow
from shared.unit_of_work import UnitOfWork


def enter_disqualification(uow: UnitOfWork, season_id: str, barred: Barred) -> None:
    row = {
        "season_id": season_id,
        "act": barred.act,
        "account_id": barred.account_id,
        "last_round": barred.last_round,
    }
    enter(uow, DisqualificationRow, [row])


def by_number(uow: UnitOfWork, season_id: str) -> dict[int, Act]:
    """All acts known, with whatever gaps there are."""
    return {**results.corrections(uow, season_id), **_disqualifications(uow, season_id)}


def _disqualifications(uow: UnitOfWork, season_id: str) -> dict[int, Barred]:
    columns = (
        DisqualificationRow.act,
        DisqualificationRow.account_id,
        DisqualificationRow.last_round,
    )
    rows = uow.session.execute(select(*columns).where(DisqualificationRow.season_id == season_id))
    return {act: Barred(act, account_id, last_round) for act, account_id, last_round in rows}
