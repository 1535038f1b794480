"""The draw of lots: nobody can bend it and anyone can repeat it.

The seed is drawn when the season is created and its own hash published from then on, so that
it cannot be chosen after the participants are known; at the close of registration the seed
is published too.
"""

from collections.abc import Iterable
from hashlib import sha256


def draw_commitment(seed: str) -> str:
    """What is published of the seed before the draw: its SHA-256, hexadecimal."""
    return _digest(seed)


def lot_order(seed: str, account_ids: Iterable[str]) -> tuple[str, ...]:
    """The accounts in the order of the lot; the first has lot number 1.

    The order is that of SHA-256(seed as text, then account id as text), hexadecimal, smallest
    first.
    """
    return tuple(sorted(account_ids, key=lambda account_id: _digest(seed + account_id)))


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
