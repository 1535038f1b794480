"""Work of the match service that falls due at stored instants."""

from collections.abc import Callable
from datetime import datetime

from services.match.store import agenda
from services.match.store.live_duels import next_due
from services.match.usecases import closing, drawing, ladder_games, live_duels
from services.match.usecases.heartbeat import HEARTBEAT
from shared.service import Timer
from shared.unit_of_work import UnitOfWork


def _instant(find: agenda.Find) -> Callable[[UnitOfWork], datetime | None]:
    def next_due(uow: UnitOfWork) -> datetime | None:
        due = find(uow)
        return due.at if due else None

    return next_due


TIMERS = (
    Timer("draw_codes", _instant(agenda.next_to_draw), drawing.draw_due),
    Timer("settle_rounds", _instant(agenda.next_to_settle), closing.settle_due),
    Timer("call_off_seasons", _instant(agenda.next_to_call_off), closing.call_off_due),
    Timer("settle_live_duels", next_due, live_duels.settle_due),
    Timer("open_ladder_games", ladder_games.next_opening, ladder_games.open_waiting),
    Timer("note_presence", HEARTBEAT.next_beat, HEARTBEAT.note),
)
