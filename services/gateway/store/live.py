"""Live events and who was told how many."""

from collections import Counter
from collections.abc import Mapping, Sequence

from sqlalchemy import and_, or_, select

from services.gateway.domain.live import LiveEvent, Position
from services.gateway.tables.live import LiveCountRow, LiveEventRow
from shared.clock import real_now
from shared.inserting import insert_or_add, insert_rows
from shared.unit_of_work import UnitOfWork

EVERYBODY = ""


def tell(uow: UnitOfWork, events: Sequence[LiveEvent]) -> None:
    """Store events for their listeners, each with the next number of its audience."""
    audiences = [event.audience or EVERYBODY for event in events]
    now, last = real_now(), _count_up(uow, Counter(audiences))
    rows = []
    # Counted down from the last, for the counts are those after all of them.
    for event, audience in zip(reversed(events), reversed(audiences), strict=True):
        told = {"type": event.type, "data": event.data, "stored_at": now}
        rows.append({"audience": audience, "number": last[audience], **told})
        last[audience] -= 1
    insert_rows(uow.connection, LiveEventRow, rows[::-1])


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


def _count_up(uow: UnitOfWork, more: Mapping[str, int]) -> dict[str, int]:
    """How many events each audience has been told, with so many more.

    The rows' locks let nobody see a number before those below it; they are taken in one order
    by all.
    """
    rows = [{"audience": name, "count": count} for name, count in sorted(more.items())]
    counted = insert_or_add(uow.connection, LiveCountRow, rows, ["audience"], "count")
    return dict(counted)
