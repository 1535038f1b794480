"""The lot: what is published beforehand, and an order that anyone can repeat."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from services.scheduler.domain.lot import draw_commitment, lot_order

ACCOUNTS = [f"01890a5d-ac96-774b-bcce-b302099a80{n:02x}" for n in range(20)]


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert draw_commitment("abc") == expected


def test_accounts_stand_in_the_order_of_their_hashes() -> None:
    # SHA-256 of "seedc", "seeda", "seedb", "seedd" begins with 72a4, 7696, a60b, dcbc.
    assert lot_order("seed", "abcd") == ("c", "a", "b", "d")


@given(seed=st.text(max_size=40), shuffle=st.integers())
def test_the_order_of_registration_does_not_matter(seed: str, shuffle: int) -> None:
    shuffled = list(ACCOUNTS)
    Random(shuffle).shuffle(shuffled)
    order = lot_order(seed, shuffled)
    assert order == lot_order(seed, ACCOUNTS)
    assert sorted(order) == ACCOUNTS


def test_another_seed_gives_another_order() -> None:
    assert lot_order("one", ACCOUNTS) != lot_order("two", ACCOUNTS)
