"""Live events and who was told how many."""

from collections.abc import Sequence

from sqlalchemy import and_, or_, select, update

from services.gateway.domain.live import LiveEvent, Position
from services.gateway.store.rows import add_if_missing
from services.gateway.tables import LiveCountRow, LiveEventRow
from shared.clock import real_now
from shared.unit_of_work import UnitOfWork

EVERYBODY = ""


def tell(uow: UnitOfWork, events: Sequence[LiveEvent]) -> None:
    """Store events for their listeners, each with the next number of its audience."""
    for event in events:
        audience = event.audience or EVERYBODY
        uow.session.add(
            LiveEventRow(
                audience=audience,
                number=_next_number(uow, audience),
                type=event.type,
                data=event.data,
                stored_at=real_now(),
            )
        )
    uow.session.flush()


def present(uow: UnitOfWork, account_id: str | None) -> Position:
    """Where somebody stands who has heard everything there is for them."""
    counts = dict(
        uow.session.execute(
            select(LiveCountRow.audience, LiveCountRow.count).where(
                LiveCountRow.audience.in_([EVERYBODY, account_id or EVERYBODY])
            )
        ).all()
    )
    return Position(counts.get(EVERYBODY, 0), counts.get(account_id or "nobody", 0))


def after(
    uow: UnitOfWork, position: Position, account_id: str | None, most: int
) -> list[tuple[LiveEvent, int]]:
    """What comes next for a listener, with each event's number; within an audience in order."""
    public = and_(LiveEventRow.audience == EVERYBODY, LiveEventRow.number > position.public)
    own = and_(LiveEventRow.audience == account_id, LiveEventRow.number > position.own)
    heard = or_(public, own) if account_id else public
    rows = uow.session.scalars(
        select(LiveEventRow).where(heard).order_by(LiveEventRow.seq).limit(most)
    )
    return [(LiveEvent(row.type, row.data, row.audience or None), row.number) for row in rows]


def _next_number(uow: UnitOfWork, audience: str) -> int:
    """Count one more; the row's lock lets nobody see a number before those below it."""
    add_if_missing(uow, LiveCountRow, audience=audience, count=0)
    return uow.session.execute(
        update(LiveCountRow)
        .where(LiveCountRow.audience == audience)
        .values(count=LiveCountRow.count + 1)
        .returning(LiveCountRow.count)
    ).scalar_one()
