"""The Aura wallet: a balance that is never below 0 and the entries that made it."""

from dataclasses import dataclass
from datetime import datetime

from services.match.domain.errors import InsufficientAura


@dataclass(frozen=True, slots=True)
class AuraEntry:
    """One line of a wallet: Aura granted (positive) or spent (negative) and what it left."""

    amount: int
    reason: str
    at: datetime
    balance_after: int


def book(balance: int, amount: int, reason: str, at: datetime) -> AuraEntry:
    """Change a balance. Raises `InsufficientAura` where it would fall below 0."""
    if balance + amount < 0:
        raise InsufficientAura
    return AuraEntry(amount, reason, at, balance + amount)
