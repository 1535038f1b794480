"""What a match that has closed gives operators to look at."""

from datetime import UTC, datetime, timedelta

import pytest

from services.gateway.domain.signals import (
    Meeting,
    Observation,
    SidePlay,
    lop_sided,
    signals_of,
)

END = datetime(2030, 1, 1, tzinfo=UTC)


def side(who: str, *answers: int, solved: bool = False) -> SidePlay:
    return SidePlay(who, len(answers) + 1, solved, answers)


def kinds(first: SidePlay, second: SidePlay, **shared: str) -> list[tuple[str, tuple[str, ...]]]:
    match = Observation("m", "league", "s", first, second, "first", END)
    return [(signal.kind, signal.account_ids) for signal in signals_of(match, shared)]


def test_an_ordinary_match_shows_nothing() -> None:
    assert kinds(side("ana", 40_000, 900, 20_000, solved=True), side("bea", 700)) == []


@pytest.mark.parametrize(
    ("answers", "fast"),
    [
        ((300, 400), True),
        ((300, 400, 90_000), True),
        ((300, 90_000), True),
        ((300, 1_000, 90_000), False),
        ((999, 999), True),
        ((1_000, 1_000), False),
        ((5,), False),
        ((), False),
    ],
)
def test_answers_faster_than_a_person(answers: tuple[int, ...], fast: bool) -> None:
    found = kinds(side("ana"), side("bea", *answers))
    assert found == ([("quick_answers", ("bea",))] if fast else [])


def test_a_code_found_at_once_and_what_both_have_in_common() -> None:
    found = kinds(side("ana", solved=True), side("bea", 5_000), network="play", device="login")
    assert found == [
        ("same_device", ("ana", "bea")),
        ("same_network", ("ana", "bea")),
        ("first_attempt_solved", ("ana",)),
    ]


def meetings(*winners: str | None) -> list[Meeting]:
    return [Meeting(f"m{n}", winner, END + timedelta(n)) for n, winner in enumerate(winners)]


@pytest.mark.parametrize(
    ("winners", "shows"),
    [
        (("ana", "ana", "ana"), True),
        (("ana", None, "ana", "ana"), True),
        (("ana", "ana"), False),
        (("ana", "ana", "bea"), False),
        ((None, None, None), False),
    ],
)
def test_a_pair_of_which_one_always_wins(winners: tuple[str | None, ...], shows: bool) -> None:
    signal = lop_sided("ana:bea", meetings(*winners))
    assert (signal is not None) == shows
    if signal:
        assert signal.account_ids == ("ana", "bea")
        assert signal.details == {"winner": "ana", "matches": 3}
