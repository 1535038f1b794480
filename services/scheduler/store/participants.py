"""Who takes part in a season. Every change is made under the season's lock."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, or_, select, tuple_, update

from services.scheduler.domain.participants import Participant, Status
from services.scheduler.tables import ParticipantRow, SeasonRow
from shared.inserting import insert_new
from shared.unit_of_work import UnitOfWork


def register(uow: UnitOfWork, season_id: str, account_id: str, at: datetime) -> bool:
    """Enter an account; False if it was registered before."""
    row = {
        "season_id": season_id,
        "account_id": account_id,
        "registered_at": at,
        "status": str(Status.ACTIVE),
    }
    return insert_new(uow.connection, ParticipantRow, [row], ["season_id", "account_id"]) == 1


def find(uow: UnitOfWork, season_id: str, account_id: str) -> ParticipantRow | None:
    asked = select(ParticipantRow).where(
        ParticipantRow.season_id == season_id, ParticipantRow.account_id == account_id
    )
    return uow.session.scalars(asked.execution_options(populate_existing=True)).first()


def remove(uow: UnitOfWork, season_id: str, account_id: str) -> bool:
    """Take an account off the list; whether it was on it."""
    gone = uow.session.execute(
        delete(ParticipantRow).where(
            ParticipantRow.season_id == season_id, ParticipantRow.account_id == account_id
        )
    )
    return bool(gone.rowcount == 1)  # type: ignore[attr-defined]  # a delete counts its rows


def accounts(uow: UnitOfWork, season_id: str) -> list[str]:
    """Everyone registered, in no particular order."""
    asked = select(ParticipantRow.account_id).where(ParticipantRow.season_id == season_id)
    return list(uow.session.scalars(asked))


def number_by_lot(uow: UnitOfWork, season_id: str, order: Sequence[str]) -> None:
    """Give everyone their number: the first of `order` is 1."""
    if order:
        uow.session.execute(
            update(ParticipantRow),
            [
                {"season_id": season_id, "account_id": account_id, "number": number}
                for number, account_id in enumerate(order, start=1)
            ],
        )


def by_lot(uow: UnitOfWork, season_id: str) -> list[Participant]:
    """Everyone on the closed list, by number."""
    asked = select(ParticipantRow).where(ParticipantRow.season_id == season_id)
    return [participant(row) for row in uow.session.scalars(asked.order_by(ParticipantRow.number))]


def participant(row: ParticipantRow) -> Participant:
    """What the rules see of somebody on the closed list."""
    assert row.number is not None
    return Participant(row.account_id, row.number, Status(row.status), row.out_from_round)


def plays_in(uow: UnitOfWork, season_id: str, account_id: str, round_number: int) -> bool:
    row = find(uow, season_id, account_id)
    return row is not None and participant(row).plays_in(round_number)


def count_in(uow: UnitOfWork, season_id: str, round_number: int) -> int:
    """How many are in for that round."""
    counted: int = uow.session.execute(
        select(func.count())
        .select_from(ParticipantRow)
        .where(
            ParticipantRow.season_id == season_id,
            or_(
                ParticipantRow.out_from_round.is_(None),
                ParticipantRow.out_from_round > round_number,
            ),
        )
    ).scalar_one()
    return counted


def keep(uow: UnitOfWork, season_id: str, left: Participant) -> None:
    """Keep that somebody left."""
    _change(
        uow, season_id, left.account_id, status=str(left.status), out_from_round=left.out_from_round
    )


def keep_obeyed(uow: UnitOfWork, season_id: str, account_id: str, *, withdrawal: bool) -> None:
    """Keep that the match service obeys somebody's withdrawal, or else disqualification."""
    obeyed = "withdrawal_obeyed" if withdrawal else "disqualification_obeyed"
    _change(uow, season_id, account_id, **{obeyed: True})


def seasons_of(uow: UnitOfWork, account_id: str) -> list[str]:
    """The seasons in which an account is registered and has not left, in the order of their ids."""
    asked = select(ParticipantRow.season_id).where(
        ParticipantRow.account_id == account_id, ParticipantRow.status == str(Status.ACTIVE)
    )
    return list(uow.session.scalars(asked.order_by(ParticipantRow.season_id)))


def entries_of(
    uow: UnitOfWork, account_id: str, *, before: str | None, most: int
) -> list[tuple[ParticipantRow, SeasonRow]]:
    """Every season an account ever registered for and did not leave the list of, newest first."""
    asked = (
        select(ParticipantRow, SeasonRow)
        .join(SeasonRow, SeasonRow.id == ParticipantRow.season_id)
        .where(ParticipantRow.account_id == account_id)
        .order_by(ParticipantRow.season_id.desc())
    )
    if before is not None:
        asked = asked.where(ParticipantRow.season_id < before)
    return [(entry, season) for entry, season in uow.session.execute(asked.limit(most))]


def by_registration(
    uow: UnitOfWork, season_id: str, *, after: tuple[datetime, str] | None, most: int
) -> list[ParticipantRow]:
    """Participants as they registered, later than the account `after` did."""
    order = (ParticipantRow.registered_at, ParticipantRow.account_id)
    asked = select(ParticipantRow).where(ParticipantRow.season_id == season_id)
    if after is not None:
        asked = asked.where(tuple_(*order) > tuple_(*after))
    return list(uow.session.scalars(asked.order_by(*order).limit(most)))


def by_number(uow: UnitOfWork, season_id: str, *, after: int, most: int) -> list[ParticipantRow]:
    """Participants by their number of the lot, those with a higher one than `after`."""
    asked = select(ParticipantRow).where(
        ParticipantRow.season_id == season_id, ParticipantRow.number > after
    )
    return list(uow.session.scalars(asked.order_by(ParticipantRow.number).limit(most)))


def _change(uow: UnitOfWork, season_id: str, account_id: str, **values: Any) -> None:
    uow.session.execute(
        update(ParticipantRow)
        .where(ParticipantRow.season_id == season_id, ParticipantRow.account_id == account_id)
        .values(**values)
    )
