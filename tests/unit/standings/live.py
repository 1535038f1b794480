"""A season as it is lived: played out in order, with operators acting in between."""

from dataclasses import dataclass, field

from hypothesis import strategies as st

from services.standings.domain.digest import digest
from services.standings.domain.facts import Barred, Closed, Correction, Fact, Registered, Settled
from services.standings.domain.preview import judged
from services.standings.domain.results import MatchOutcome, Outcome
from services.standings.domain.season import Bye
from services.standings.domain.table import standings
from tests.unit.standings.builders import POINTS, players, round_results


@dataclass
class Live:
    """Publishes as it goes along, knowing only what has happened so far, in order.

    The plainest reading of the rule: the state is the present one, nothing is looked up.
    """

    rounds: int
    names: str
    results: dict[str, MatchOutcome] = field(default_factory=dict)
    barred: set[str] = field(default_factory=set)
    byes: list[Bye] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    acts: int = 0
    done: int = -1
    published: dict[tuple[int, int], str] = field(default_factory=dict)
    revision: dict[int, int] = field(default_factory=dict)

    def open(self) -> None:
        self.facts.append(Registered(players(self.names), POINTS, self.rounds))
        self.publish(0)

    def publish(self, after_round: int) -> None:
        rows = standings(
            players(self.names),
            [result for result in self.results.values() if result.round <= after_round],
            [bye for bye in self.byes if bye.round <= after_round],
            POINTS,
            frozenset(self.barred),
        )
        self.revision[after_round] = self.revision.get(after_round, 0) + 1
        self.done = max(self.done, after_round)
        self.published[after_round, self.revision[after_round]] = digest(rows)

    def close(self, matches: list[MatchOutcome], bye: str | None) -> None:
        number = self.done + 1
        earning = None if bye in self.barred else bye
        self.facts.append(Closed(number, len(matches), earning))
        if earning:
            self.byes.append(Bye(number, earning))

    def settle(self, result: MatchOutcome) -> None:
        self.facts.append(Settled(result, self.acts))
        self.results[result.match_id] = result

    def correct(self, match_id: str, outcome: Outcome | None) -> None:
        self.acts += 1
        changed = judged(self.results[match_id], outcome, POINTS)
        self.results[match_id] = changed
        self.facts.append(Correction(self.acts, changed))
        for after_round in range(changed.round, self.done + 1):
            self.publish(after_round)

    def bar(self, name: str) -> None:
        self.acts += 1
        self.barred.add(name)
        self.facts.append(Barred(self.acts, name))
        if self.done == self.rounds:
            self.publish(self.done)


@st.composite
def seasons(draw: st.DrawFn) -> Live:
    names = "ABCDE"[: draw(st.integers(2, 5))]
    live = Live(rounds=draw(st.integers(1, 3)), names=names)
    live.open()
    for number in range(1, live.rounds + 1):
        matches = draw(round_results(list(names), number))
        paired = {side.account_id for one in matches for side in (one.first, one.second)}
        live.close(matches, next(iter(set(names) - paired), None))
        for result in matches:
            some_acts(draw, live)
            live.settle(result)
        live.publish(number)
        some_acts(draw, live)
    return live


def some_acts(draw: st.DrawFn, live: Live) -> None:
    """Now and then an operator acts; only closed matches can be corrected."""
    for kind in draw(st.lists(st.sampled_from(["correct", "bar"]), max_size=2)):
        if kind == "bar":
            live.bar(draw(st.sampled_from(live.names)))
        elif live.results:
            outcome = draw(st.sampled_from([None, *Outcome]))
            live.correct(draw(st.sampled_from(sorted(live.results))), outcome)
