"""The list of participants, which comes in pages and in any order of them."""

from collections.abc import Iterable

from sqlalchemy import distinct, func, select

from services.standings.domain.season import Participant, Season
from services.standings.store.entering import enter
from services.standings.tables import ParticipantRow
from shared.unit_of_work import UnitOfWork


def enter_page(
    uow: UnitOfWork, season_id: str, page: int, participants: Iterable[Participant]
) -> None:
    enter(
        uow,
        ParticipantRow,
        [
            {"season_id": season_id, "account_id": p.account_id, "number": p.number, "page": page}
            for p in participants
        ],
    )


def all_known(uow: UnitOfWork, season: Season) -> bool:
    """Whether registration has closed and every page of the list is here."""
    if season.pages is None:
        return False
    pages = select(func.count(distinct(ParticipantRow.page)))
    here = uow.session.scalar(pages.where(ParticipantRow.season_id == season.id))
    return here == season.pages


def by_lot(uow: UnitOfWork, season_id: str) -> tuple[Participant, ...]:
    chosen = select(ParticipantRow.account_id, ParticipantRow.number)
    of_season = chosen.where(ParticipantRow.season_id == season_id)
    rows = uow.session.execute(of_season.order_by(ParticipantRow.number))
    return tuple(Participant(account_id, number) for account_id, number in rows)
