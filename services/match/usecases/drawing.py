"""Drawing the codes that are missing when preparing is over."""

from sqlalchemy import ColumnElement

from services.match.chance import choose
from services.match.domain.preparing import ensure_codes
from services.match.store import agenda, duels, rounds, seasons
from services.match.store.selection import among, lacking_a_code, of_round
from shared.events.catalogue import SolvingOpened
from shared.unit_of_work import UnitOfWork

BATCH = 200


def open_solving(uow: UnitOfWork, event: SolvingOpened) -> None:
    """The scheduler has opened solving: the timer need not wait for it any longer."""
    seasons.lock(uow, event.season_id)
    rounds.enter(uow, event.season_id, event.round)
    rounds.change(uow, event.season_id, event.round, solving_opened=True)


def draw_due(uow: UnitOfWork) -> None:
    """Draw the missing codes of one batch of duels whose preparing is over."""
    due = agenda.claim(uow, agenda.next_to_draw)
    if due is None or due.round is None:
        return
    if _draw(uow, of_round(due.season_id, due.round)) < BATCH:
        rounds.change(uow, due.season_id, due.round, drawn=True)


def draw_before_look(uow: UnitOfWork, ids: list[str]) -> None:
    """Draw the missing codes of duels that one of their players is about to look at."""
    _draw(uow, among(ids))


def _draw(uow: UnitOfWork, which: ColumnElement[bool]) -> int:
    found = [stored.duel for stored in duels.lock_some(uow, which, lacking_a_code(), most=BATCH)]
    now = uow.now()
    duels.save(uow, [(duel, ensure_codes(duel, now, choose)) for duel in found])
    return len(found)
