"""What somebody may be called."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.gateway.domain.display_names import LONGEST, accepted_name, is_reserved, name_key
from shared.errors import Invalid
from shared.names import COMPUTERS


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ana", "Ana"),
        ("  Ana   María ", "Ana María"),
        ("A\u00a0B", "A B"),
        ("Man\u0303ana", "Mañana"),
        ("李小龍", "李小龍"),
        ("x" * 40, "x" * 40),
        ("Zoë 🎲", "Zoë 🎲"),
    ],
)
def test_a_name_is_kept_tidied(typed: str, kept: str) -> None:
    assert accepted_name(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "",
        " ",
        "\t",
        "x" * 41,
        "a\tb",
        "a\u200db",
        "a\u202eb",
        "a\ud800",
        "\u2800",
        "\ue000",
        "\ufdfa" * 40,
    ],
)
def test_what_cannot_be_read_is_no_name(typed: str) -> None:
    with pytest.raises(Invalid) as refusal:
        accepted_name(typed)
    assert list(refusal.value.errors) == ["display_name"]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Ana", "aNA", True),
        ("Straße", "STRASSE", True),
        ("ＡＮＡ", "ana", True),
        ("Σίσυφος", "ΣΊΣΥΦΟΣ", True),
        ("Ana", "Anna", False),
        ("Ana", "Áná", False),
    ],
)
def test_names_that_read_alike_are_one(one: str, other: str, same: bool) -> None:
    assert (name_key(one) == name_key(other)) is same


@given(st.text(max_size=60))
def test_an_accepted_name_is_accepted_again_and_storable(typed: str) -> None:
    try:
        name = accepted_name(typed)
    except Invalid:
        return
    assert accepted_name(name) == name
    assert 1 <= len(name) <= LONGEST
    assert unicodedata.is_normalized("NFC", name)
    name.encode()


@pytest.mark.parametrize("name", ["deleted player", "Deleted Player", "DELETED  PLAYER"])
def test_the_name_of_the_deleted_is_reserved(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize("name", ["computer", *(f"COMPUTER ({level})" for level in COMPUTERS)])
def test_nobody_passes_for_the_computer(name: str) -> None:
    assert is_reserved(name)
