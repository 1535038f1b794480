"""What can happen to an account."""

from dataclasses import replace
from datetime import UTC, datetime

from services.gateway.domain.account import GUEST, OPERATOR, PLAYER, Account

NOW = datetime(2030, 1, 1, tzinfo=UTC)
ANA = Account(
    id="1",
    display_name="Ana",
    roles=PLAYER,
    created_at=NOW,
    email="ana@example.org",
    email_verified=True,
    password_hash="hash",
)


def test_whatever_others_are_told_of_counts() -> None:
    assert ANA.renamed("Anita").suspension(True).suspension(False).deleted(NOW).revision == 5


def test_what_changes_nothing_does_not_count() -> None:
    assert ANA.suspension(False) is ANA


def test_what_is_ones_own_business_does_not_count() -> None:
    changed = ANA.moved_to("new@example.org").with_password("other").promoted()
    assert changed.revision == ANA.revision
    assert changed.roles == OPERATOR


def test_a_tombstone_holds_nothing_personal() -> None:
    gone = ANA.deleted(NOW)
    assert gone == Account(
        id="1", display_name=None, roles=(), created_at=NOW, deleted_at=NOW, revision=2
    )


def test_another_address_has_to_be_verified_anew() -> None:
    moved = ANA.moved_to("new@example.org")
    assert not moved.email_verified
    assert moved.verified("ana@example.org") is moved
    assert moved.verified("new@example.org").email_verified


def test_guests_are_known_by_their_role() -> None:
    assert replace(ANA, roles=GUEST).is_guest
    assert not ANA.is_guest
