"""An account: who somebody is, and what can happen to them."""

from dataclasses import dataclass, replace
from datetime import datetime

PLAYER = ("player",)
GUEST = ("guest",)
OPERATOR = ("player", "operator")


@dataclass(frozen=True)
class Account:
    """One account. `revision` counts every change that others are told of, from 1.

    Guests have neither e-mail address nor password. A deleted account is a tombstone: its id,
    its revision and when it went.
    """

    id: str
    display_name: str | None
    roles: tuple[str, ...]
    created_at: datetime
    email: str | None = None
    email_verified: bool = False
    password_hash: str | None = None
    suspended: bool = False
    deleted_at: datetime | None = None
    revision: int = 1

    @property
    def is_guest(self) -> bool:
        return "guest" in self.roles

    def renamed(self, name: str) -> "Account":
        return replace(self, display_name=name, revision=self.revision + 1)

    def suspension(self, suspended: bool) -> "Account":
        """Suspended, or let in again; the same account if that changes nothing."""
        if suspended == self.suspended:
            return self
        return replace(self, suspended=suspended, revision=self.revision + 1)

    def deleted(self, now: datetime) -> "Account":
        """The tombstone: nothing personal is left, and nobody can log in."""
        return replace(
            self,
            display_name=None,
            email=None,
            email_verified=False,
            password_hash=None,
            roles=(),
            deleted_at=now,
            revision=self.revision + 1,
        )

    def moved_to(self, email: str) -> "Account":
        """With another address, to be verified anew."""
        return replace(self, email=email, email_verified=False)

    def verified(self, email: str) -> "Account":
        """The holder of `email` has answered; nothing changes if it is not theirs any more."""
        return replace(self, email_verified=True) if email == self.email else self

    def with_password(self, password_hash: str) -> "Account":
        return replace(self, password_hash=password_hash)

    def promoted(self) -> "Account":
        return replace(self, roles=OPERATOR)
