"""Answering a player once the ladder has heard that their live duel began, or ended.

Whoever has just resigned may then queue at once, and sees their new points. If no word comes in
time the answer is given without it: what was asked for has happened either way.
"""

from services.match.store import live_duels
from shared.events.catalogue import DuelHeard
from shared.unit_of_work import UnitOfWork
from shared.waiting import wait_until

PATIENCE_SECONDS = 2.0
LOOK_EVERY_SECONDS = 0.01


def keep_heard(uow: UnitOfWork, event: DuelHeard) -> None:
    """Keep that the ladder goes by it."""
    live_duels.keep_heard(uow, event.match_id, over=event.over)


def answer_once_heard(uow: UnitOfWork, match_id: str, *, over: bool) -> None:
    """Have the answer wait, after the commit, until the ladder knows."""
    uow.afterwards(lambda: _wait(uow, match_id, over=over))


def _wait(uow: UnitOfWork, match_id: str, *, over: bool) -> None:
    wait_until(
        lambda: _heard(uow, match_id, over=over),
        patience=PATIENCE_SECONDS,
        every=LOOK_EVERY_SECONDS,
    )


def _heard(uow: UnitOfWork, match_id: str, *, over: bool) -> bool:
    with uow.reading() as look:
        return live_duels.is_heard(look, match_id, over=over)
