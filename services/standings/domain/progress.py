"""Positions over the rounds: how each player came to where they stand."""

from collections.abc import Mapping
from dataclasses import dataclass

Places = Mapping[str, int | None]


@dataclass(frozen=True, slots=True)
class Progress:
    """A player's positions after rounds 1, 2, 3 …; None where a table lists them without one."""

    account_id: str
    positions: tuple[int | None, ...]


def progress(tables: Mapping[int, Places]) -> list[Progress]:
    """What `tables` (round -> account -> position, in table order) say of each player.

    The players come in the order of the last table.
    """
    last = max(tables)
    rounds = range(1, last + 1)
    return [
        Progress(account, tuple(tables.get(number, {}).get(account) for number in rounds))
        for account in tables[last]
    ]
