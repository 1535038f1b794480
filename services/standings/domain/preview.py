"""What a correction or annulment would change, without changing it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from services.standings.domain.errors import MatchOpen
from services.standings.domain.facts import Correction, Facts
from services.standings.domain.history import progress, results_at, revisions, table_at
from services.standings.domain.results import MatchOutcome, Outcome
from services.standings.domain.season import Points
from services.standings.domain.table import Row


@dataclass(frozen=True, slots=True)
class Preview:
    """The latest complete table as published, and its next revision if the change were made."""

    before: tuple[Row, ...]
    after: tuple[Row, ...]


def preview(facts: Facts, match_id: str, outcome: Outcome | None) -> Preview:
    """The table before and after giving the match `outcome`, or annulling it where None.

    `after` is what would be published: it shows disqualifications that wait for the next
    revision as well. Raises `MatchOpen` for a match without a result in a complete round.
    """
    reached = progress(facts)
    published = [due for n in range(len(reached.settled_at)) for due in revisions(reached, n)]
    if facts.registered is None or not published:
        raise MatchOpen
    shown = published[-1]
    present = {r.match_id: r for r in results_at(facts, shown.round, reached.known)}
    if match_id not in present:
        raise MatchOpen
    changed = judged(present[match_id], outcome, facts.registered.points)
    next_act = reached.known + 1
    acts = {**dict(enumerate(reached.acts, start=1)), next_act: Correction(next_act, changed)}
    return Preview(
        before=table_at(facts, shown.round, shown.act),
        after=table_at(replace(facts, acts=acts), shown.round, next_act),
    )


def judged(result: MatchOutcome, outcome: Outcome | None, points: Points) -> MatchOutcome:
    """The match with a corrected outcome, or annulled where that is None.

    A correction gives points and win of the new outcome (none: two losses at 0) and no
    attempt difference, keeps the solved games, and lifts an annulment.
    """
    if outcome is None:
        return _with_points(replace(result, annulled=True, attempt_difference=0), (0, 0))
    corrected = replace(
        result, outcome=outcome, by="corrected", attempt_difference=0, annulled=False
    )
    return _with_points(corrected, points.of(outcome))


def rounds_paired_since(match_round: int, paired: Iterable[int], *, by_table: bool) -> list[int]:
    """The rounds whose pairings came from a table that counted the match.

    `paired` are all rounds paired so far. Where the table does not pair (`by_table` false,
    the round robin), there are none.
    """
    return sorted(number for number in set(paired) if number > match_round) if by_table else []


def _with_points(result: MatchOutcome, points: tuple[int, int]) -> MatchOutcome:
    first, second = points
    return replace(
        result,
        first=replace(result.first, points=first),
        second=replace(result.second, points=second),
        revision=result.revision + 1,
    )
