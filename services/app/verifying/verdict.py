"""All checks of a season's file, and what there is to say about it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from services.app.verifying.draw import check_departures, check_draw, check_rounds
from services.app.verifying.duels import check_duels
from services.app.verifying.pairings import check_pairings
from services.app.verifying.reading import SeasonFile, Unreadable, read
from services.app.verifying.tables import check_acts, check_tables
from services.gateway.domain.season_file import digest_of
from shared.errors import Problem

Check = Callable[[SeasonFile], Iterator[str]]


@dataclass(frozen=True)
class Verdict:
    """`faults`: where the file differs from what follows from it, none if it is as it should be;
    `confirmed`: what was replayed, in a sentence each.
    """

    faults: tuple[str, ...]
    confirmed: tuple[str, ...]


def verify(whole: Any) -> Verdict:
    """Replay a file that was read from JSON."""
    try:
        file = read(whole)
    except Unreadable as fault:
        return Verdict((f"This is no season's file: {fault}.",), ())
    faults: list[str] = []
    for name, check in _CHECKS:
        found = list(_faults(name, check, file))
        faults += found
    return Verdict(tuple(faults), () if faults else tuple(_confirmed(file)))


def _faults(name: str, check: Check, file: SeasonFile) -> Iterator[str]:
    """What a check finds; where it cannot even be made, that is what is wrong."""
    try:
        yield from check(file)
    except Unreadable as fault:
        yield f"{name}: {fault}"
    except (LookupError, TypeError, ValueError, AttributeError, AssertionError, Problem) as fault:
        kind = type(fault).__name__
        yield f"{name}: what it needs is missing or makes no sense ({kind}: {fault})"


def _check_digest(file: SeasonFile) -> Iterator[str]:
    expected = digest_of(file.whole)
    if file.whole["digest"] != expected:
        yield f"the file was changed after it was written: its digest is {expected}"


_CHECKS: tuple[tuple[str, Check], ...] = (
    ("digest", _check_digest),
    ("draw", check_draw),
    ("departures", check_departures),
    ("rounds", check_rounds),
    ("pairings", check_pairings),
    ("matches", check_duels),
    ("acts", check_acts),
    ("tables", check_tables),
)


def _confirmed(file: SeasonFile) -> Iterator[str]:
    matches = file.items("matches")
    attempts = sum(len(m[side]["attempts"]) for m in matches for side in ("first", "second"))
    revisions = sum(len(match["revisions"]) for match in matches)
    rounds = len(file.closed_rounds)
    yield f"the lot of {len(file.lot)} participants follows from the seed that was promised"
    yield f"{rounds} rounds have the pairings and byes that they should"
    yield f"{attempts} attempts have the right feedback"
    yield f"{revisions} results of {len(matches)} matches follow from the play and the acts"
    yield f"{len(file.items('tables'))} tables have the rows and digests that follow"
    yield f"the file is whole; its digest is {file.whole['digest']}"
