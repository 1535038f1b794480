"""Live duels: entered whole, saved as what has changed, and who is in one."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from sqlalchemy import Row, delete, exists, insert, select, update

from services.match.domain.duel import Duel
from services.match.domain.duel import Side as Which
from services.match.live_tables import Engagement, LiveDuel
from services.match.store import duels
from services.match.store.loading import StoredDuel
from services.match.store.rows_live import terms_values
from services.match.store.selection import among
from services.match.tables import Match, Side
from shared.inserting import insert_and_tell
from shared.unit_of_work import UnitOfWork


def add(uow: UnitOfWork, duel: Duel, guests: tuple[bool, bool]) -> None:
    """Enter a duel that has just been opened."""
    assert duel.live is not None, "a league's duels come with their round"
    uow.connection.execute(insert(Match).values(id=duel.match_id))
    uow.connection.execute(insert(Side), [_side(duel, side) for side in Which])
    uow.connection.execute(
        insert(LiveDuel).values(
            match_id=duel.match_id,
            kind=duel.kind.value,
            game=asdict(duel.game),
            first_is_guest=guests[0],
            second_is_guest=guests[1],
            opened_at=duel.preparing_from,
            due_at=duel.live.due_at,
            **terms_values(duel.live.terms),
        )
    )


def save(uow: UnitOfWork, before: Duel, after: Duel) -> None:
    """Write what has changed in a locked live duel."""
    duels.save(uow, [(before, after)])
    for side in Which:
        seen_at = after.player(side).seen_at
        if seen_at != before.player(side).seen_at:
            uow.connection.execute(
                update(Side)
                .where(Side.match_id == after.match_id, Side.side == side.value)
                .values(seen_at=seen_at)
            )
    if _clocks(before) != _clocks(after):
        uow.connection.execute(
            update(LiveDuel).where(LiveDuel.match_id == after.match_id).values(**_clocks(after))
        )


def next_due(uow: UnitOfWork) -> datetime | None:
    """The earliest instant at which an open live duel falls due."""
    asked = select(LiveDuel.due_at).where(LiveDuel.due_at.is_not(None))
    return uow.connection.execute(asked.order_by(LiveDuel.due_at).limit(1)).scalar()


def lock_due(uow: UnitOfWork, now: datetime, most: int) -> list[StoredDuel]:
    """Up to `most` of the duels that are due, the most overdue first, locked."""
    asked = (
        select(LiveDuel.match_id)
        .where(LiveDuel.due_at.is_not(None), LiveDuel.due_at <= now)
        .order_by(LiveDuel.due_at, LiveDuel.match_id)
        .limit(most)
    )
    ids = list(uow.connection.execute(asked).scalars())
    found = {stored.duel.match_id: stored for stored in duels.lock_some(uow, among(ids), most=most)}
    return [found[id] for id in ids]


def engage(uow: UnitOfWork, match_id: str, accounts: Sequence[str]) -> set[str]:
    """Take accounts for a live duel; those that are in none already, and so are taken."""
    rows = [{"account_id": account, "match_id": match_id} for account in sorted(accounts)]
    # One after the other and always in the same order, so that nobody waits in a circle.
    taken = (insert_and_tell(uow.connection, Engagement, [row], ["account_id"]) for row in rows)
    return {account for keys in taken for (account,) in keys}


def free(uow: UnitOfWork, match_id: str, accounts: Sequence[str]) -> None:
    """Let the players of a duel that has ended go."""
    uow.connection.execute(
        delete(Engagement).where(
            Engagement.account_id.in_(accounts), Engagement.match_id == match_id
        )
    )


def duel_of(uow: UnitOfWork, account_id: str) -> str | None:
    """The open live duel that an account is in."""
    asked = select(Engagement.match_id).where(Engagement.account_id == account_id)
    found: str | None = uow.connection.execute(asked).scalar()
    return found


def plays_in(uow: UnitOfWork, account_id: str, match_id: str) -> bool:
    """Whether a match is an open live duel of an account."""
    asked = exists().where(Engagement.account_id == account_id, Engagement.match_id == match_id)
    found: bool = uow.connection.execute(select(asked)).scalar_one()
    return found


def some_openings(uow: UnitOfWork, *, after: str, most: int) -> Sequence[Row[Any]]:
    """How live duels were opened, by match, those behind the one `after`."""
    asked = select(LiveDuel.__table__).where(LiveDuel.match_id > after).order_by(LiveDuel.match_id)
    return uow.connection.execute(asked.limit(most)).all()


def keep_heard(uow: UnitOfWork, match_id: str, *, over: bool) -> None:
    """Keep that the ladder has heard of a duel's opening, or of its end."""
    heard = {"end_heard": True} if over else {"opening_heard": True}
    uow.connection.execute(update(LiveDuel).where(LiveDuel.match_id == match_id).values(heard))


def is_heard(uow: UnitOfWork, match_id: str, *, over: bool) -> bool:
    """Whether the ladder has heard of a duel's opening, or of its end."""
    asked = select(LiveDuel.end_heard if over else LiveDuel.opening_heard)
    heard: bool = uow.connection.execute(asked.where(LiveDuel.match_id == match_id)).scalar_one()
    return heard


def _side(duel: Duel, side: Which) -> dict[str, Any]:
    player = duel.player(side)
    return {
        "match_id": duel.match_id,
        "side": side.value,
        "account_id": player.account_id,
        "code": player.code,
        "code_generated": player.code_generated,
        "seen_at": player.seen_at,
    }


def _clocks(duel: Duel) -> dict[str, datetime | None]:
    return {
        "solving_from": duel.solving_from,
        "closes_at": duel.closes_at,
        "due_at": duel.live.due_at if duel.live else None,
    }
