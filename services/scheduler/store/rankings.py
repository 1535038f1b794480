"""The first revision of each table, page by page, as a Swiss round is paired from it."""

from typing import Any

from sqlalchemy import func, select

from services.scheduler.tables import RankingRow
from shared.events.catalogue import StandingsPublished
from shared.inserting import insert_new
from shared.unit_of_work import UnitOfWork

Ranked = tuple[str, int]
"""An account and its points."""


def keep_page(uow: UnitOfWork, event: StandingsPublished) -> None:
    row: dict[str, Any] = {
        "season_id": event.season_id,
        "round": event.round,
        "page": event.page,
        "pages": event.pages,
        "ranking": [[line.account_id, line.points] for line in event.ranking],
    }
    insert_new(uow.connection, RankingRow, [row], ["season_id", "round", "page"])


def is_complete(uow: UnitOfWork, season_id: str, after_round: int) -> bool:
    """Whether all pages of the table after that round are here."""
    have, pages = uow.session.execute(
        select(func.count(), func.max(RankingRow.pages)).where(
            RankingRow.season_id == season_id, RankingRow.round == after_round
        )
    ).one()
    return bool(have and have == pages)


def ranking(uow: UnitOfWork, season_id: str, after_round: int) -> list[Ranked]:
    """The table after that round, best first."""
    asked = select(RankingRow.ranking).where(
        RankingRow.season_id == season_id, RankingRow.round == after_round
    )
    pages = uow.session.scalars(asked.order_by(RankingRow.page))
    return [(account_id, points) for page in pages for account_id, points in page]
