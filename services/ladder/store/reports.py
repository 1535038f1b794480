"""Reports of game servers: one an external id, whoever sends it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, select, update

from services.ladder.tables.base import table_of
from services.ladder.tables.games import ReportRow
from shared.inserting import insert_and_tell
from shared.many import among
from shared.unit_of_work import UnitOfWork

_FILED = (
    select(table_of(ReportRow))
    .where(among(ReportRow.external_id, "ids"))
    .order_by(ReportRow.external_id)
    .with_for_update()
)


@dataclass(frozen=True, slots=True)
class Filed:
    """A report as kept. `end_print` and `answer` are None while only the start is known."""

    external_id: str
    game_id: str
    reporter: str
    start_print: str
    end_print: str | None
    answer: dict[str, Any] | None


def lock(uow: UnitOfWork, external_ids: Iterable[str]) -> dict[str, Filed]:
    """Those of the reports that are filed, locked, by external id."""
    wanted = sorted(external_ids)
    rows = uow.connection.execute(_FILED, {"ids": wanted}) if wanted else ()
    return {
        row.external_id: Filed(
            row.external_id,
            row.game_id,
            row.reporter,
            row.start_print,
            row.end_print,
            row.answer,
        )
        for row in rows
    }


def claim(uow: UnitOfWork, reports: Sequence[Filed], at: datetime) -> set[str]:
    """File new reports; the ids that nobody had filed before."""
    rows = [
        {
            "external_id": report.external_id,
            "game_id": report.game_id,
            "reporter": report.reporter,
            "start_print": report.start_print,
            "end_print": report.end_print,
            "answer": report.answer,
            "reported_at": at,
        }
        for report in sorted(reports, key=lambda report: report.external_id)
    ]
    new = insert_and_tell(uow.connection, ReportRow, rows, ["external_id"])
    return {external_id for (external_id,) in new}


def answer(uow: UnitOfWork, reports: Sequence[Filed]) -> None:
    """Keep the end and the answer of reports that are filed."""
    if reports:
        uow.connection.execute(
            update(table_of(ReportRow))
            .where(ReportRow.external_id == bindparam("of_report"))
            .values(end_print=bindparam("end_print"), answer=bindparam("answer")),
            [
                {
                    "of_report": report.external_id,
                    "end_print": report.end_print,
                    "answer": report.answer,
                }
                for report in reports
            ],
        )


def withdraw(uow: UnitOfWork, external_ids: Iterable[str]) -> None:
    """Take back what this transaction has filed."""
    mine = ReportRow.external_id.in_(sorted(external_ids))
    uow.connection.execute(delete(ReportRow).where(mine))
