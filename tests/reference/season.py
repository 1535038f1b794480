"""A whole season, replayed from what happened in it."""

import hashlib
from collections.abc import Iterable
from datetime import datetime
from functools import singledispatchmethod

from tests.reference import log, results, swiss
from tests.reference.berger import double_round_robin
from tests.reference.duel import Attempt, Clue, Duel
from tests.reference.plan import ROUND_ROBIN, SWISS, Plan
from tests.reference.schedule import schedule_of
from tests.reference.state import Published, State


class Season(State):
    """The state of a season after the entries recorded so far."""

    @classmethod
    def replay(cls, plan: Plan, entries: Iterable[log.Entry], now: datetime) -> "Season":
        """The season of that plan after those entries, at `now`."""
        season = cls(plan)
        for entry in entries:
            season.record(entry)
        season.advance(now)
        return season

    def record(self, entry: log.Entry) -> None:
        """Let the time of the entry come, then let it happen."""
        self.advance(entry.at)
        self._happen(entry)

    def advance(self, now: datetime) -> None:
        """Close every round whose time is over."""
        while (times := self.open_times()) is not None and times.closes_at <= now:
            self._close_round(self.closed + 1, times.closes_at)
        self.now = now if self.now is None else max(now, self.now)

    def _close_round(self, number: int, at: datetime) -> None:
        assert number in self.byes, f"round {number} closes without having been paired"
        for duel in self.round_duels(number):
            first, second = (
                duel.played(account, account in self.disqualified)
                for account in (duel.first, duel.second)
            )
            self.results[duel.id] = results.settle(
                first, second, self.plan.points, self.plan.game.max_attempts
            )
        self.closed = number
        self._publish(number, at)
        if number == self.total or len(self.still_in(number + 1)) < 2:
            self.state = "finished"
        else:
            self.schedule.round_closed(number, at)

    def _publish(self, number: int, at: datetime) -> None:
        self.tables.setdefault(number, []).append(Published(self.rows_after(number), at))

    def _publish_from(self, number: int, at: datetime) -> None:
        for later in range(number, self.closed + 1):
            self._publish(later, at)

    @singledispatchmethod
    def _happen(self, entry: log.Entry) -> None:
        raise TypeError(entry)

    @_happen.register
    def _(self, entry: log.RegistrationOpened) -> None:
        self.state = "registration"
        if entry.by_hand:
            self.moved_by_hand.add("registration_opens_at")

    @_happen.register
    def _(self, entry: log.Registered) -> None:
        self.names[entry.account_id] = entry.display_name

    @_happen.register
    def _(self, entry: log.Unregistered) -> None:
        del self.names[entry.account_id]

    @_happen.register
    def _(self, entry: log.RegistrationClosed) -> None:
        if entry.by_hand:
            self.moved_by_hand.add("registration_closes_at")
        if len(self.names) < self.plan.min_participants:
            self.state = "cancelled"
            return
        self.state, self.seed = "running", entry.seed
        tickets = sorted(
            (hashlib.sha256((entry.seed + account).encode()).hexdigest(), account)
            for account in self.names
        )
        self.lots = {account: lot for lot, (_, account) in enumerate(tickets, start=1)}
        self.total = self.plan.rounds_for(len(self.names))
        self.schedule = schedule_of(self.plan, self.total)
        self._publish(0, entry.at)

    @_happen.register
    def _(self, entry: log.Paired) -> None:
        pairs = [(first, second) for _, first, second in entry.matches]
        if self.plan.format == SWISS:
            ranked, met = self.ranked_for(entry.round), self.met_before(entry.round)
            wrong = swiss.complaints(ranked, met, pairs, entry.bye)
            assert not wrong, f"round {entry.round}: {wrong}"
        else:
            self._check_calendar(entry.round, pairs, entry.bye)
        for match_id, first, second in entry.matches:
            self.duels[match_id] = Duel(
                match_id, entry.round, first, second, self.plan.game, self.plan.clues
            )
        self.byes[entry.round] = entry.bye

    def _check_calendar(self, number: int, pairs: list[tuple[str, str]], bye: str | None) -> None:
        assert self.plan.format == ROUND_ROBIN
        _, planned, missing = double_round_robin(len(self.lots))[number - 1]
        numbered = sorted((self.lots[first], self.lots[second]) for first, second in pairs)
        assert numbered == sorted(planned), f"round {number} is {numbered}, not {planned}"
        assert (self.lots[bye] if bye else None) == missing, f"round {number}: bye {bye}"

    @_happen.register
    def _(self, entry: log.CodeSaved) -> None:
        self.duels[entry.match_id].save(entry.account_id, entry.code, entry.confirmed)

    @_happen.register
    def _(self, entry: log.CodeDrawn) -> None:
        self.duels[entry.match_id].draw(entry.account_id, entry.code)

    @_happen.register
    def _(self, entry: log.AttemptMade) -> None:
        attempt = Attempt(entry.number, entry.guess, entry.exact, entry.partial, entry.at)
        self.duels[entry.match_id].attempt(entry.account_id, attempt)

    @_happen.register
    def _(self, entry: log.ClueTold) -> None:
        assert self.plan.clues is not None
        clue = Clue(entry.position, entry.symbol, entry.at)
        self.duels[entry.match_id].tell(entry.account_id, clue)
        self.wallet(entry.account_id).move(-self.plan.clues.aura_cost, None, entry.at)

    @_happen.register
    def _(self, entry: log.AuraGranted) -> None:
        self.wallet(entry.account_id).move(entry.amount, entry.reason, entry.at)

    @_happen.register
    def _(self, entry: log.Withdrew) -> None:
        self.withdrawn.add(entry.account_id)
        self._leave(entry.account_id)

    @_happen.register
    def _(self, entry: log.Disqualified) -> None:
        self.disqualified.add(entry.account_id)
        self._leave(entry.account_id)
        if self.state == "finished":
            self._publish(self.closed, entry.at)

    def _leave(self, account_id: str) -> None:
        """The round after the last closed one is paired already; leaving counts from the next."""
        self.out_from.setdefault(account_id, self.closed + 2)

    @_happen.register
    def _(self, entry: log.Annulled) -> None:
        self.results[entry.match_id] = results.annul(self.results[entry.match_id])
        self._publish_from(self.duels[entry.match_id].round, entry.at)

    @_happen.register
    def _(self, entry: log.Corrected) -> None:
        self.results[entry.match_id] = results.correct(
            self.results[entry.match_id], entry.outcome, self.plan.points
        )
        self._publish_from(self.duels[entry.match_id].round, entry.at)

    @_happen.register
    def _(self, entry: log.Postponed) -> None:
        self.schedule.postpone(entry.amount, entry.at)
        self.postponements.append(entry)
