"""Duels for the tests: one hour to prepare, one to solve, everything confirmed unless said."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from services.match.domain.duel import Attempt, Duel, Kind, Player, Side
from services.match.domain.feedback import feedback
from services.match.domain.settings import ClueSettings, GameSettings

START = datetime(2026, 3, 28, 23, tzinfo=UTC)
SOLVING = START + timedelta(hours=1)
CLOSE = START + timedelta(hours=2)
TICK = timedelta(microseconds=1)
GAME = GameSettings()
CLUES = ClueSettings(unlock_after_attempts=2, limit=3, aura_cost=5)
FIRST_CODE, SECOND_CODE = "1122", "3456"
WRONG = "1111"  # against both codes


def lowest(count: int) -> int:
    """A chooser that always takes the first."""
    assert count > 0
    return 0


def make_duel(**changes: Any) -> Duel:
    """A league duel without codes; any field can be given."""
    fields: dict[str, Any] = {
        "match_id": "m1",
        "kind": Kind.LEAGUE,
        "season_id": "s1",
        "round": 1,
        "game": GAME,
        "clues": CLUES,
        "preparing_from": START,
        "solving_from": SOLVING,
        "closes_at": CLOSE,
        "first": Player("ana"),
        "second": Player("bea"),
    }
    return Duel(**{**fields, **changes})


def confirmed_duel(**changes: Any) -> Duel:
    """A league duel with both codes confirmed."""
    first, second = Player("ana", code=FIRST_CODE), Player("bea", code=SECOND_CODE)
    return make_duel(**{"first": first, "second": second, **changes})


def attempts_at(secret: str, guesses: Sequence[str], at: datetime = SOLVING) -> tuple[Attempt, ...]:
    """Attempts numbered from 1, judged against a secret."""
    told = [feedback(secret, guess) for guess in guesses]
    return tuple(
        Attempt(number, guess, seen.exact, seen.partial, at)
        for number, (guess, seen) in enumerate(zip(guesses, told, strict=True), start=1)
    )


def played_duel(first: Sequence[str] = (), second: Sequence[str] = (), **changes: Any) -> Duel:
    """A duel with codes confirmed in which the sides have made these guesses."""
    return confirmed_duel(
        first=Player("ana", code=FIRST_CODE, attempts=attempts_at(SECOND_CODE, first)),
        second=Player("bea", code=SECOND_CODE, attempts=attempts_at(FIRST_CODE, second)),
        **changes,
    )


def solved_in(side: Side, count: int) -> list[str]:
    """Guesses with which a side solves at its `count`-th attempt."""
    return [WRONG] * (count - 1) + [SECOND_CODE if side is Side.FIRST else FIRST_CODE]
