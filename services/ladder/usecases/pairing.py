"""Pairing the queue, and calling off games whose duels do not open.

Both happen under the queue's lock, then the locks of all accounts concerned, in one order. What is
read before those is only a guess, and is looked at again under them.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import structlog
from sqlalchemy import Row

from services.ladder.domain.deciding import decide, rematch_window
from services.ladder.domain.game import End, Ending, Game, Origin, Phase, Player
from services.ladder.domain.matchmaking import Pair, Waiting, pair_up
from services.ladder.domain.season import LadderSeason
from services.ladder.store import accounts, duels, games, past, players, seasons, tickets
from services.ladder.usecases.booking import Book
from services.ladder.usecases.docket import held_open
from shared.clock import real_now
from shared.events.catalogue import LadderGameCalledOff, LadderGameOpened
from shared.runtime import Runtime
from shared.unit_of_work import UnitOfWork

log = structlog.get_logger()

SILENCE = timedelta(seconds=60)
"""Whoever waits and has not looked at their ticket for so long is gone. Clients look every 15 s."""

OPENING = timedelta(seconds=30)
"""How long a duel may take to open."""

PAGES_KEPT = timedelta(minutes=10)
"""How long one may take to read the ranking page by page, as it stood at the first."""

MOST_WAITING = 400
MOST_OVERDUE = 100
MOST_FORGOTTEN = 2000


def pair_now(runtime: Runtime) -> None:
    """Pair whoever can be, in a transaction of its own; the loop does it if this fails."""
    try:
        with runtime.writing() as uow:
            pair_waiting(uow, real_now())
    except Exception as error:
        log.warning("pairing_failed", error=repr(error))


def call_off_overdue(runtime: Runtime, real: datetime) -> None:
    """Call off what should have opened, if anything should have."""
    with runtime.reading() as uow:
        overdue = games.overdue(uow, real, 1)
    if overdue:
        with runtime.writing() as uow:
            call_off(uow, real)


def keep_queue(runtime: Runtime, real: datetime) -> None:
    """Pair and drop whoever is due by real time, if anybody is."""
    with runtime.reading() as uow:
        waiting, silent = tickets.counted(uow, real - SILENCE)
    if waiting > 1 or silent:
        with runtime.writing() as uow:
            pair_waiting(uow, real)


def forget_past(runtime: Runtime, real: datetime) -> bool:
    """Forget some of what readers of pages need no longer; whether there may be more."""
    with runtime.writing() as uow:
        return past.forget(uow, real - PAGES_KEPT, MOST_FORGOTTEN) == MOST_FORGOTTEN


def pair_waiting(uow: UnitOfWork, real: datetime) -> None:
    """Pair the queue at the real instant `real`."""
    tickets.lock_queue(uow)
    tickets.remove_silent(uow, real - SILENCE)
    now = uow.now()
    season = seasons.holding(uow, now)
    if season is None or season.final:
        tickets.clear(uow)
        return
    queue = tickets.waiting(uow, MOST_WAITING)
    pairs = _pairs(uow, season, queue, now, real)
    if pairs:
        accounts.lock(uow, {one for pair in pairs for one in pair})
        _open_games(uow, held_open(uow, season, now), _still_free(uow, pairs), real)


def call_off(uow: UnitOfWork, real: datetime) -> None:
    """Close games whose duels should have been open by `real`; their players wait again."""
    tickets.lock_queue(uow)
    late = games.overdue(uow, real, MOST_OVERDUE)
    accounts.lock(uow, {account for game in late for account in game.accounts})
    # Read again: until the locks were ours, operators may have decided about the games.
    for game in games.find(uow, [game.id for game in late]).values():
        if games.waits_for_duel(uow, game.id):
            _call_off(uow, game)


def _pairs(
    uow: UnitOfWork,
    season: LadderSeason,
    queue: Sequence[Row[Any]],
    now: datetime,
    real: datetime,
) -> list[Pair]:
    ids = [ticket.account_id for ticket in queue]
    if len(ids) < 2:
        return []
    busy, known = duels.busy(uow, ids), players.of_accounts(uow, season.id, ids)
    start = season.settings.start_points
    waiting = [
        Waiting(
            ticket.account_id,
            known[ticket.account_id].form.points if ticket.account_id in known else start,
            int((real - ticket.joined_at).total_seconds()),
        )
        for ticket in queue
        if ticket.account_id not in busy
    ]
    recent = games.recent_pairs(uow, ids, now - rematch_window(season.settings))
    return pair_up(waiting, recent)


def _still_free(uow: UnitOfWork, pairs: Sequence[Pair]) -> list[Pair]:
    ids = {one for pair in pairs for one in pair}
    free = tickets.still_waiting(uow, ids) - duels.busy(uow, ids)
    return [pair for pair in pairs if free.issuperset(pair)]


def _open_games(
    uow: UnitOfWork, season: LadderSeason, pairs: Sequence[Pair], real: datetime
) -> None:
    now, book = uow.now(), Book(uow)
    if season.final or not season.holds(now):
        return
    book.open(season, {one for pair in pairs for one in pair})
    opened = [_game(uow, season, pair, now) for pair in pairs]
    games.add(uow, opened, opens_until=real + OPENING)
    for game in opened:
        book.enter(game)
        tickets.give_game(uow, game.accounts, game.id)
        uow.emit(opened_event(game, season))
    book.write()


def _game(uow: UnitOfWork, season: LadderSeason, pair: Pair, now: datetime) -> Game:
    first, second = (Player(account_id) for account_id in pair)
    around = rematch_window(season.settings)
    found = games.rated_starts(uow, [games.pair_key(*pair)], now - around, now + around)
    starts = [start for _, start in found]
    reason = decide(season.settings, Origin.QUEUE, (first, second), now, starts)
    return Game(uow.new_id(), season.id, Origin.QUEUE, (first, second), now, reason)


def _call_off(uow: UnitOfWork, game: Game) -> None:
    finished = max(uow.now(), game.started_at)
    end = End(finished, Ending.NO_WINNER, Phase.PREPARING, winner=None)
    closed, book = replace(game, end=end), Book(uow)
    book.open(seasons.one(uow, game.season_id), game.accounts)
    book.move(game, closed)
    book.write()
    games.save(uow, closed, called_off=True)
    tickets.remove(uow, set(game.accounts) - _may_wait(uow, game.accounts))
    tickets.put_back(uow, game.id)
    uow.emit(LadderGameCalledOff(game_id=game.id))


def _may_wait(uow: UnitOfWork, account_ids: Sequence[str]) -> set[str]:
    """Who of the accounts could join the queue now."""
    season = seasons.holding(uow, uow.now())
    if season is None or season.final:
        return set()
    known = players.of_accounts(uow, season.id, account_ids).items()
    out = {account_id for account_id, player in known if player.ranked.disqualified}
    return set(account_ids) - out - accounts.barred(uow, account_ids) - duels.busy(uow, account_ids)


def opened_event(game: Game, season: LadderSeason) -> LadderGameOpened:
    """The duel that the match service is asked for."""
    first, second = game.accounts
    settings = season.settings
    return LadderGameOpened(
        game_id=game.id,
        season_id=season.id,
        first=first,
        second=second,
        rated=game.rated,
        unrated_reason=game.unrated_reason.value if game.unrated_reason else None,
        started_at=game.started_at,
        preparation_seconds=settings.preparation_seconds,
        solve_seconds=settings.solve_seconds,
        abandon_seconds=settings.abandon_seconds,
    )
