"""What is known of a season, and what follows from it."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tests.reference import log, results, swiss
from tests.reference.duel import Duel
from tests.reference.plan import Plan
from tests.reference.schedule import Schedule, Times
from tests.reference.table import Entrant, Played, table
from tests.reference.wallet import Wallet

Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class Published:
    """One revision of a table."""

    rows: Rows
    at: datetime


class State:
    """A season as it stands at `now`."""

    schedule: Schedule

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.now: datetime | None = None
        self.state = "draft"
        self.seed: str | None = None
        self.total: int | None = None
        self.names: dict[str, str] = {}
        self.lots: dict[str, int] = {}
        self.duels: dict[str, Duel] = {}
        self.byes: dict[int, str | None] = {}
        self.closed = 0
        self.withdrawn: set[str] = set()
        self.disqualified: set[str] = set()
        self.out_from: dict[str, int] = {}
        self.results: dict[str, results.Result] = {}
        self.tables: dict[int, list[Published]] = {}
        self.postponements: list[log.Postponed] = []
        self.wallets: dict[str, Wallet] = {}
        self.moved_by_hand: set[str] = set()

    def open_times(self) -> Times | None:
        """The times of the first round that has not closed, while the season runs."""
        return self.schedule.times(self.closed + 1) if self.state == "running" else None

    def phase(self, number: int) -> str:
        if number <= self.closed:
            return "closed"
        times = self.schedule.times(number)
        if self.now is None or times is None or self.state != "running":
            return "scheduled"
        return times.phase(self.now)

    def round_duels(self, number: int) -> list[Duel]:
        return [duel for duel in self.duels.values() if duel.round == number]

    def barred(self, account_id: str, number: int) -> str | None:
        """Why that account may not move in a match of that round."""
        if account_id in self.disqualified:
            return "disqualified"
        return "withdrawn" if self.out_from.get(account_id, number + 1) <= number else None

    def still_in(self, number: int) -> list[str]:
        """Who takes part in that round, in the order of the lot."""
        return [a for a in self.lots if self.out_from.get(a, number + 1) > number]

    def status(self, account_id: str) -> str:
        if account_id in self.disqualified:
            return "disqualified"
        return "withdrawn" if account_id in self.withdrawn else "active"

    def wallet(self, account_id: str) -> Wallet:
        return self.wallets.setdefault(account_id, Wallet())

    def spent_in_the_open(self, account_id: str) -> int:
        """What that player has paid for clues in matches that have not closed."""
        bought = (
            len(duel.desks[account_id].clues)
            for duel in self.duels.values()
            if duel.round > self.closed and account_id in duel.desks
        )
        return sum(bought) * (self.plan.clues.aura_cost if self.plan.clues else 0)

    def rows_after(self, number: int, changed: dict[str, results.Result] | None = None) -> Rows:
        """The table after that round from all results as they are now, or with some changed."""
        known = {**self.results, **(changed or {})}
        entrants = [Entrant(a, self.names[a], lot) for a, lot in self.lots.items()]
        played = [
            Played(duel.first, duel.second, known[duel.id])
            for duel in self.duels.values()
            if duel.round <= number
        ]
        byes = [
            account
            for n, account in self.byes.items()
            if n <= number and account is not None and account in self.still_in(n)
        ]
        return table(entrants, played, byes, self.disqualified, self.plan.points)

    def ranked_for(self, number: int) -> list[swiss.Standing]:
        """Those still in, as the first table before the round has them."""
        inside = set(self.still_in(number))
        firsts = Counter(d.first for d in self.duels.values() if d.round < number)
        byes = Counter(a for n, a in self.byes.items() if n < number and a is not None)
        return [
            swiss.Standing(a, self.lots[a], row["points"], byes[a], firsts[a])
            for row in self.tables[number - 1][0].rows
            if (a := row["account_id"]) in inside
        ]

    def met_before(self, number: int) -> Counter[frozenset[str]]:
        return Counter(
            frozenset((d.first, d.second)) for d in self.duels.values() if d.round < number
        )
