"""The reference itself, against published tables and worked examples."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import combinations
from random import Random

import pytest

from tests.reference.berger import berger, double_round_robin
from tests.reference.calendar import day_after, start_of_day
from tests.reference.feedback import all_codes, feedback, is_code
from tests.reference.plan import ROUND_ROBIN, SWISS, CalendarCadence, rounds_for
from tests.reference.results import Points, Result, Side, annul, correct, settle
from tests.reference.schedule import CalendarSchedule
from tests.reference.swiss import Standing, complaints, cost, optimum
from tests.reference.table import Entrant, Played, table

POINTS = Points()
BERGER = {
    4: "1-4 2-3 | 4-3 1-2 | 2-4 3-1",
    6: "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1",
    8: (
        "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3 | "
        "3-8 4-2 5-1 6-7 | 8-7 1-6 2-5 3-4 | 4-8 5-3 6-2 7-1"
    ),
}


# Feedback


@pytest.mark.parametrize(
    ("secret", "guess", "expected"),
    [
        ("1234", "1111", (1, 0)),
        ("1122", "2211", (0, 4)),
        ("1122", "1212", (2, 2)),
        ("1123", "2321", (1, 2)),
        ("AABB", "BBAB", (1, 2)),
    ],
)
def test_feedback(secret: str, guess: str, expected: tuple[int, int]) -> None:
    assert feedback(secret, guess) == expected
    assert feedback(guess, secret) == expected


def test_feedback_of_a_first_guess_over_all_codes() -> None:
    counted = Counter(feedback(code, "1122") for code in all_codes(4, 6, True))
    assert counted == {
        (0, 0): 256, (0, 1): 256, (0, 2): 96, (0, 3): 16, (0, 4): 1,
        (1, 0): 256, (1, 1): 208, (1, 2): 36,
        (2, 0): 114, (2, 1): 32, (2, 2): 4,
        (3, 0): 20, (4, 0): 1,
    }  # fmt: skip


def test_codes() -> None:
    assert len(all_codes(4, 6, True)) == 1296
    assert len(all_codes(3, 4, False)) == 24
    assert is_code("19AG", 4, 16, False)
    assert not is_code("19AG", 4, 15, False)
    assert not is_code("11", 2, 4, False)
    assert not is_code("123", 4, 4, True)


# Berger


def _text(rounds: Sequence[Sequence[tuple[int, int]]]) -> str:
    return " | ".join(" ".join(f"{a}-{b}" for a, b in pairs) for pairs in rounds)


@pytest.mark.parametrize("size", BERGER)
def test_berger_tables_as_published(size: int) -> None:
    assert _text(berger(size)) == BERGER[size]


@pytest.mark.parametrize("players", range(2, 14))
def test_double_round_robin(players: int) -> None:
    rounds = double_round_robin(players)
    half = len(rounds) // 2
    assert len(rounds) == rounds_for(ROUND_ROBIN, None, players)
    met = [pair for leg, pairs, _ in rounds if leg == 1 for pair in pairs]
    assert len({frozenset(pair) for pair in met}) == len(met) == players * (players - 1) // 2
    for (_, pairs, bye), (_, again, bye_again) in zip(rounds[:half], rounds[half:], strict=True):
        assert again == [(b, a) for a, b in pairs]
        assert bye == bye_again
    byes = Counter(bye for _, _, bye in rounds)
    numbers = range(1, players + 1)
    assert byes == (Counter(dict.fromkeys(numbers, 2)) if players % 2 else {None: len(rounds)})


def test_rounds_of_a_season() -> None:
    assert [rounds_for(ROUND_ROBIN, None, n) for n in (2, 3, 4, 5)] == [2, 6, 6, 10]
    assert [rounds_for(SWISS, None, n) for n in (2, 3, 4, 5, 8, 9, 13)] == [1, 2, 2, 3, 3, 4, 4]
    assert [rounds_for(SWISS, 9, n) for n in (2, 3, 8, 13)] == [1, 3, 7, 9]


# Days


@pytest.mark.parametrize(
    ("zone", "day", "start", "hours"),
    [
        ("Europe/Madrid", date(2026, 3, 29), datetime(2026, 3, 28, 23, tzinfo=UTC), 23),
        ("Europe/Madrid", date(2026, 10, 25), datetime(2026, 10, 24, 22, tzinfo=UTC), 25),
        ("America/Santiago", date(2018, 8, 12), datetime(2018, 8, 12, 4, tzinfo=UTC), 23),
        ("America/Havana", date(2026, 11, 1), datetime(2026, 11, 1, 4, tzinfo=UTC), 25),
        ("Asia/Kathmandu", date(2026, 6, 1), datetime(2026, 5, 31, 18, 15, tzinfo=UTC), 24),
    ],
)
def test_start_of_day(zone: str, day: date, start: datetime, hours: int) -> None:
    assert start_of_day(zone, day) == start
    assert start_of_day(zone, day_after(zone, day, 1)) - start == timedelta(hours=hours)


def test_a_day_that_never_was_is_not_counted() -> None:
    assert day_after("Pacific/Apia", date(2011, 12, 29), 1) == date(2011, 12, 31)


def test_postponing_moves_only_what_is_ahead() -> None:
    schedule = CalendarSchedule("UTC", date(2026, 5, 1), CalendarCadence(1), 2)
    schedule.postpone(2, datetime(2026, 5, 2, tzinfo=UTC))
    first, second = schedule.times(1), schedule.times(2)
    assert first is not None
    assert second is not None
    assert [first.preparing_from.day, first.solving_from.day, first.closes_at.day] == [1, 2, 5]
    assert [second.preparing_from.day, second.closes_at.day] == [6, 8]


# Results

ABSENT = Side(False, False, 0)


def _solved(attempts: int) -> Side:
    return Side(True, True, attempts)


def _unsolved(attempts: int) -> Side:
    return Side(True, False, attempts)


@pytest.mark.parametrize(
    ("first", "second", "outcome", "by", "points", "difference"),
    [
        (_unsolved(1), ABSENT, "first", "forfeit", (3, 0), 0),
        (ABSENT, _solved(2), "second", "forfeit", (0, 3), 0),
        (ABSENT, ABSENT, "none", "double_forfeit", (0, 0), 0),
        (_solved(4), _solved(6), "first", "attempts", (3, 0), 2),
        (_solved(6), _solved(4), "second", "attempts", (0, 3), -2),
        (_solved(5), _solved(5), "draw", "equal_attempts", (1, 1), 0),
        (_solved(4), _unsolved(3), "first", "only_solver", (3, 0), 7),
        (_unsolved(10), _solved(4), "second", "only_solver", (0, 3), -7),
        (_unsolved(10), _unsolved(1), "draw", "unsolved", (1, 1), 0),
    ],
)
def test_results(
    first: Side, second: Side, outcome: str, by: str, points: tuple[int, int], difference: int
) -> None:
    result = settle(first, second, POINTS, 10)
    assert (result.outcome, result.by, result.points) == (outcome, by, points)
    assert result.difference == difference


def test_a_match_that_both_lose_is_worth_nothing_where_losses_are_worth_something() -> None:
    generous = Points(3, 2, 1, 3)
    assert settle(ABSENT, ABSENT, generous, 10).points == (0, 0)
    assert settle(_solved(1), ABSENT, generous, 10).points == (3, 1)


def test_corrections_and_annulments() -> None:
    won = settle(_solved(4), _unsolved(10), POINTS, 10)
    gone = annul(won)
    assert (gone.outcome, gone.points, gone.annulled, gone.revision) == ("first", (0, 0), True, 2)
    back = correct(gone, "second", POINTS)
    assert (back.points, back.difference, back.annulled) == ((0, 3), 0, False)
    assert (back.by, back.revision, back.solved_in) == ("corrected", 3, (4, None))


# Tables


def _won(winner: str, loser: str, by: str = "attempts") -> Played:
    return Played(winner, loser, Result("first", by, (3, 0), 0, (None, None)))


def _drawn(one: str, other: str) -> Played:
    return Played(one, other, Result("draw", "unsolved", (1, 1), 0, (None, None)))


def _annulled(match: Played) -> Played:
    return Played(match.first, match.second, annul(match.result))


def _order(names: str, matches: Sequence[Played], disqualified: str = "") -> list[tuple[str, ...]]:
    entrants = [Entrant(name, name, lot) for lot, name in enumerate(names, start=1)]
    rows = table(entrants, matches, [], disqualified, POINTS)
    keys = ("account_id", "position", "head_to_head")
    return [tuple(row[key] for key in keys) for row in rows]


def test_head_to_head_splits_a_group_of_three() -> None:
    inner = [
        _drawn("A", "B"), _won("B", "S"), _won("A", "S"),
        _drawn("B", "A"), _won("S", "B"), _won("S", "A"),
    ]  # fmt: skip
    # Against others, so that all three have 8 points and two wins.
    outer = [_won("A", "Z"), _won("B", "Z"), _drawn("S", "Z"), _drawn("S", "Z")]
    assert _order("ABSZ", inner + outer)[:3] == [("S", 1, 6), ("A", 2, 5), ("B", 2, 5)]


def test_head_to_head_orders_three() -> None:
    inner = [
        _won("V", "G"), _drawn("G", "C"), _won("C", "V"),
        _won("G", "V"), _drawn("C", "G"), _won("C", "V"),
    ]  # fmt: skip
    outer = [_won("G", "Z"), _won("V", "Z"), _drawn("V", "Z"), _drawn("V", "Z")]
    assert _order("VGCZ", inner + outer)[:3] == [("C", 1, 8), ("G", 2, 5), ("V", 3, 3)]


def test_a_cycle_is_shared_and_the_next_is_fourth() -> None:
    order = _order("ABCD", [_won("A", "B"), _won("B", "C"), _won("C", "A")])
    assert order == [("A", 1, 3), ("B", 1, 3), ("C", 1, 3), ("D", 4, None)]


def test_head_to_head_is_not_applied_again() -> None:
    inner = [_won(*pair) for pair in ("AB", "AC", "BC", "BD", "CD", "DA")]
    outer = [_won(name, "Z") for name in "CD"]
    order = _order("ABCDZ", inner + outer)
    assert order[:4] == [("A", 1, 6), ("B", 1, 6), ("C", 3, 3), ("D", 3, 3)]


def test_two_who_have_not_met_and_two_who_have() -> None:
    assert _order("AB", []) == [("A", 1, 0), ("B", 1, 0)]
    met = [_won("B", "A", by="forfeit"), _won("A", "Z")]
    assert _order("ABZ", met)[:2] == [("B", 1, 3), ("A", 2, 0)]
    assert _order("ABZ", [_annulled(met[0]), _won("B", "Z"), met[1]])[0] == ("A", 1, 0)


def test_more_wins_come_before_the_match_between_the_two() -> None:
    matches = [_won("B", "A"), _won("A", "Z"), _won("A", "Y")]
    matches += [_drawn("B", "Y"), _drawn("B", "Z"), _drawn("B", "X")]
    assert [name for name, _, _ in _order("BAXYZ", matches)][:2] == ["A", "B"]


def test_the_disqualified_come_last_and_their_tied_group_leaves_them_out() -> None:
    matches = [_won("B", "A"), _won("A", "Z"), _won("Z", "B")]
    order = _order("ABZ", matches, disqualified="B")
    assert order == [("A", 1, 3), ("Z", 2, 0), ("B", None, None)]


def test_rows_tell_what_separates_them() -> None:
    entrants = [Entrant(name, name, lot) for lot, name in enumerate("ABCDEFG", start=1)]
    matches = [
        Played("A", "B", Result("first", "attempts", (3, 0), 2, (4, 6))),
        Played("C", "D", Result("first", "only_solver", (3, 0), 2, (5, None))),
        Played("E", "F", Result("first", "attempts", (3, 0), 2, (5, 7))),
    ]
    rows = table(entrants, matches, ["G"], [], POINTS)
    assert [(row["account_id"], row["position"], row["decided_by"]) for row in rows] == [
        ("A", 1, None),
        ("C", 2, "average_attempts"),
        ("E", 2, "shared"),
        ("G", 4, "wins"),
        ("B", 5, "points"),
        ("F", 6, "average_attempts"),
        ("D", 7, "average_attempts"),
    ]
    assert (rows[3]["byes"], rows[3]["points"], rows[3]["played"]) == (1, 3, 0)


# Swiss


def _standings(*points: int, byes: Sequence[int] = ()) -> list[Standing]:
    given = list(byes) or [0] * len(points)
    letters = "ABCDEFGHIJKLM"
    return [
        Standing(letters[i], i + 1, p, b)
        for i, (p, b) in enumerate(zip(points, given, strict=True))
    ]


def _met(text: str) -> Counter[frozenset[str]]:
    return Counter(frozenset(pair) for pair in text.split())


def _all_rounds(names: Sequence[str]) -> Iterator[tuple[list[tuple[str, str]], str | None]]:
    """Every round, first-named in the order of the ranks."""
    if not names:
        yield [], None
        return
    top, others = names[0], names[1:]
    if len(names) % 2 == 1:
        yield from ((pairs, top) for pairs, _ in _all_rounds(others))
    for other in others:
        for pairs, bye in _all_rounds([name for name in others if name != other]):
            yield [(top, other), *pairs], bye


def test_the_only_round_that_is_right() -> None:
    ranked, met = _standings(6, 3, 3, 0), _met("AB CD AC BD")
    assert complaints(ranked, met, [("A", "D"), ("B", "C")], None) == []
    assert complaints(ranked, met, [("A", "B"), ("C", "D")], None) != []
    assert complaints(ranked, met, [("D", "A"), ("B", "C")], None) == ["D stands before A"]
    assert complaints(ranked, met, [("A", "D")], None) != []


@pytest.mark.parametrize("players", range(2, 8))
def test_the_search_finds_what_listing_every_round_finds(players: int) -> None:
    rng = Random(players)
    for _ in range(25):
        points = sorted((rng.randint(0, 6) for _ in range(players)), reverse=True)
        ranked = _standings(*points, byes=[rng.randint(0, 2) for _ in range(players)])
        names = [player.account_id for player in ranked]
        met = Counter(
            {frozenset(pair): rng.choice((0, 0, 1, 2)) for pair in combinations(names, 2)}
        )
        costs = [cost(ranked, met, pairs, bye) for pairs, bye in _all_rounds(names)]
        assert min(costs) == optimum(ranked, met)


def _play(players: int, rounds: int) -> tuple[Counter[frozenset[str]], Counter[str]]:
    """Rounds of the best pairings with everyone level on points."""
    names = [player.account_id for player in _standings(*[0] * players)]
    met: Counter[frozenset[str]] = Counter()
    byes: Counter[str] = Counter()
    for _ in range(rounds):
        ranked = _standings(*[0] * players, byes=[byes[name] for name in names])
        best = optimum(ranked, met)
        pairs, bye = next(r for r in _all_rounds(names) if cost(ranked, met, *r) == best)
        met.update(frozenset(pair) for pair in pairs)
        byes.update([bye] if bye else [])
    return met, byes


def test_eight_players_meet_in_seven_rounds_without_a_repeat() -> None:
    met, _ = _play(8, 7)
    assert set(met.values()) == {1}
    assert len(met) == 28


def test_three_players_share_nine_byes() -> None:
    assert _play(3, 9)[1] == {"A": 3, "B": 3, "C": 3}


def test_one_repeat_where_two_camps_have_met_in_full() -> None:
    met = _met("AD AE AF BD BE BF CD CE CF")
    assert optimum(_standings(0, 0, 0, 0, 0, 0), met)[0] == 1


def test_a_second_bye_only_where_it_alone_avoids_a_repeat() -> None:
    ranked = _standings(3, 1, 0, byes=[0, 0, 1])
    assert optimum(ranked, _met("AC"))[:2] == (0, 0)
    assert optimum(ranked, _met("AC BC"))[:2] == (0, 1)
