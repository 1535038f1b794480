"""The Aura wallet: a balance that is never below 0 and the entries that made it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from services.match.domain.errors import InsufficientAura
from services.match.domain.settings import ClueSettings


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


@dataclass(frozen=True, slots=True)
class Spending:
    """Clues bought in a duel that is still open, which nobody but their buyer knows of."""

    bought: int
    clues: ClueSettings

    @property
    def spent(self) -> int:
        return self.bought * self.clues.aura_cost

    def most(self, balance: int) -> int:
        """The most that could have been spent out of `balance`, as everybody can work out."""
        cost = self.clues.aura_cost
        return cost * min(self.clues.limit, balance // cost) if cost else 0


def published_balance(balance: int, spending: Sequence[Spending]) -> int:
    """A balance as others may know it: nothing of what is spent in open duels taken off."""
    return balance + sum(duel.spent for duel in spending)


def grant(
    balance: int, amount: int, reason: str, at: datetime, spending: Sequence[Spending]
) -> AuraEntry:
    """Change a balance by an operator's hand.

    What may be spent in open duels cannot be taken away, whether it is spent or not: neither the
    taking nor its refusal may tell. Raises `InsufficientAura`.
    """
    published = published_balance(balance, spending)
    if amount < 0 and published + amount < sum(duel.most(published) for duel in spending):
        raise InsufficientAura
    return book(balance, amount, reason, at)
