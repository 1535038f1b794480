"""Short ways to say a result, a field of players, a table."""

from collections.abc import Iterable

from hypothesis import strategies as st

from services.standings.domain.facts import Closed, Fact, Registered, Settled
from services.standings.domain.results import MatchOutcome, Outcome, Side
from services.standings.domain.season import Bye, Participant, Points
from services.standings.domain.table import Row, standings

POINTS = Points(win=3, draw=1, loss=0, bye=3)
FIRST, SECOND, DRAW, NONE = Outcome.FIRST, Outcome.SECOND, Outcome.DRAW, Outcome.NONE


def players(names: Iterable[str]) -> tuple[Participant, ...]:
    """Participants with lots 1, 2, 3 … in the order given."""
    return tuple(Participant(name, number) for number, name in enumerate(names, start=1))


def match(
    first: str,
    second: str,
    outcome: Outcome = FIRST,
    *,
    round: int = 1,
    difference: int = 0,
    solved_in: tuple[int | None, int | None] = (None, None),
    played: tuple[bool, bool] = (True, True),
    by: str = "attempts",
    annulled: bool = False,
    points: Points = POINTS,
    match_id: str | None = None,
) -> MatchOutcome:
    """A match in which a side solved in so many attempts, or not at all (None)."""
    gained = (0, 0) if annulled else points.of(outcome)
    sides = [
        Side(name, took_part, attempts is not None, attempts or 10 * took_part, gain)
        for name, took_part, attempts, gain in zip(
            (first, second), played, solved_in, gained, strict=True
        )
    ]
    return MatchOutcome(
        match_id or f"{round}:{first}-{second}",
        round,
        sides[0],
        sides[1],
        outcome,
        by,
        difference,
        annulled=annulled,
    )


def forfeit(first: str, second: str, *, round: int = 1) -> MatchOutcome:
    """The first wins because the second did not play."""
    return match(first, second, round=round, played=(True, False), by="forfeit")


def won(names: str) -> list[MatchOutcome]:
    """Matches in words: "AB" is A beat B, "A=B" a draw; a round each."""
    return [
        match(word[0], word[-1], DRAW if "=" in word else FIRST, round=number)
        for number, word in enumerate(names.split(), start=1)
    ]


def table(
    names: Iterable[str],
    results: Iterable[MatchOutcome],
    byes: Iterable[Bye] = (),
    disqualified: Iterable[str] = (),
    points: Points = POINTS,
) -> dict[str, Row]:
    """The table as account id -> row, in table order."""
    rows = standings(players(names), results, byes, points, frozenset(disqualified))
    return {row.account_id: row for row in rows}


def positions(rows: dict[str, Row]) -> dict[str, int | None]:
    return {name: row.position for name, row in rows.items()}


ABC = Registered(players("ABC"), POINTS, rounds=3)
A_B = match("A", "B", round=1)
A_C = match("A", "C", round=2)
B_C = match("B", "C", round=3)
TWO_ROUNDS: list[Fact] = [
    ABC,
    Closed(1, 1, bye="C"),
    Settled(A_B, acts=0),
    Closed(2, 1, bye="B"),
    Settled(A_C, acts=0),
]


@st.composite
def round_results(draw: st.DrawFn, names: list[str], round: int) -> list[MatchOutcome]:
    """A round between random pairs, each match ended in one of the ways a match can end."""
    order = draw(st.permutations(names))
    return [draw(any_result(order[i], order[i + 1], round)) for i in range(0, len(order) - 1, 2)]


@st.composite
def any_result(draw: st.DrawFn, first: str, second: str, round: int) -> MatchOutcome:
    """Few different numbers on purpose, so that many players end up level."""
    ending = draw(st.sampled_from(["solved", "only", "unsolved", "forfeit", "double", "annulled"]))
    a, b = draw(st.tuples(st.integers(4, 5), st.integers(4, 5)))
    if ending == "solved":
        outcome = DRAW if a == b else FIRST if a < b else SECOND
        return match(first, second, outcome, round=round, difference=b - a, solved_in=(a, b))
    if ending == "only":
        return match(first, second, FIRST, round=round, difference=11 - a, solved_in=(a, None))
    if ending == "forfeit":
        return match(
            first,
            second,
            SECOND,
            round=round,
            by="forfeit",
            played=(False, True),
            solved_in=(None, draw(st.sampled_from([None, b]))),
        )
    if ending == "double":
        return match(first, second, NONE, round=round, by="double_forfeit", played=(False, False))
    return match(first, second, DRAW, round=round, by="unsolved", annulled=ending == "annulled")
