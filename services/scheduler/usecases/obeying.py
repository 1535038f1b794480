"""Answering a withdrawal or a disqualification once the match service refuses that player's moves.

The answer waits outside any transaction. If word does not come in time the caller is asked to
repeat the request, which changes nothing and waits again.
"""

from services.scheduler.domain.participants import Status
from services.scheduler.store import participants
from services.scheduler.tables import ParticipantRow
from shared.errors import ServiceUnavailable
from shared.events.catalogue import ParticipantBarred
from shared.unit_of_work import UnitOfWork
from shared.waiting import wait_until

PATIENCE_SECONDS = 5.0
LOOK_EVERY_SECONDS = 0.02
RETRY_AFTER_SECONDS = 2


def keep_obeyed(uow: UnitOfWork, event: ParticipantBarred) -> None:
    """Keep that the match service obeys."""
    withdrawal = event.kind == "withdrawn"
    participants.keep_obeyed(uow, event.season_id, event.account_id, withdrawal=withdrawal)


def answer_once_obeyed(uow: UnitOfWork, season_id: str, account_id: str) -> None:
    """Have the answer wait until the match service obeys that the account has left."""
    uow.afterwards(lambda: _wait(uow, season_id, account_id))


def _wait(uow: UnitOfWork, season_id: str, account_id: str) -> None:
    if not wait_until(
        lambda: _obeyed(uow, season_id, account_id),
        patience=PATIENCE_SECONDS,
        every=LOOK_EVERY_SECONDS,
    ):
        raise ServiceUnavailable(
            "It is decided, but not in force everywhere yet. Ask again.",
            retry_after=RETRY_AFTER_SECONDS,
        )


def _obeyed(uow: UnitOfWork, season_id: str, account_id: str) -> bool:
    with uow.reading() as look:
        entry = participants.find(look, season_id, account_id)
        return entry is not None and _in_force(entry)


def _in_force(entry: ParticipantRow) -> bool:
    if entry.status == Status.DISQUALIFIED:
        return entry.disqualification_obeyed
    return entry.withdrawal_obeyed
