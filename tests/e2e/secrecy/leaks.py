"""Leaks, made on purpose: what the comparison of two worlds has to find."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

import pytest
from flask import request
from sqlalchemy import func, select

from services.match import views
from services.match.domain import aura
from services.match.domain.duel import Duel, Side
from services.match.store import pairing
from services.match.tables import Attempt
from services.match.usecases import playing
from shared.events.catalogue import DuelChanged
from shared.unit_of_work import UnitOfWork
from shared.web import etags


def leak_everywhere(patch: pytest.MonkeyPatch) -> None:
    """Every kind of leak at once, each at an address of its own."""
    for leak in (_a_count, _an_order, _a_tag, _an_event, _a_balance):
        leak(patch)


def _a_count(patch: pytest.MonkeyPatch) -> None:
    """A match tells its players how many attempts have been made in all."""
    show = views._match

    def counting(stored: Any, *others: Any) -> dict[str, Any]:
        moves = sum(len(stored.duel.player(side).attempts) for side in Side)
        return {**show(stored, *others), "round": moves}

    patch.setattr(views, "_match", counting)


def _an_order(patch: pytest.MonkeyPatch) -> None:
    """The matches of a round are listed by how busy they are."""
    listed = pairing.listed

    def busiest_first(uow: UnitOfWork, *which: Any) -> Sequence[tuple[int, str]]:
        counted = select(Attempt.match_id, func.count()).group_by(Attempt.match_id)
        moves = dict(uow.connection.execute(counted).all())
        return sorted(listed(uow, *which), key=lambda row: (-moves.get(row[1], 0), row[0]))

    patch.setattr(pairing, "listed", busiest_first)


def _a_tag(patch: pytest.MonkeyPatch) -> None:
    """The tag of the list of participants changes whenever anybody moves."""
    tag, moves = etags.etag_of, _moves(patch)

    def telling(body: bytes) -> str:
        told = request.path.endswith("/participants")
        return tag(body + str(len(moves)).encode()) if told else tag(body)

    patch.setattr(etags, "etag_of", telling)


def _moves(patch: pytest.MonkeyPatch) -> list[Duel]:
    """Every duel that was saved, again and again, from now on."""
    saved: list[Duel] = []
    _with_every_move(patch, lambda _uow, duel, _side: saved.append(duel))
    return saved


def _an_event(patch: pytest.MonkeyPatch) -> None:
    """Both players hear of a move."""

    def tell_the_other(uow: UnitOfWork, duel: Duel, side: Side) -> None:
        other = duel.player(side.other).account_id
        uow.emit(DuelChanged(match_id=duel.match_id, account_id=other))

    _with_every_move(patch, tell_the_other)


def _with_every_move(
    patch: pytest.MonkeyPatch, do: Callable[[UnitOfWork, Duel, Side], None]
) -> None:
    keep = playing._keep

    def keep_and_do(uow: UnitOfWork, before: Duel, after: Duel, side: Side, now: datetime) -> Duel:
        kept = keep(uow, before, after, side, now)
        do(uow, after, side)
        return kept

    patch.setattr(playing, "_keep", keep_and_do)


def _a_balance(patch: pytest.MonkeyPatch) -> None:
    """An operator is told what a player has left."""
    patch.setattr(aura, "published_balance", lambda balance, _spending: balance)
