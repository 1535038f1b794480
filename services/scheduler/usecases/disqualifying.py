"""Putting somebody out of a season."""

from services.scheduler.domain.participants import Participant, Status, disqualified
from services.scheduler.domain.season import State, ensure_can_disqualify, out_from_round
from services.scheduler.store import participants, seasons
from services.scheduler.store.seasons import Stored
from services.scheduler.usecases import clock, ending, obeying, telling
from shared.errors import invalid_field
from shared.unit_of_work import UnitOfWork


def disqualify(uow: UnitOfWork, season_id: str, account_id: str) -> Stored:
    """The participant put out, once and for all; the answer waits for the match service.

    Raises `SeasonNotRunning` before the list closes, `Invalid` for who is not on it.
    """
    stored = seasons.lock(uow, season_id)
    clock.bring_up_to_date(uow, stored)
    ensure_can_disqualify(stored.season)
    entry = participants.find(uow, season_id, account_id)
    if entry is None:
        raise invalid_field("account_id", "That account does not take part in this season.")
    if entry.status != Status.DISQUALIFIED:
        _put_out(uow, stored, participants.participant(entry))
    obeying.answer_once_obeyed(uow, season_id, account_id)
    return stored


def _put_out(uow: UnitOfWork, stored: Stored, player: Participant) -> None:
    out = disqualified(player, out_from_round(stored.season))
    finished = stored.season.state == State.FINISHED
    participants.keep(uow, stored.id, out)
    telling.departed(uow, stored, out, last_round=stored.season.closed if finished else None)
    ending.finish_without_players(uow, stored)
