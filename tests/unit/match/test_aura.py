"""What an operator may know and take of a balance while duels are open."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.match.domain.aura import AuraEntry, Spending, grant, published_balance
from services.match.domain.errors import InsufficientAura
from services.match.domain.settings import ClueSettings

AT = datetime(2026, 3, 29, tzinfo=UTC)


def spending(bought: int, *, cost: int = 5, limit: int = 2) -> Spending:
    return Spending(bought, ClueSettings(unlock_after_attempts=1, limit=limit, aura_cost=cost))


def told(balance: int, amount: int, *open_duels: Spending) -> int | None:
    """The balance that an operator is told, None where the grant is refused."""
    try:
        entry = grant(balance, amount, "so", AT, open_duels)
    except InsufficientAura:
        return None
    return published_balance(entry.balance_after, open_duels)


def test_without_open_duels_all_can_be_taken() -> None:
    assert grant(7, -7, "so", AT, []) == AuraEntry(-7, "so", AT, 0)
    with pytest.raises(InsufficientAura):
        grant(7, -8, "so", AT, [])


@pytest.mark.parametrize(
    ("balance", "most_taken"),
    [
        (4, 4),  # not enough for a clue: nothing can have been spent
        (9, 4),
        (12, 2),
        (100, 90),
    ],
)
def test_what_may_be_spent_cannot_be_taken(balance: int, most_taken: int) -> None:
    assert told(balance, -most_taken, spending(0)) == balance - most_taken
    assert told(balance, -most_taken - 1, spending(0)) is None


def test_free_clues_hold_nothing_back() -> None:
    assert told(7, -7, spending(2, cost=0)) == 0


@given(
    st.integers(0, 60),
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 9)), max_size=3),
    st.integers(-70, 70).filter(bool),
    st.data(),
)
def test_what_an_operator_is_told_never_tells_of_clues(
    published: int, duels: list[tuple[int, int]], amount: int, data: st.DataObject
) -> None:
    """The same published balance gives the same answer, whatever was really spent of it."""
    idle = [spending(0, cost=cost, limit=limit) for limit, cost in duels]
    left, busy = published, []
    for limit, cost in duels:
        bought = data.draw(st.integers(0, min(limit, left // cost if cost else limit)))
        busy.append(spending(bought, cost=cost, limit=limit))
        left -= bought * cost
    assert told(left, amount, *busy) == told(published, amount, *idle)
