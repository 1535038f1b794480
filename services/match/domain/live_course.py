"""The course of a live duel: opening, the start of solving, moves, and what falls due."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from services.match.domain.codes import Choose, draw_code
from services.match.domain.computer.guessing import next_guess
from services.match.domain.duel import Attempt, Duel, Kind, Player, Side
from services.match.domain.feedback import feedback
from services.match.domain.live import Live, Origin, Terms
from services.match.domain.live_ending import (
    Ended,
    close,
    end_by_play,
    end_due,
    is_decided,
    reckon,
)
from services.match.domain.presence import show_sign
from services.match.domain.result import Result
from services.match.domain.settings import GameSettings

Interval = tuple[datetime, datetime]
_BEFORE = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Course:
    """A live duel after something happened, with its result if that ended it."""

    duel: Duel
    result: Result | None = None


def open_duel(
    match_id: str,
    players: tuple[str, str],
    game: GameSettings,
    terms: Terms,
    *,
    now: datetime,
    choose: Choose,
) -> Duel:
    """A live duel that opens now; the computer has its code already."""
    first, second = (Player(account_id, seen_at=now) for account_id in players)
    if terms.level is not None:
        second = replace(second, code=draw_code(game, choose), code_generated=True)
    duel = Duel(
        match_id=match_id,
        kind=Kind.LADDER if terms.origin is Origin.QUEUE else Kind.FRIENDLY,
        season_id=None,
        round=None,
        game=game,
        clues=None,
        preparing_from=now,
        solving_from=None,
        closes_at=None,
        first=first,
        second=second,
        live=Live(terms),
    )
    return reckon(duel)


def go_on(duel: Duel, side: Side, *, now: datetime, choose: Choose) -> Course:
    """What follows at once from a request by a side, its move already in the duel.

    It is a sign; solving begins if it confirmed the second code; the computer answers an attempt;
    and the duel ends as soon as its outcome can no longer change.
    """
    present = _begin_solving(show_sign(duel, side, now), now)
    answered = _answer(present, len(present.first.attempts), now, choose)
    if is_decided(answered):
        return _course(end_by_play(answered, now))
    return Course(reckon(answered))


def fall_due(duel: Duel, *, now: datetime, away: Interval | None, choose: Choose) -> Course:
    """What becomes of a duel that is due.

    `away` is when the platform was last away, so that nobody could show a sign or move. What fell
    due then ends without a winner; whose time ran through it has it anew from its end on.
    """
    assert duel.live is not None, "only live duels end by themselves"
    assert duel.live.due_at is not None, "only an open duel falls due"
    if away is not None and away[0] <= duel.live.due_at < away[1]:
        return _course(close(duel, away[1]))
    if away is not None and away[1] <= duel.live.due_at:
        duel = reckon(_seen_again(duel, away[1]))
    if not (duel.live and duel.live.is_due(now)):
        return Course(duel)
    return _course(end_due(_played_out(duel, choose)))


def _course(ended: Ended) -> Course:
    return Course(ended.duel, ended.result)


def _begin_solving(duel: Duel, now: datetime) -> Duel:
    ready = duel.first.code is not None and duel.second.code is not None
    if duel.solving_from is not None or not ready:
        return duel
    assert duel.live is not None, "the solving of a league's duel begins at its instant"
    return replace(duel, solving_from=now, closes_at=now + duel.live.terms.clocks.solving)


def _seen_again(duel: Duel, back_at: datetime) -> Duel:
    for side in Side:
        seen_at = duel.player(side).seen_at
        if seen_at is None or seen_at < back_at:
            duel = show_sign(duel, side, back_at)
    return duel


def _played_out(duel: Duel, choose: Choose) -> Duel:
    """By the end of solving the computer has made all its attempts."""
    if duel.closes_at is None or not (duel.live and duel.live.due_at == duel.closes_at):
        return duel
    return _answer(duel, duel.game.max_attempts, duel.closes_at - _BEFORE, choose)


def _answer(duel: Duel, attempts: int, at: datetime, choose: Choose) -> Duel:
    """The computer, if it plays here, makes as many attempts, unless it solves before."""
    level = duel.live.terms.level if duel.live else None
    while level is not None and duel.attempts_left(Side.SECOND):
        made = duel.second.attempts
        if len(made) >= attempts:
            break
        history = [(one.guess, one.exact, one.partial) for one in made]
        guess = next_guess(level, duel.game, history, choose)
        told = feedback(duel.secret(Side.SECOND), guess)
        attempt = Attempt(len(made) + 1, guess, told.exact, told.partial, at)
        duel = replace(duel, second=replace(duel.second, attempts=(*made, attempt)))
    return duel
