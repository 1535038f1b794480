"""Which names look alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.gateway.domain.display_names import is_reserved, name_key
from services.gateway.domain.lookalikes import looks


def alike(one: str, other: str) -> bool:
    return not looks(one).isdisjoint(looks(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "aNA"),
        ("Ana", "Аnа"),  # Cyrillic
        ("Ana", "Ａｎａ"),
        ("Ana Maria", "AnaMaria"),
        ("Ana Maria", "ana  maria"),
        ("Paul", "PauI"),  # a capital i
        ("Paul", "Pau1"),
        ("Ian", "lan"),  # a small L
        ("max", "rnax"),
        ("Bob", "B0b"),
        ("Æsir", "aesir"),
        ("Straße", "STRASSE"),
        ("ΣΊΣΥΦΟΣ", "Σίσυφος"),
        ("Zoë 🎲", "Zoë 🎲\ufe0f"),
        ("Mañana", "Man\u0303ana"),
    ],
)
def test_names_that_are_taken_for_each_other(one: str, other: str) -> None:
    assert alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ana", "Anna"), ("Ali", "All"), ("José", "Jose"), ("Mai", "Mal"), ("Ana", "Áná"), ("A", "B")],
)
def test_names_that_are_told_apart(one: str, other: str) -> None:
    assert not alike(one, other)


@given(st.text(min_size=1, max_size=12))
def test_a_name_looks_like_itself_in_any_case_and_spacing(name: str) -> None:
    assert looks(name) == looks(f" {name} ")
    assert alike(name, name.casefold())
    assert alike(name, name_key(name))


@pytest.mark.parametrize("name", ["deleted player", "Dеleted  Player", "DeIeted player"])
def test_nobody_looks_like_the_deleted(name: str) -> None:
    assert is_reserved(name)
