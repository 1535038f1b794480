"""Live duels on their way: opening, what follows from a request, signs of life, and the end."""

from datetime import datetime

from services.match.chance import choose
from services.match.domain import live_course, live_ending
from services.match.domain.duel import Duel, Phase, Side
from services.match.domain.errors import AlreadyPlaying, DuelOver, NoResignation, NotYourMatch
from services.match.domain.live import Terms
from services.match.domain.live_course import Course
from services.match.domain.presence import show_sign
from services.match.domain.result import By, Result
from services.match.domain.settings import GameSettings
from services.match.store import duels, live_duels, presence, results
from services.match.usecases.announcing import opened_event, result_event
from services.match.usecases.hearing import answer_once_heard
from services.match.usecases.heartbeat import HEARTBEAT
from services.match.usecases.observing import observed_event
from shared.events.catalogue import DuelChanged
from shared.names import is_computer
from shared.runtime import Runtime
from shared.unit_of_work import UnitOfWork
from shared.web.tokens import Caller

BATCH = 200


def open_duel(
    uow: UnitOfWork,
    match_id: str,
    players: tuple[str, str],
    game: GameSettings,
    terms: Terms,
    *,
    guests: tuple[bool, bool] = (False, False),
) -> Duel:
    """Open a live duel; its clocks start. Raises `AlreadyPlaying`, naming who is in another."""
    people = [account for account in players if not is_computer(account)]
    engaged = live_duels.engage(uow, match_id, people)
    if busy := [account for account in people if account not in engaged]:
        raise AlreadyPlaying(*busy)
    duel = live_course.open_duel(match_id, players, game, terms, now=uow.now(), choose=choose)
    live_duels.add(uow, duel, guests)
    uow.emit(opened_event(duel, guests))
    return duel


def keep_move(uow: UnitOfWork, before: Duel, moved: Duel, side: Side, now: datetime) -> Duel:
    """Save a request by a side's player with all that follows from it; the duel after that."""
    if before.phase(now) is Phase.CLOSED:
        return moved
    course = live_course.go_on(moved, side, now=now, choose=choose)
    _keep(uow, before, course)
    if course.result is None:
        _tell_players(uow, before, course.duel, moved, side)
    else:
        answer_once_heard(uow, moved.match_id, over=True)
    return course.duel


def resign(uow: UnitOfWork, caller: Caller, match_id: str) -> None:
    """Give a duel up. Again: nothing changes. Raises `DuelOver`, `NoResignation`."""
    stored, now = duels.lock(uow, match_id)
    side = stored.duel.side_of(caller.account)
    if side is None:
        raise NotYourMatch
    if stored.duel.live is None:
        raise NoResignation
    if stored.result and (stored.result.by, stored.result.left) == (By.RESIGNATION, side):
        return
    if stored.duel.phase(now) is Phase.CLOSED:
        raise DuelOver
    _give_up(uow, stored.duel, side, now)
    answer_once_heard(uow, match_id, over=True)


def resign_of(uow: UnitOfWork, match_id: str, account_id: str) -> None:
    """Give a duel up for an account that is gone, unless it is over or about to be."""
    stored, now = duels.lock(uow, match_id)
    side = stored.duel.side_of(account_id)
    if side is not None and stored.duel.phase(now) is not Phase.CLOSED:
        _give_up(uow, stored.duel, side, now)


def _give_up(uow: UnitOfWork, duel: Duel, side: Side, now: datetime) -> None:
    ended = live_ending.resign(show_sign(duel, side, now), side, now)
    _keep(uow, duel, Course(ended.duel, ended.result))


def close(uow: UnitOfWork, match_id: str) -> None:
    """Close a duel without a winner, unless it has ended."""
    stored, now = duels.lock(uow, match_id)
    if stored.duel.ended_at is None:
        ended = live_ending.close(stored.duel, now)
        _keep(uow, stored.duel, Course(ended.duel, ended.result))


def touch(uow: UnitOfWork, match_id: str, account_id: str | None) -> None:
    """Take note of a look at a live duel: a sign, if by a player; or the end, if it is due."""
    stored, now = duels.lock(uow, match_id)
    duel = stored.duel
    side = duel.side_of(account_id) if account_id else None
    if duel.ended_at is not None or duel.live is None:
        return
    if duel.live.is_due(now):
        if HEARTBEAT.is_known(uow, now):
            _fall_due(uow, duel, now)
    elif side is not None:
        _keep(uow, duel, Course(live_ending.reckon(show_sign(duel, side, now))))


def show_sign_anyway(runtime: Runtime, match_id: str, account_id: str) -> None:
    """A request that was refused is a sign of its player all the same."""
    with runtime.reading() as uow:
        if not live_duels.plays_in(uow, account_id, match_id):
            return
    with runtime.writing() as uow:
        touch(uow, match_id, account_id)


def settle_due(uow: UnitOfWork) -> None:
    """End one batch of the live duels that are due."""
    HEARTBEAT.note(uow)
    now = uow.now()
    for stored in live_duels.lock_due(uow, now, BATCH):
        if stored.duel.live and stored.duel.live.is_due(now):
            _fall_due(uow, stored.duel, now)


def _fall_due(uow: UnitOfWork, duel: Duel, now: datetime) -> None:
    away = presence.last_absence(uow)
    _keep(uow, duel, live_course.fall_due(duel, now=now, away=away, choose=choose))


def _keep(uow: UnitOfWork, before: Duel, course: Course) -> None:
    live_duels.save(uow, before, course.duel)
    if course.result is not None:
        _publish(uow, course.duel, course.result)


def _publish(uow: UnitOfWork, duel: Duel, result: Result) -> None:
    assert duel.ended_at is not None, "what has a result has ended"
    results.add_first(uow, [(duel.match_id, result)], duel.ended_at, acts=0)
    live_duels.free(uow, duel.match_id, [duel.player(side).account_id for side in Side])
    uow.emit(result_event(duel, result, act=None, acts=0), observed_event(duel, result.outcome))


def _tell_players(uow: UnitOfWork, before: Duel, after: Duel, moved: Duel, side: Side) -> None:
    """A move is told to its player's other windows, the beginning of solving to both."""
    begun = before.solving_from != after.solving_from
    for told in Side if begun else (side,):
        account_id = after.player(told).account_id
        if (begun or moved != before) and not is_computer(account_id):
            uow.emit(DuelChanged(match_id=after.match_id, account_id=account_id))
