"""E-mail addresses and passwords."""

import pytest

from services.gateway.domain.emails import accepted_email, email_key
from services.gateway.domain.passwords import accepted_password, prepared
from shared.errors import Invalid


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("ana@example.org", "ana@example.org"),
        (" Ana.M+justa@Example.ORG ", "Ana.M+justa@example.org"),
        ("añá@correo.example", "añá@correo.example"),
        ("a@xn--bcher-kva.example", "a@xn--bcher-kva.example"),
        ("o'hara@example.org", "o'hara@example.org"),
    ],
)
def test_an_address_is_kept_as_typed_but_for_its_domain(typed: str, kept: str) -> None:
    assert accepted_email(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "ana",
        "ana@",
        "@example.org",
        "ana@example",
        "a b@example.org",
        "a@b@example.org",
        ".ana@example.org",
        "ana.@example.org",
        "a..b@example.org",
        "ana@example..org",
        "ana@.org",
        "ana@example.org\r\nBcc: x@example.org",
        "ana\x00@example.org",
        "ana\ud800@example.org",
        f"{'x' * 65}@example.org",
        f"a@{'x' * 250}.org",
        "\ufdfa" * 30 + "@example.org",
        '"ana"@example.org',
        "<ana@example.org>",
    ],
)
def test_what_no_message_could_reach_is_refused(typed: str) -> None:
    with pytest.raises(Invalid) as refusal:
        accepted_email(typed)
    assert list(refusal.value.errors) == ["email"]


def test_case_and_blanks_around_make_no_other_address() -> None:
    assert email_key(" ANA@Example.org") == email_key("ana@example.ORG ")
    assert email_key("anything at all, even \ud800")


@pytest.mark.parametrize("length", [8, 200])
def test_passwords_are_judged_by_length_alone(length: int) -> None:
    assert accepted_password("x" * length) == "x" * length


@pytest.mark.parametrize("length", [0, 7, 201])
def test_too_short_or_too_long_is_refused(length: int) -> None:
    with pytest.raises(Invalid) as refusal:
        accepted_password("x" * length)
    assert list(refusal.value.errors) == ["password"]


def test_composed_and_decomposed_letters_are_one_password() -> None:
    assert prepared("contrasen\u0303a") == prepared("contraseña")
