"""A season in play: the platform on one side, the model on the other, one clock for both."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any

from tests.reference import log
from tests.reference.calling import Caller
from tests.reference.compare import instant, written
from tests.reference.duel import Duel
from tests.reference.plan import SWISS
from tests.reference.scenario import Habits, Scenario
from tests.reference.schedule import Times
from tests.reference.season import Season


@dataclass
class Player:
    """A participant: the login, and how they play."""

    caller: Caller
    account_id: str
    name: str
    habits: Habits
    watched: dict[str, str] = field(default_factory=dict)


@dataclass
class Play:
    """What the driver works with. `entries` is the log that the model can be replayed from."""

    scenario: Scenario
    rng: Random
    operator: Caller
    anyone: Caller
    season: Season
    season_id: str
    now: datetime
    players: dict[str, Player] = field(default_factory=dict)
    entries: list[log.Entry] = field(default_factory=list)
    seen: dict[tuple[Any, ...], tuple[Any, ...]] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return f"/seasons/{self.season_id}"

    def record(self, entry: log.Entry) -> None:
        self.entries.append(entry)
        self.season.record(entry)

    def times(self) -> Times:
        """The times of the round that is to close next."""
        times = self.season.open_times()
        assert times is not None
        return times

    def duel_of(self, account_id: str, number: int) -> Duel | None:
        for duel in self.season.round_duels(number):
            if account_id in (duel.first, duel.second):
                return duel
        return None

    # Time

    def move(self, to: datetime) -> None:
        """Let that instant come, and learn what it revealed."""
        self.now = set_clock(self.operator, to)
        assert self.now == to, f"the clock says {self.now}, not {to}"
        while (times := self.season.open_times()) is not None and times.closes_at <= to:
            self._learn_codes(self.season.closed + 1)
            self.season.advance(times.closes_at)
            if self.season.state == "running" and self.season.plan.format == SWISS:
                self.learn_pairing(self.season.closed + 1)
        self.season.advance(to)

    def settle(self) -> None:
        """Let every effect of what was just asked become visible."""
        self.move(self.now)

    def drift(self, deadline: datetime) -> None:
        """Let some of the time before a deadline pass, in whole seconds."""
        left = int((deadline - self.now).total_seconds())
        if left > 1:
            self.move(self.now + timedelta(seconds=self.rng.randint(0, left // 2)))

    # What only the platform can know

    def _learn_codes(self, number: int) -> None:
        """The codes that were drawn for a round, public now that it has closed."""
        opened = self.season.schedule.times(number)
        assert opened is not None
        for duel in self.season.round_duels(number):
            shown = self.anyone.get(f"/matches/{duel.id}")
            for side, account_id in (("first", duel.first), ("second", duel.second)):
                if not duel.desks[account_id].confirmed:
                    code = shown[side].get("code")
                    assert code, f"round {number} has closed and {duel.id} does not say so"
                    drawn = log.CodeDrawn(opened.solving_from, duel.id, account_id, code)
                    self._check_own_sight(duel, account_id, code)
                    self.record(drawn)

    def _check_own_sight(self, duel: Duel, account_id: str, code: str) -> None:
        """A drawn code that its owner saw is the one that is published."""
        seen = self.players[account_id].watched.get(duel.id, code)
        assert seen == code, f"{duel.id}: drew {code}, but its owner was shown {seen}"

    def learn_pairing(self, number: int) -> None:
        """The matches of a round; the model judges whether they are right."""
        rounds = self.anyone.items(f"{self.path}/rounds")
        matches = self.anyone.items(f"{self.path}/rounds/{number}/matches")
        named = tuple(
            (match["id"], match["first"]["account_id"], match["second"]["account_id"])
            for match in matches
        )
        at = self.season.now or self.now
        self.record(log.Paired(at, number, named, rounds[number - 1]["bye"]))

    def unchanged(self, key: tuple[Any, ...], headers: Mapping[str, str], body: Any) -> None:
        """What others see of something secret is the same at every look."""
        look = (headers.get("etag"), body)
        before = self.seen.setdefault(key, look)
        assert look == before, f"{key} changed while it was secret: {before} became {look}"


def read_clock(operator: Caller) -> datetime:
    return instant(operator.get("/admin/clock")["now"])


def set_clock(operator: Caller, to: datetime) -> datetime:
    return instant(operator.post("/admin/clock", {"now": written(to)})["now"])
