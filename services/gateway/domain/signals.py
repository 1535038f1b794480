"""What operators should look at after a match: hints, none of which proves or changes anything."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from statistics import median_low
from typing import Any

FASTEST_MILLISECONDS = 1_000
"""Nobody reads an answer, thinks and types a code in less, attempt after attempt."""

FEWEST_ANSWERS = 2
"""How many answers there must be before their pace means anything."""

FEWEST_MEETINGS = 3
"""How often two must have met before it is a pattern that one of them always won."""


@dataclass(frozen=True, slots=True)
class SidePlay:
    """How a side answered: milliseconds between each attempt and its own one before it."""

    account_id: str
    attempts: int
    solved: bool
    answer_milliseconds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Observation:
    """A match that has closed; `outcome` is null where it was called off."""

    match_id: str
    kind: str
    season_id: str | None
    first: SidePlay
    second: SidePlay
    outcome: str | None
    ended_at: datetime

    @property
    def accounts(self) -> tuple[str, str]:
        return self.first.account_id, self.second.account_id

    @property
    def pair(self) -> str:
        """The same for every match of the two."""
        return ":".join(sorted(self.accounts))


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match of a pair, and who won it by play (null: nobody)."""

    match_id: str
    winner: str | None
    ended_at: datetime


class SignalState(StrEnum):
    """Whether an operator has dealt with a signal."""

    NEW = "new"
    SEEN = "seen"


@dataclass(frozen=True, slots=True)
class Signal:
    """`key` is the same for the same signal, however often it is found."""

    key: str
    kind: str
    at: datetime
    account_ids: tuple[str, ...]
    match_id: str | None = None
    season_id: str | None = None
    details: Mapping[str, Any] = field(default_factory=dict)


def signals_of(observation: Observation, shared: Mapping[str, str]) -> Iterator[Signal]:
    """What a match shows by itself.

    `shared` maps what both sides had in common ("network", "device") to where it was seen:
    in the match itself ("play"), or elsewhere while logged in ("login").
    """
    both = observation.accounts
    for kind, where in sorted(shared.items()):
        yield _signal(observation, f"same_{kind}", both, {"seen_at": where})
    for side in (observation.first, observation.second):
        if side.solved and side.attempts == 1:
            yield _signal(observation, "first_attempt_solved", (side.account_id,), {})
        if _is_faster_than_a_person(side.answer_milliseconds):
            pace = {"median_milliseconds": median_low(side.answer_milliseconds)}
            yield _signal(observation, "quick_answers", (side.account_id,), pace)


def lop_sided(pair: str, meetings: Sequence[Meeting]) -> Signal | None:
    """That one of two players has won all their matches, of which there are several."""
    decided = [meeting for meeting in meetings if meeting.winner is not None]
    winners = {meeting.winner for meeting in decided}
    if len(decided) < FEWEST_MEETINGS or len(winners) != 1:
        return None
    return Signal(
        key=pattern_key(pair),
        kind="lop_sided_pair",
        at=max(meeting.ended_at for meeting in decided),
        account_ids=tuple(pair.split(":")),
        details={"winner": winners.pop(), "matches": len(decided)},
    )


def pattern_key(pair: str) -> str:
    """The key of what the meetings of a pair show."""
    return f"lop_sided_pair:{pair}"


def _is_faster_than_a_person(milliseconds: Sequence[int]) -> bool:
    enough = len(milliseconds) >= FEWEST_ANSWERS
    return enough and median_low(milliseconds) < FASTEST_MILLISECONDS


def _signal(
    observation: Observation, kind: str, account_ids: tuple[str, ...], details: dict[str, Any]
) -> Signal:
    about = account_ids[0] if len(account_ids) == 1 else "both"
    return Signal(
        key=f"{kind}:{observation.match_id}:{about}",
        kind=kind,
        at=observation.ended_at,
        account_ids=account_ids,
        match_id=observation.match_id,
        season_id=observation.season_id,
        details=details,
    )
