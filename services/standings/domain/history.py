"""Which tables are due, and what each shows: a pure function of the facts.

The table after round n appears once every result of the rounds up to n is there. Its
revision 1 counts the acts that the match service had done when it settled the last of
these results (`settled_at`), no others. From there each later act, in its order, makes a
further revision or none:

- a correction or annulment of a match of a round up to n makes one, counting every act up
  to it;
- a disqualification makes none, and shows with the next revision or the next table –
  unless no table comes after this one, being the season's last.

Whether an act makes a revision depends on this act and earlier ones only. So what has
been published is never contradicted by what arrives later, and every order of arrival
publishes the same tables under the same numbers.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count, takewhile

from services.standings.domain.errors import RoundNotClosed
from services.standings.domain.facts import Barred, Correction, Facts
from services.standings.domain.results import MatchOutcome
from services.standings.domain.table import Row, standings

Act = Correction | Barred


@dataclass(frozen=True, slots=True)
class RoundCount:
    """What has come of a round: first results, and the most acts that one of them counts."""

    results: int
    acts: int


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a season has come: all that decides which tables are due.

    `rounds` is the number of rounds planned. `settled_at[n]` is how many acts revision 1 of
    the table after round n counts; it has the keys 0 … the last round that is complete,
    none before registration has closed. `acts` are those known without a gap, from 1 on.
    """

    rounds: int
    settled_at: tuple[int, ...]
    acts: tuple[Act, ...]

    @property
    def known(self) -> int:
        """The number of the last act known without a gap."""
        return len(self.acts)


@dataclass(frozen=True, slots=True)
class DueTable:
    """A table to publish: after `round`, counting the acts up to `act`."""

    round: int
    revision: int
    act: int


def progress(facts: Facts) -> Progress:
    """How far the facts carry."""
    return progress_of(
        facts.registered.rounds if facts.registered else None,
        {closed.round: closed.matches for closed in facts.closed.values()},
        _counts(facts),
        facts.acts,
    )


def progress_of(
    rounds: int | None,
    announced: Mapping[int, int],
    counts: Mapping[int, RoundCount],
    acts: Mapping[int, Act],
) -> Progress:
    """How far a season has come, from counts alone, so that no result need be looked at.

    `rounds` is None before registration has closed; `announced` maps each closed round to
    the number of its matches, `counts` each round to what has come of it.
    """
    gapless = tuple(acts[number] for number in takewhile(acts.__contains__, count(1)))
    if rounds is None:
        return Progress(0, (), gapless)
    return Progress(rounds, tuple(_settled_at(announced, counts)), gapless)


def due_revisions(progress: Progress, published: Mapping[int, int]) -> list[DueTable]:
    """The tables not published yet, by round and revision.

    `published` maps a round to the highest revision of its table that is out.
    """
    return [
        due
        for after_round in range(len(progress.settled_at))
        for due in revisions(progress, after_round)
        if due.revision > published.get(after_round, 0)
    ]


def revisions(progress: Progress, after_round: int) -> Iterator[DueTable]:
    """All revisions of the table after a complete round that the known acts give."""
    start = progress.settled_at[after_round]
    if start > progress.known:
        return
    yield DueTable(after_round, 1, start)
    later = (act for act in progress.acts[start:] if _revises(act, after_round, progress.rounds))
    for revision, act in enumerate(later, start=2):
        yield DueTable(after_round, revision, act.act)


def table_at(facts: Facts, after_round: int, act: int) -> tuple[Row, ...]:
    """The table after a round, counting the acts up to number `act`.

    Raises `RoundNotClosed` before registration has closed.
    """
    if facts.registered is None:
        raise RoundNotClosed("There is no table before registration has closed.")
    return standings(
        facts.registered.participants,
        results_at(facts, after_round, act),
        facts.byes(after_round),
        facts.registered.points,
        barred_at(facts, act),
    )


def results_at(facts: Facts, after_round: int, act: int) -> list[MatchOutcome]:
    """The results of the rounds up to `after_round`, corrected by the acts up to `act`."""
    corrected = {
        fact.result.match_id: fact.result
        for number, fact in sorted(facts.acts.items())
        if number <= act and isinstance(fact, Correction)
    }
    return [
        corrected.get(match_id, settled.result)
        for match_id, settled in facts.settled.items()
        if settled.result.round <= after_round
    ]


def barred_at(facts: Facts, act: int) -> frozenset[str]:
    """The accounts disqualified by the acts up to `act`."""
    return frozenset(
        fact.account_id
        for number, fact in facts.acts.items()
        if number <= act and isinstance(fact, Barred)
    )


def table_so_far(facts: Facts, after_round: int) -> tuple[Row, ...]:
    """The table after a closed round from the results in hand, while others are on their way.

    Raises `RoundNotClosed` as `require_closed` does.
    """
    require_closed(facts, after_round)
    return table_at(facts, after_round, progress(facts).known)


def require_closed(facts: Facts, after_round: int) -> None:
    """Raises `RoundNotClosed` for an open round; round 0 closes with registration."""
    if facts.registered is None or (after_round > 0 and after_round not in facts.closed):
        raise RoundNotClosed


def _revises(act: Act, after_round: int, rounds: int) -> bool:
    if isinstance(act, Correction):
        return act.result.round <= after_round
    return after_round in (rounds, act.last_round)


def _counts(facts: Facts) -> dict[int, RoundCount]:
    acts_of: defaultdict[int, list[int]] = defaultdict(list)
    for settled in facts.settled.values():
        acts_of[settled.result.round].append(settled.acts)
    return {number: RoundCount(len(acts), max(acts)) for number, acts in acts_of.items()}


def _settled_at(announced: Mapping[int, int], counts: Mapping[int, RoundCount]) -> Iterator[int]:
    """For round 0 and each complete one in turn, the acts its revision 1 counts."""
    highest = 0
    yield highest
    for number in count(1):
        has = counts.get(number, RoundCount(0, 0))
        if number not in announced or has.results < announced[number]:
            return
        # A round without matches, or one settled in odd order, never forgets earlier acts.
        highest = max(highest, has.acts)
        yield highest
