"""Fair play: operators void games, take that back, and mark results to be looked at.

Every act is written into the log with its author and reason. In a final season it publishes a
corrected ranking.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from services.ladder import views
from services.ladder.domain.errors import NotUnderReview, OwnMatch, SeasonFinal
from services.ladder.domain.game import Game
from services.ladder.domain.season import LadderSeason
from services.ladder.store import accounts, adjustments, games, seasons
from services.ladder.store.adjustments import Act
from services.ladder.usecases import confirming
from services.ladder.usecases.booking import Book
from shared.events.catalogue import LadderGameVoided
from shared.names import learn_name
from shared.unit_of_work import UnitOfWork
from shared.web.tokens import Caller

Body = dict[str, Any]
Change = Callable[[Game], Game]


def void(uow: UnitOfWork, caller: Caller, game_id: str, body: Body, *, preview: bool) -> Body:
    """Make a game count for nothing, as if its players had never played it."""
    return _adjust(uow, caller, game_id, "void", body["reason"], _voided, preview)


def unvoid(uow: UnitOfWork, caller: Caller, game_id: str, body: Body, *, preview: bool) -> Body:
    """Give a voided game back what was decided at its start.

    Raises `SeasonFinal` for one that has not ended: nothing may be open in a final season.
    """
    return _adjust(uow, caller, game_id, "unvoid", body["reason"], _unvoided, preview)


def review(uow: UnitOfWork, caller: Caller, game_id: str, body: Body, *, preview: bool) -> Body:
    """Mark a result to be looked at; it counts until that is settled, and keeps its season open."""
    return _adjust(uow, caller, game_id, "review", body["reason"], _reviewed, preview)


def settle(uow: UnitOfWork, caller: Caller, game_id: str, body: Body, *, preview: bool) -> Body:
    """End a review: the result stays, or the game is voided. Raises `NotUnderReview`."""
    decision = body["decision"]
    change = _voided if decision == "void" else _kept

    def settled(game: Game) -> Game:
        if not game.under_review:
            raise NotUnderReview
        return change(game)

    return _adjust(uow, caller, game_id, f"settle_{decision}", body["reason"], settled, preview)


def _voided(game: Game) -> Game:
    # One that was void before may be under review: that is over either way.
    revision = game.revision + (not game.voided)
    return replace(game, voided=True, under_review=False, revision=revision)


def _unvoided(game: Game) -> Game:
    return replace(game, voided=False, revision=game.revision + 1) if game.voided else game


def _reviewed(game: Game) -> Game:
    return replace(game, under_review=True)


def _kept(game: Game) -> Game:
    return replace(game, under_review=False)


def _adjust(
    uow: UnitOfWork,
    caller: Caller,
    game_id: str,
    kind: str,
    reason: str,
    change: Change,
    preview: bool,
) -> Body:
    season, before = _locked(uow, caller, game_id)
    after, book = change(before), Book(uow)
    if season.final and after.open and not before.open:
        raise SeasonFinal
    book.open(season, before.accounts)
    _count(book, before, after)
    if preview:
        return _preview(book, season, before.accounts)
    if after != before:
        games.save(uow, after)
        book.write({season.id: season.revision})
        _log(uow, caller, season, before, after, kind, reason)
    return views.games.shown(uow, after)


def _locked(uow: UnitOfWork, caller: Caller, game_id: str) -> tuple[LadderSeason, Game]:
    """The game and its season, nobody else deciding about either. Raises `OwnMatch`."""
    found = games.one(uow, game_id)
    if caller.account in found.accounts:
        raise OwnMatch
    accounts.lock(uow, found.accounts)
    return seasons.lock(uow, found.season_id), games.one(uow, game_id)


def _count(book: Book, before: Game, after: Game) -> None:
    if before.counts and not after.counts:
        book.strike(before)
    elif after.counts and not before.counts:
        book.enter(after)


def _preview(book: Book, season: LadderSeason, account_ids: Sequence[str]) -> Body:
    changed = []
    for account_id in account_ids:
        entry = book.entry(season.id, account_id)
        before = entry.stored.form if entry.stored else book.rules(season).start
        forms = {"before": views.games.form(before), "after": views.games.form(entry.line.form)}
        changed.append({"account_id": account_id, **forms})
    return {"players": changed}


def _log(
    uow: UnitOfWork,
    caller: Caller,
    season: LadderSeason,
    before: Game,
    after: Game,
    kind: str,
    reason: str,
) -> None:
    now = uow.now()
    learn_name(uow, caller.account, caller.name)
    act = Act(caller.account, reason, now)
    number = adjustments.add(uow, season.id, kind, act, game_id=after.id)
    if before.voided != after.voided:
        uow.emit(_event(after))
    if season.final and before.counts != after.counts:
        confirming.correct(uow, season, number, now)


def _event(game: Game) -> LadderGameVoided:
    first, second = (one.account_id or one.visitor_id for one in game.players)
    return LadderGameVoided(
        season_id=game.season_id,
        game_id=game.id,
        first=first,
        second=second,
        voided=game.voided,
        revision=game.revision,
    )
