"""The reference itself, against published tables and worked examples."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

import pytest

from tests.reference.berger import berger, double_round_robin
from tests.reference.calendar import day_after, start_of_day
from tests.reference.feedback import all_codes, feedback, is_code
from tests.reference.plan import ROUND_ROBIN, SWISS, CalendarCadence, rounds_for
from tests.reference.schedule import CalendarSchedule

BERGER = {
    4: "1-4 2-3 | 4-3 1-2 | 2-4 3-1",
    6: "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1",
    8: (
        "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3 | "
        "3-8 4-2 5-1 6-7 | 8-7 1-6 2-5 3-4 | 4-8 5-3 6-2 7-1"
    ),
}


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
