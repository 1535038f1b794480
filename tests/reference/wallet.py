"""A player's Aura."""

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True)
class Movement:
    """A gift, or with no reason of an operator's the price of a clue."""

    amount: int
    reason: str | None
    at: datetime
    balance_after: int


@dataclass
class Wallet:
    """Every movement, oldest first."""

    movements: list[Movement] = field(default_factory=list)

    @property
    def balance(self) -> int:
        return sum(movement.amount for movement in self.movements)

    def move(self, amount: int, reason: str | None, at: datetime) -> None:
        after = self.balance + amount
        assert after >= 0, f"{amount} takes the balance to {after}"
        self.movements.append(Movement(amount, reason, at, after))
