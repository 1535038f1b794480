"""Who left a season, in the order in which they did. Written under the season's lock."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, select, tuple_

from services.match.domain.duel import Bar as Kind
from services.match.store.inserting import insert_new
from services.match.tables import Bar
from shared.events.catalogue import ParticipantDisqualified, ParticipantWithdrawn
from shared.unit_of_work import UnitOfWork


def is_known(uow: UnitOfWork, season_id: str, departure: int) -> bool:
    """Whether this departure has been obeyed."""
    asked = select(Bar.departure).where(Bar.season_id == season_id, Bar.departure == departure)
    return uow.connection.execute(asked).first() is not None


def act_of(uow: UnitOfWork, season_id: str, account_id: str) -> int | None:
    """Which act of the season an account's disqualification is, if there was one."""
    act: int | None = uow.connection.execute(
        select(Bar.act).where(
            Bar.season_id == season_id,
            Bar.account_id == account_id,
            Bar.kind == Kind.DISQUALIFIED,
        )
    ).scalar()
    return act


def add(
    uow: UnitOfWork,
    event: ParticipantWithdrawn | ParticipantDisqualified,
    kind: Kind,
    act: int | None,
    last_round: int | None,
) -> None:
    row = {
        "season_id": event.season_id,
        "account_id": event.account_id,
        "kind": kind.value,
        "from_round": event.from_round,
        "departure": event.departure,
        "act": act,
        "last_round": last_round,
    }
    insert_new(uow, Bar, [row], ["season_id", "departure"])


def some(uow: UnitOfWork, *, after: tuple[str, int], most: int) -> Sequence[Row[Any]]:
    """Departures obeyed by season and number, those behind the one `after`."""
    key = (Bar.season_id, Bar.departure)
    asked = select(Bar.__table__).where(tuple_(*key) > tuple_(*after))
    return uow.connection.execute(asked.order_by(*key).limit(most)).all()
