"""Closing a duel: with its result once its time is over, or without one when it is called off."""

from dataclasses import replace
from datetime import datetime

from services.match.domain.codes import Choose
from services.match.domain.duel import Duel, Phase
from services.match.domain.preparing import ensure_codes
from services.match.domain.result import Result, settle
from services.match.domain.settings import PointValues


def is_due(duel: Duel, now: datetime) -> bool:
    """Whether a duel has reached its stored deadline, is not held, and waits to be settled."""
    return duel.ended_at is None and duel.phase(now) is Phase.CLOSED


def close_duel(
    duel: Duel, values: PointValues, *, now: datetime, choose: Choose
) -> tuple[Duel, Result]:
    """Settle a due duel: from now on it is closed and everything in it is public.

    Raises `ValueError` for one that is not due; nothing closes a duel before its deadline, nor
    settles one twice.
    """
    if not is_due(duel, now):
        raise ValueError(f"duel {duel.match_id} is not due")
    complete = ensure_codes(duel, now, choose)
    return replace(complete, ended_at=now), settle(complete, values)


def call_off(duel: Duel, *, now: datetime, choose: Choose) -> Duel:
    """Close a duel without a result because its season is cancelled; an ended one stays."""
    if duel.ended_at is not None:
        return duel
    return replace(ensure_codes(duel, now, choose), ended_at=now)
