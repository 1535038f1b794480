"""The docket: reports of game servers judged one after the other, in one transaction.

Everything that the reports are about is read at once: the accounts under their locks, what was
filed before, the seasons, the players, the pairs' other games. Judging then happens in memory, and
what came of it is written at once.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from services.ladder.domain.deciding import decide, rematch_window
from services.ladder.domain.errors import GameAlreadyReported, NoLadderSeason, SeasonFinal
from services.ladder.domain.game import End, Game, Player
from services.ladder.domain.report import Report
from services.ladder.domain.report_prints import end_print, start_print
from services.ladder.domain.season import LadderSeason
from services.ladder.store import accounts, games, reports, seasons
from services.ladder.store.reports import Filed
from services.ladder.usecases.booking import Book
from services.ladder.usecases.meeting import ended_event, is_meeting
from shared.errors import Invalid
from shared.names import names_of, require_heard_of
from shared.unit_of_work import UnitOfWork

NEAR_THE_END = timedelta(minutes=1)
"""So long before its end a season is held open by whoever starts a game in it.

No transaction lasts that long, so that one which begins earlier is over before the season can be
final.
"""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to a report; `repeated` if it had been given before."""

    answer: dict[str, Any]
    repeated: bool


class Docket:
    """What is known about some reports, and what has been decided about them.

    Without `looking_up` they are taken to be new; writing tells whether they are. Raises
    `NotHeardOf`.
    """

    def __init__(
        self, uow: UnitOfWork, reporter: str, asked: Sequence[Report], *, looking_up: bool
    ) -> None:
        self._uow, self._reporter = uow, reporter
        people = accounts.lock_people(uow, _accounts_of(asked))
        require_heard_of(uow, _accounts_of(asked) - people.keys())
        self._accounts = {one for one, is_guest in people.items() if not is_guest}
        self._guests = people.keys() - self._accounts
        ids = {report.external_id for report in asked} if looking_up else set()
        self._filed = reports.lock(uow, ids)
        self.now = uow.now()
        self._games = games.find(uow, {one.game_id for one in self._filed.values()})
        self._seasons = _seasons_of(uow, asked, self.now)
        self._book = Book(uow)
        for season in self._seasons:
            held = [one for one in asked if season.holds(one.started_at)]
            self._book.open(season, _accounts_of(held) & self._accounts)
        self._starts = self._rated_starts(asked)
        self._new_games: dict[str, Game] = {}
        self._new_reports: dict[str, Filed] = {}
        self._ended: list[tuple[Game, Filed]] = []

    def judge(self, report: Report) -> Verdict:
        """Decide on a report of a whole game.

        Raises `GameAlreadyReported`, `NoLadderSeason`, `SeasonFinal` or `Invalid`.
        """
        assert report.end is not None, "this report tells how the game ended"
        filed = self._filed.get(report.external_id)
        if filed is None:
            game = replace(self._started(report), end=report.end)
            self._book.enter(game)
            return Verdict(self._file(report, game), repeated=False)
        if filed.start_print != start_print(report):
            raise GameAlreadyReported
        if filed.end_print is None:
            return Verdict(self._complete(filed, report.end), repeated=False)
        if filed.end_print != end_print(report.end):
            raise GameAlreadyReported
        assert filed.answer is not None, "a completed report was answered"
        return Verdict(filed.answer, repeated=True)

    def judge_start(self, report: Report) -> Verdict:
        """Decide on a report of a game's start; raises as `judge` does."""
        filed = self._filed.get(report.external_id)
        if filed is None:
            game = self._started(report)
            self._book.enter(game)
            self._file(report, game)
            return Verdict(_told(game), repeated=False)
        if filed.start_print != start_print(report):
            raise GameAlreadyReported
        return Verdict(_told(self._games[filed.game_id]), repeated=True)

    def write(self) -> bool:
        """Write all that was decided; False, and nothing written, if one of the reports that were
        taken to be new is filed.
        """
        wanted = list(self._new_reports.values())
        new = reports.claim(self._uow, wanted, self.now)
        if len(new) < len(wanted):
            reports.withdraw(self._uow, new)
            return False
        games.add(self._uow, list(self._new_games.values()))
        for game, _ in self._ended:
            games.save(self._uow, game)
        reports.answer(self._uow, [filed for _, filed in self._ended])
        self._book.write()
        ended = [*self._new_games.values(), *(game for game, _ in self._ended)]
        self._uow.emit(*(ended_event(game) for game in ended if is_meeting(game)))
        return True

    def _started(self, report: Report) -> Game:
        """The new game that a report tells of, as it began."""
        season, start = self._season_at(report.started_at), report.started_at
        self._require_accounts(report)
        first, second = (self._known(player) for player in report.players)
        starts = self._starts[games.pair_key(*_both(report))] if len(_both(report)) == 2 else []
        reason = decide(season.settings, report.origin, (first, second), start, starts)
        if reason is None:
            starts.append(start)
        return Game(self._uow.new_id(), season.id, report.origin, (first, second), start, reason)

    def _known(self, player: Player) -> Player:
        """A player as the ladder knows them: whose id is a guest's has no account."""
        if player.account_id in self._guests:
            return Player(None, visitor_id=player.account_id)
        return player

    def _season_at(self, start: datetime) -> LadderSeason:
        season = next((one for one in self._seasons if one.holds(start)), None)
        if season is None:
            raise NoLadderSeason(errors={"started_at": ["No ladder season was on at that time."]})
        if season.final:
            raise SeasonFinal
        return season

    def _require_accounts(self, report: Report) -> None:
        unknown = [
            number
            for number, player in enumerate(report.players)
            if player.account_id not in self._accounts | self._guests | {None}
        ]
        if unknown:
            fields = (f"players.{number}.account_id" for number in unknown)
            raise Invalid(errors={field: ["There is no such account."] for field in fields})

    def _file(self, report: Report, game: Game) -> dict[str, Any]:
        answer = self._answer(game)
        filed = Filed(
            external_id=report.external_id,
            game_id=game.id,
            reporter=self._reporter,
            start_print=start_print(report),
            end_print=end_print(report.end) if report.end else None,
            answer=answer if report.end else None,
        )
        self._filed[report.external_id] = self._new_reports[report.external_id] = filed
        self._games[game.id] = self._new_games[game.id] = game
        return answer

    def _complete(self, filed: Filed, end: End) -> dict[str, Any]:
        """The end of a game whose start was reported."""
        before = self._games[filed.game_id]
        self._season_at(before.started_at)
        game = replace(before, end=end)
        self._book.move(before, game)
        answered = replace(filed, end_print=end_print(end), answer=self._answer(game))
        self._filed[filed.external_id], self._games[game.id] = answered, game
        self._ended.append((game, answered))
        return self._answer(game)

    def _answer(self, game: Game) -> dict[str, Any]:
        return {**_told(game), "players": [self._told_to(game, one) for one in game.players]}

    def _told_to(self, game: Game, player: Player) -> dict[str, Any]:
        if player.account_id is None:
            nothing = {"account_id": None, "guest": self._name(player), "change": 0}
            return {**nothing, "points_after": None, "streak_after": None}
        if game.counts:
            step = self._book.step(game, player.account_id)
            form, change = step.after, step.after.points - step.before.points
        else:
            form, change = self._book.form(game, player.account_id), 0
        return {
            "account_id": player.account_id,
            "change": change,
            "points_after": form.points,
            "streak_after": form.streak,
        }

    def _name(self, guest: Player) -> str | None:
        visitor = guest.visitor_id
        return names_of(self._uow, [visitor])[visitor] if visitor else guest.guest

    def _rated_starts(self, asked: Sequence[Report]) -> dict[int, list[datetime]]:
        """By pair the starts of rated games that could share a window with those reported."""
        starts: dict[int, list[datetime]] = defaultdict(list)
        pairs = {games.pair_key(*_both(one)) for one in asked if len(_both(one)) == 2}
        if pairs and self._seasons:
            around = max(rematch_window(season.settings) for season in self._seasons)
            times = [report.started_at for report in asked]
            first, last = min(times) - around, max(times) + around
            for pair, start in games.rated_starts(self._uow, pairs, first, last):
                starts[pair].append(start)
        return starts


def _told(game: Game) -> dict[str, Any]:
    reason = game.unrated_reason.value if game.unrated_reason else None
    return {"game_id": game.id, "rated": game.rated, "unrated_reason": reason}


def _both(report: Report) -> tuple[str, ...]:
    return tuple(one.account_id for one in report.players if one.account_id is not None)


def _accounts_of(asked: Iterable[Report]) -> set[str]:
    return {account for report in asked for account in _both(report)}


def _seasons_of(uow: UnitOfWork, asked: Sequence[Report], now: datetime) -> list[LadderSeason]:
    """The seasons of the reported games, none of which becomes final meanwhile."""
    if not asked:
        return []
    times = [report.started_at for report in asked]
    found = seasons.overlapping_span(uow, min(times), max(times))
    return [held_open(uow, season, now) for season in found]


def held_open(uow: UnitOfWork, season: LadderSeason, now: datetime) -> LadderSeason:
    """The season; from shortly before its end on, it cannot become final meanwhile."""
    if season.final or now + NEAR_THE_END < season.ends_at:
        return season
    return seasons.hold_open(uow, season.id)
