"""The book: what a transaction does to players' lines, folded in memory and written once.

All accounts in it are locked by whoever opens it. Most games come at the end of a line, where the
player's row is all that is needed; for any other the line is read from that game on.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from services.ladder.domain.game import Game, Moment
from services.ladder.domain.line import Line, Step, form_at, step_of, with_game, without_game
from services.ladder.domain.points import Form, PointRules
from services.ladder.domain.ranking import Ranked
from services.ladder.domain.season import LadderSeason
from services.ladder.store import counts, past, players, sides
from services.ladder.store.past import Past
from services.ladder.store.players import NOTHING_YET, Stored, Written
from shared.clock import real_now
from shared.events.catalogue import RatingChanged
from shared.unit_of_work import UnitOfWork


@dataclass
class Entry:
    """A player in the book. `known` are the steps that the database has, as far as they were read.

    `read_from` is where the line begins; everything before it is in `line.base`, whose last game
    stands at `base_at`. `uncounted` and `gone` are places of games in the history: of games that
    move nothing, and of games that have another place now.
    """

    season: LadderSeason
    account_id: str
    stored: Stored | None
    line: Line
    base_at: Moment
    read_from: Moment
    disqualified: bool
    known: dict[Moment, Step] = field(default_factory=dict)
    uncounted: set[Moment] = field(default_factory=set)
    gone: set[Moment] = field(default_factory=set)

    @property
    def ranked(self) -> Ranked:
        return Ranked(self.account_id, self.line.form, self.disqualified)

    @property
    def before(self) -> Ranked | None:
        return self.stored.ranked if self.stored else None

    @property
    def last(self) -> Moment:
        """The place of the last counted game in the order of play."""
        return self.line.steps[-1].at if self.line.steps else self.base_at


class Book:
    """The players of some seasons in one transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._uow = uow
        self._entries: dict[tuple[str, str], Entry] = {}
        self._rules: dict[str, PointRules] = {}

    def open(self, season: LadderSeason, account_ids: Iterable[str]) -> None:
        """Read the players' rows of locked accounts, those not in the book yet."""
        lacking = {one for one in account_ids if (season.id, one) not in self._entries}
        if not lacking:
            return
        found = players.of_accounts(self._uow, season.id, lacking)
        start = self.rules(season).start
        for account_id in lacking:
            stored = found.get(account_id)
            form, last = (stored.form, stored.last) if stored else (start, NOTHING_YET)
            barred = stored.ranked.disqualified if stored else False
            after_last = (*last[:2], last[2] + "\0")
            entry = Entry(season, account_id, stored, Line(form), last, after_last, barred)
            self._entries[season.id, account_id] = entry

    def rules(self, season: LadderSeason) -> PointRules:
        if season.id not in self._rules:
            self._rules[season.id] = PointRules(season.settings)
        return self._rules[season.id]

    def entry(self, season_id: str, account_id: str) -> Entry:
        return self._entries[season_id, account_id]

    def enter(self, game: Game) -> None:
        """A game stands in the histories of its accounts; if it counts, their lines change."""
        for side, account_id in _sides(game):
            entry = self.entry(game.season_id, account_id)
            if game.counts:
                self._count(entry, game.moment, won=game.winner == side)
            else:
                entry.uncounted.add(game.moment)

    def move(self, before: Game, after: Game) -> None:
        """A game has ended: it has its place in the order of play from now on."""
        for _, account_id in _sides(before):
            self.entry(before.season_id, account_id).gone.add(before.moment)
        self.enter(after)

    def strike(self, game: Game) -> None:
        """A counted game counts no more; it stays in the histories."""
        for _, account_id in _sides(game):
            entry = self.entry(game.season_id, account_id)
            self._read_from(entry, game.moment)
            entry.line = without_game(self.rules(entry.season), entry.line, game.moment)
            entry.uncounted.add(game.moment)

    def step(self, game: Game, account_id: str) -> Step:
        """What a counted game did to a player."""
        return step_of(self.entry(game.season_id, account_id).line, game.moment)

    def form(self, game: Game, account_id: str) -> Form:
        """How a player stands at the place of a game that does not count."""
        entry = self.entry(game.season_id, account_id)
        self._read_from(entry, game.moment)
        return form_at(entry.line, game.moment)

    def write(self, revisions: dict[str, int] | None = None) -> None:
        """Write what has changed, and say of whom the ranking says something else now.

        `revisions` are the latest confirmed revisions of final seasons, in which the rows hold
        that are replaced.
        """
        entries = sorted(self._entries.values(), key=lambda one: (one.season.id, one.account_id))
        changed = [one for one in entries if one.stored is None or one.before != one.ranked]
        ids = self._write_players(changed)
        self._write_sides(entries, ids)
        self._write_past(changed, ids, revisions or {})
        self._uow.emit(*(_event(one) for one in changed if _moved(one)))

    def _count(self, entry: Entry, at: Moment, *, won: bool) -> None:
        self._read_from(entry, at)
        entry.uncounted.discard(at)
        entry.line = with_game(self.rules(entry.season), entry.line, at, won=won)

    def _read_from(self, entry: Entry, at: Moment) -> None:
        """See to it that the line reaches back to `at`."""
        if at >= entry.read_from or entry.stored is None:
            return
        rules = self.rules(entry.season)
        added = [step for step in entry.line.steps if step.at not in entry.known]
        struck = entry.known.keys() - {step.at for step in entry.line.steps}
        line, base_at = sides.line_from(self._uow, entry.stored.id, at, rules.start)
        entry.known = {step.at: step for step in line.steps}
        for moment in struck:
            line = without_game(rules, line, moment)
        for step in added:
            line = with_game(rules, line, step.at, won=step.won)
        entry.line, entry.base_at, entry.read_from = line, base_at, at

    def _write_players(self, changed: Sequence[Entry]) -> dict[tuple[str, str], int]:
        rows = [Written(one.season.id, one.ranked, one.last, _revision(one)) for one in changed]
        return players.write(self._uow, rows)

    def _write_sides(self, entries: Sequence[Entry], ids: dict[tuple[str, str], int]) -> None:
        rows: list[dict[str, Any]] = []
        gone: dict[Moment, list[int]] = {}
        for entry in entries:
            player_id = _id(entry, ids)
            steps = [step for step in entry.line.steps if entry.known.get(step.at) != step]
            rows += [sides.counted_row(player_id, step) for step in steps]
            rows += [sides.uncounted_row(player_id, at) for at in sorted(entry.uncounted)]
            for at in entry.gone:
                gone.setdefault(at, []).append(player_id)
        for at, player_ids in gone.items():
            sides.remove(self._uow, player_ids, at)
        sides.put(self._uow, rows)

    def _write_past(
        self,
        changed: Sequence[Entry],
        ids: dict[tuple[str, str], int],
        revisions: dict[str, int],
    ) -> None:
        seen = [
            one for one in changed if one.before or one.ranked.listed or one.ranked.disqualified
        ]
        rows = [
            Past(_id(one, ids), one.season.id, _as_before(one), revisions.get(one.season.id, 0))
            for one in seen
        ]
        past.add(self._uow, rows, real_now())
        counts.moved(self._uow, [(one.season.id, one.before, one.ranked) for one in seen])


def _sides(game: Game) -> Iterable[tuple[int, str]]:
    for side, player in enumerate(game.players):
        if player.account_id is not None:
            yield side, player.account_id


def _id(entry: Entry, ids: dict[tuple[str, str], int]) -> int:
    return entry.stored.id if entry.stored else ids[entry.season.id, entry.account_id]


def _revision(entry: Entry) -> int:
    return (entry.stored.revision if entry.stored else 0) + _moved(entry)


def _moved(entry: Entry) -> bool:
    """Whether points, streak, games or the last finish have changed, or who is left out."""
    if entry.stored is None:
        return entry.line.form.rated_games > 0 or entry.disqualified
    left_out = entry.stored.ranked.disqualified
    return (entry.stored.form, left_out) != (entry.line.form, entry.disqualified)


def _as_before(entry: Entry) -> Ranked:
    """A player who had no row stood nowhere."""
    return entry.before or replace(entry.ranked, form=entry.line.base, disqualified=False)


def _event(entry: Entry) -> RatingChanged:
    form = entry.line.form
    return RatingChanged(
        season_id=entry.season.id,
        account_id=entry.account_id,
        revision=_revision(entry),
        points=form.points,
        streak=form.streak,
        rated_games=form.rated_games,
    )
