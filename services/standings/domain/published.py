"""Tables that are out: each revision of the table after a round stays for good."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from services.standings.domain.table import Row


@dataclass(frozen=True, slots=True)
class Issue:
    """One revision of the table after `round`, counting the acts up to `act`."""

    round: int
    revision: int
    act: int
    published_at: datetime
    digest: str


@dataclass(frozen=True, slots=True)
class Published:
    """An issue with its rows."""

    issue: Issue
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """An issue, and the numbers of the acts that it counts and the revision before did not."""

    issue: Issue
    acts: range


def changes(issues: Sequence[Issue]) -> list[Change]:
    """What made each of `issues`, which are all those of their rounds; nothing in a first one."""
    counted = {(one.round, one.revision): one.act for one in issues}
    return [
        Change(one, range(counted.get((one.round, one.revision - 1), one.act) + 1, one.act + 1))
        for one in issues
    ]
