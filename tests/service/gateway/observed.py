"""Matches that have closed, as the match service tells the gateway of them."""

from datetime import UTC, datetime, timedelta
from typing import Any

from shared.events.catalogue import ObservedSide, PlayObserved
from shared.ids import new_id

END = datetime(2030, 1, 1, tzinfo=UTC)


def observed(
    first: str,
    second: str,
    *,
    match_id: str | None = None,
    outcome: Any = "first",
    answers: tuple[int, ...] = (40_000, 30_000),
    solved_at_once: bool = False,
    kind: Any = "league",
    days: int = 0,
) -> PlayObserved:
    attempts = 1 if solved_at_once else len(answers) + 1
    return PlayObserved(
        match_id=match_id or new_id(),
        kind=kind,
        season_id="S" if kind == "league" else None,
        round=1 if kind == "league" else None,
        first=ObservedSide(
            account_id=first,
            attempts=attempts,
            solved=solved_at_once,
            answer_milliseconds=() if solved_at_once else answers,
        ),
        second=ObservedSide(account_id=second, attempts=1, solved=False, answer_milliseconds=()),
        outcome=outcome,
        ended_at=END + timedelta(days=days),
    )
