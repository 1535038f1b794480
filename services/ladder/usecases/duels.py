"""What the match service tells of live duels: facts, kept in whatever order they come."""

from dataclasses import replace
from datetime import datetime

from services.ladder.domain.deciding import decide
from services.ladder.domain.game import End, Ending, Game, Origin, Phase, Player
from services.ladder.domain.season import LadderSeason
from services.ladder.store import accounts, duels, games, seasons, tickets
from services.ladder.usecases.booking import Book
from services.ladder.usecases.docket import held_open
from shared.events.catalogue import (
    AccountDeleted,
    AccountSuspended,
    DuelHeard,
    DuelOpened,
    MatchResult,
)
from shared.names import is_computer, keep_deletion, keep_suspension
from shared.unit_of_work import UnitOfWork

_LEFT = {
    "resignation": Ending.RESIGNATION,
    "abandonment": Ending.ABANDONMENT,
    "preparation_timeout": Ending.PREPARATION_TIMEOUT,
}
_PLAYED = {"attempts", "only_solver", "equal_attempts", "unsolved"}
_PHASES = {"preparing": Phase.PREPARING, "solving": Phase.PLAY}
_SIDES = {"first": 0, "second": 1}


def open_duel(uow: UnitOfWork, event: DuelOpened) -> None:
    """Its players are busy; a friendly one is a game of the season in which it starts."""
    first = _player(event.first, is_guest=event.first_is_guest)
    second = _player(event.second, is_guest=event.second_is_guest)
    players = (first, second)
    own = [one.account_id for one in players if one.account_id is not None]
    accounts.lock_anyway(uow, own)
    duels.enter(uow, event.match_id, event.kind, event.first, event.second)
    end = duels.open_it(uow, event.match_id)
    uow.emit(DuelHeard(match_id=event.match_id, over=False))
    if event.kind == "ladder":
        _open_asked(uow, event.match_id)
        return
    if end is None:
        tickets.remove(uow, own)
    season = seasons.holding(uow, event.opened_at)
    if own and season is not None and not games.find(uow, [event.match_id]):
        _enter_friendly(uow, held_open(uow, season, uow.now()), event, players, end)


def end_duel(uow: UnitOfWork, event: MatchResult) -> None:
    """A live duel has ended; its game, if it is still open, ends with it.

    A game that was called off stays as it was closed, whatever its duel comes to.
    """
    if event.kind == "league" or event.revision > 1:
        return
    game = games.find(uow, [event.match_id]).get(event.match_id)
    known = set(game.accounts) if game else set()
    accounts.lock_anyway(uow, known)
    duels.enter(uow, event.match_id, event.kind, event.first, event.second)
    duels.end_it(uow, event.match_id, _end(event))
    uow.emit(DuelHeard(match_id=event.match_id, over=True))
    game = games.find(uow, [event.match_id]).get(event.match_id)
    if game is not None and game.end is None:
        _finish(uow, game, _end(event))


def suspend(uow: UnitOfWork, event: AccountSuspended) -> None:
    """Somebody suspended waits in no queue."""
    keep_suspension(uow, event)
    if accounts.barred(uow, [event.account_id]):
        tickets.remove(uow, [event.account_id])


def delete(uow: UnitOfWork, event: AccountDeleted) -> None:
    keep_deletion(uow, event)
    tickets.remove(uow, [event.account_id])


def _open_asked(uow: UnitOfWork, game_id: str) -> None:
    """Nobody waits beside a duel that was asked for and opens in time."""
    games.await_no_longer(uow, game_id)
    game = games.find(uow, [game_id]).get(game_id)
    if game is not None and game.end is None:
        tickets.remove_waiting(uow, game.accounts)


def _enter_friendly(
    uow: UnitOfWork,
    season: LadderSeason,
    event: DuelOpened,
    players: tuple[Player, Player],
    end: End | None,
) -> None:
    if season.final:
        return
    origin, start = Origin(event.origin), event.opened_at
    reason = decide(season.settings, origin, players, start, ())
    game = Game(event.match_id, season.id, origin, players, start, reason, _not_before(end, start))
    book = Book(uow)
    book.open(season, game.accounts)
    games.add(uow, [game])
    book.enter(game)
    book.write()


def _finish(uow: UnitOfWork, game: Game, end: End) -> None:
    finished = replace(game, end=_not_before(end, game.started_at))
    book = Book(uow)
    book.open(seasons.one(uow, game.season_id), game.accounts)
    book.move(game, finished)
    book.write()
    games.save(uow, finished)
    tickets.remove_of_game(uow, game.id)


def _not_before(end: End | None, start: datetime) -> End | None:
    # Two services' clocks: a duel closed at once must not seem to end before it began.
    return end and replace(end, finished_at=max(end.finished_at, start))


def _player(account_id: str, *, is_guest: bool) -> Player:
    if is_guest or is_computer(account_id):
        return Player(None, visitor_id=account_id)
    return Player(account_id)


def _end(event: MatchResult) -> End:
    """How the duel ended, in the ladder's words."""
    winner = _SIDES.get(event.outcome)
    left = _SIDES[event.left] if event.left else None
    phase = Phase.PLAY if event.by in _PLAYED else _stood(event)
    if event.by in _LEFT:
        return End(event.finished_at, _LEFT[event.by], phase, winner, left)
    if winner is None:
        return End(event.finished_at, Ending.NO_WINNER, phase, None)
    return End(event.finished_at, Ending.WIN, phase, winner)


def _stood(event: MatchResult) -> Phase | None:
    """Where a duel stood that was not played to its end; None where that was never told."""
    return _PHASES[event.left_phase] if event.left_phase else None
