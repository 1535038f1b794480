"""Disqualifying players from a season, and taking that back."""

from typing import Any

from services.ladder import views
from services.ladder.domain.season import LadderSeason
from services.ladder.store import accounts, adjustments, seasons, tickets
from services.ladder.store.adjustments import Act
from services.ladder.usecases import confirming
from services.ladder.usecases.booking import Book
from shared.errors import invalid_field
from shared.names import learn_name, require_heard_of
from shared.unit_of_work import UnitOfWork
from shared.web.tokens import Caller


def disqualify(
    uow: UnitOfWork, caller: Caller, season_id: str, body: dict[str, Any]
) -> tuple[dict[str, Any], bool]:
    """Leave a player out of the ranking; what is told of it, and whether it is new.

    Their points stay as they are, and so do their opponents'. Raises `NotFound`, or `Invalid` for
    an account that does not exist.
    """
    account_id = body["account_id"]
    season = _locked(uow, season_id, account_id)
    if season is None:
        require_heard_of(uow, [account_id])
        raise invalid_field("account_id", "There is no such account.")
    is_new = _set(uow, caller, season, account_id, body["reason"], barred=True)
    tickets.remove_waiting(uow, [account_id])
    return views.games.disqualification(uow, season_id, account_id), is_new


def undo(uow: UnitOfWork, caller: Caller, season_id: str, account_id: str, reason: str) -> None:
    """Take a disqualification back; the ranking is as if it had never been. Raises `NotFound`."""
    season = _locked(uow, season_id, account_id)
    if season is not None:
        _set(uow, caller, season, account_id, reason, barred=False)


def _locked(uow: UnitOfWork, season_id: str, account_id: str) -> LadderSeason | None:
    """The season, or None if the account does not exist."""
    known = accounts.lock(uow, [account_id])
    season = seasons.lock(uow, season_id)
    return season if account_id in known else None


def _set(
    uow: UnitOfWork,
    caller: Caller,
    season: LadderSeason,
    account_id: str,
    reason: str,
    *,
    barred: bool,
) -> bool:
    """Whether that was any news."""
    book = Book(uow)
    book.open(season, [account_id])
    entry = book.entry(season.id, account_id)
    if entry.disqualified == barred:
        return False
    entry.disqualified = barred
    book.write({season.id: season.revision})
    now, kind = uow.now(), "disqualify" if barred else "undo_disqualification"
    learn_name(uow, caller.account, caller.name)
    act = Act(caller.account, reason, now)
    number = adjustments.add(uow, season.id, kind, act, account_id=account_id)
    if season.final:
        confirming.correct(uow, season, number, now)
    return True
