"""Duels: locked before anything is decided about them, and saved as what has changed."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, bindparam, select, update

from services.match.domain.duel import Duel
from services.match.domain.duel import Side as Which
from services.match.store.loading import (
    StoredDuel,
    load,
    load_after,
    with_moves,
    without_moves,
)
from services.match.tables import Attempt, Clue, Match, Side
from shared.errors import NotFound
from shared.many import among
from shared.prepared import Prepared
from shared.unit_of_work import UnitOfWork

Change = tuple[Duel, Duel]
"""A duel before and after."""


def lock(uow: UnitOfWork, match_id: str) -> tuple[StoredDuel, datetime]:
    """A duel, locked, with all its moves, and the instant from then on. Raises `NotFound`."""
    # The lock comes first and alone: what is read in the same statement would be as it was
    # before the wait.
    found, now = load_after(uow, (_LOCK, {"id": match_id}), match_id)
    if found is None:
        raise NotFound
    return found, now


def find(uow: UnitOfWork, match_id: str) -> Duel:
    """A duel to be looked at, without its moves. Raises `NotFound`."""
    found = load(uow, [match_id], without_moves)
    if not found:
        raise NotFound
    return found[0].duel


def lock_some(
    uow: UnitOfWork, *which: ColumnElement[bool], most: int, as_closed: bool = False
) -> list[StoredDuel]:
    """Up to `most` duels, locked, with all their moves; always locked in the same order."""
    ids = _lock_ids(uow, *which, most=most)
    return load(uow, ids, with_moves, as_closed=as_closed)


def wait_for_moves(uow: UnitOfWork, season_id: str, account_id: str) -> None:
    """Wait for every move that an account is at in a season, and let none begin before commit."""
    own = select(Side.match_id).where(Side.season_id == season_id, Side.account_id == account_id)
    _lock_ids(uow, Match.id.in_(own), Match.ended_at.is_(None))


def exists(uow: UnitOfWork, match_id: str) -> bool:
    asked = select(Match.id).where(Match.id == match_id)
    return uow.connection.execute(asked).first() is not None


def season_of(uow: UnitOfWork, match_id: str) -> str | None:
    """The season of a match; None for a live duel. Raises `NotFound`."""
    row = uow.connection.execute(select(Match.season_id).where(Match.id == match_id)).first()
    if row is None:
        raise NotFound
    season_id: str | None = row.season_id
    return season_id


def ended(uow: UnitOfWork, *, after: str, most: int) -> Sequence[str]:
    """Duels that have ended, by their ids, those behind `after`."""
    asked = select(Match.id).where(Match.id > after, Match.ended_at.is_not(None))
    return uow.connection.execute(asked.order_by(Match.id).limit(most)).scalars().all()


def save(uow: UnitOfWork, changes: Iterable[Change]) -> None:
    """Write what has changed in locked duels."""
    changes = list(changes)
    sides = [side for change in changes for side in _changed_sides(*change)]
    attempts = [row for change in changes for row in _new_attempts(*change)]
    clues = [row for change in changes for row in _new_clues(*change)]
    if sides:
        uow.connection.execute(_UPDATE_SIDE, sides)
    uow.insert_at_commit(Attempt, attempts)
    uow.insert_at_commit(Clue, clues)
    _save_ends(uow, changes)


_LOCK = Prepared(select(Match.id).where(Match.id == bindparam("id")).with_for_update())
_UPDATE_SIDE = (
    update(Side)
    .where(Side.match_id == bindparam("of_match"), Side.side == bindparam("of_side"))
    .values(
        draft=bindparam("draft"),
        code=bindparam("code"),
        code_generated=bindparam("code_generated"),
    )
)


def _lock_ids(
    uow: UnitOfWork, *which: ColumnElement[bool], most: int | None = None
) -> Sequence[str]:
    asked = select(Match.id).where(*which).order_by(Match.id).limit(most).with_for_update()
    return uow.connection.execute(asked).scalars().all()


def _changed_sides(before: Duel, after: Duel) -> Iterable[dict[str, Any]]:
    for side in Which:
        old, new = before.player(side), after.player(side)
        if (old.draft, old.code) != (new.draft, new.code):
            yield {
                "of_match": after.match_id,
                "of_side": side.value,
                "draft": new.draft,
                "code": new.code,
                "code_generated": new.code_generated,
            }


def _new_attempts(before: Duel, after: Duel) -> Iterable[dict[str, Any]]:
    for side in Which:
        for made in after.player(side).attempts[len(before.player(side).attempts) :]:
            yield {
                "match_id": after.match_id,
                "side": side.value,
                "number": made.number,
                "guess": made.guess,
                "exact": made.exact,
                "partial": made.partial,
                "at": made.at,
            }


def _new_clues(before: Duel, after: Duel) -> Iterable[dict[str, Any]]:
    for side in Which:
        told_before = len(before.player(side).clues)
        told = after.player(side).clues[told_before:]
        for number, clue in enumerate(told, start=told_before + 1):
            yield {
                "match_id": after.match_id,
                "side": side.value,
                "number": number,
                "position": clue.position,
                "symbol": clue.symbol,
                "at": clue.at,
            }


def _save_ends(uow: UnitOfWork, changes: Iterable[Change]) -> None:
    ended: dict[datetime | None, list[str]] = {}
    for before, after in changes:
        if before.ended_at != after.ended_at:
            ended.setdefault(after.ended_at, []).append(after.match_id)
    for at, ids in ended.items():
        uow.connection.execute(update(Match).where(among(Match.id, ids)).values(ended_at=at))
