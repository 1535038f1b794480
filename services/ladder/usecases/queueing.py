"""The queue as a player meets it: join, look, leave."""

from datetime import datetime, timedelta
from typing import Any

from services.ladder.domain.errors import (
    AlreadyPlaying,
    Disqualified,
    NoActiveSeason,
    Suspended,
)
from services.ladder.domain.season import LadderSeason
from services.ladder.store import accounts, duels, games, players, seasons, tickets
from services.ladder.usecases import pairing
from shared.clock import real_now
from shared.names import ensure_not_deleted, learn_name
from shared.runtime import Runtime
from shared.unit_of_work import UnitOfWork
from shared.web.tokens import Caller

LOOK_NOTED = timedelta(seconds=5)
"""A look so soon after the last one need not be written down."""

OUT = {"state": "none", "since": None, "match_id": None}


def join(runtime: Runtime, uow: UnitOfWork, caller: Caller) -> dict[str, Any]:
    """Give the caller a ticket, if they have none; where they stand.

    Whose duel has been asked for gets a ticket of that game. Raises `Suspended`, `AlreadyPlaying`,
    `NoActiveSeason`, `Disqualified`, or `Forbidden` for an account that is gone. Whoever can be
    paired is paired once the ticket is committed.
    """
    account_id, real = caller.account, real_now()
    learn_name(uow, account_id, caller.name)
    accounts.lock(uow, [account_id])
    _require_present(uow, account_id)
    standing = status(uow, account_id)
    if standing["state"] == "matched":
        return standing
    _require_free(uow, account_id)
    asked = games.awaited_by(uow, account_id)
    if asked is None:
        _require_admitted(uow, active_season(uow), account_id)
    tickets.add(uow, account_id, real, asked)
    tickets.see(uow, account_id, real)
    uow.afterwards(lambda: pairing.pair_now(runtime))
    return status(uow, account_id)


def look(runtime: Runtime, uow: UnitOfWork, caller: Caller) -> dict[str, Any]:
    """Where the caller stands; whoever waits is known to be there still."""
    real, ticket = real_now(), tickets.of(uow, caller.account)
    if ticket is not None and real - ticket.seen_at >= LOOK_NOTED:
        with runtime.writing() as work:
            tickets.see(work, caller.account, real)
    return status(uow, caller.account)


def leave(uow: UnitOfWork, caller: Caller) -> None:
    """Give the ticket back. A duel that has been asked for is played all the same."""
    accounts.lock(uow, [caller.account])
    tickets.remove(uow, [caller.account])


def status(uow: UnitOfWork, account_id: str) -> dict[str, Any]:
    """`waiting` until a duel is open, `matched` while it is, else `none`."""
    ticket = tickets.of(uow, account_id)
    since: datetime | None = ticket.joined_at if ticket else None
    for match_id, kind in duels.open_of(uow, account_id):
        if kind == "ladder":
            return {"state": "matched", "since": since, "match_id": match_id}
    return {"state": "waiting", "since": since, "match_id": None} if ticket else OUT


def active_season(uow: UnitOfWork) -> LadderSeason:
    """The season in which games can start now; raises `NoActiveSeason`."""
    season = seasons.holding(uow, uow.now())
    if season is None or season.final:
        raise NoActiveSeason
    return season


def _require_present(uow: UnitOfWork, account_id: str) -> None:
    ensure_not_deleted(uow, account_id)
    if accounts.barred(uow, [account_id]):
        raise Suspended


def _require_free(uow: UnitOfWork, account_id: str) -> None:
    if duels.open_of(uow, account_id):
        raise AlreadyPlaying


def _require_admitted(uow: UnitOfWork, season: LadderSeason, account_id: str) -> None:
    player = players.find(uow, season.id, account_id)
    if player is not None and player.ranked.disqualified:
        raise Disqualified
