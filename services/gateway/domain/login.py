"""A login: from the password to the last of its tokens. All by real time."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

ACCESS_LIFETIME = timedelta(minutes=15)
REFRESH_LIFETIME = timedelta(days=30)


@dataclass(frozen=True)
class Login:
    """One login of one account; each refresh carries it on for another `REFRESH_LIFETIME`."""

    id: str
    account_id: str
    created_at: datetime
    expires_at: datetime
    ended_at: datetime | None = None

    def alive(self, now: datetime) -> bool:
        return self.ended_at is None and now < self.expires_at

    def carried_on(self, now: datetime) -> "Login":
        return replace(self, expires_at=now + REFRESH_LIFETIME)

    def ended(self, now: datetime) -> "Login":
        return self if self.ended_at else replace(self, ended_at=now)


def begun(id: str, account_id: str, now: datetime) -> Login:
    return Login(id, account_id, now, now + REFRESH_LIFETIME)
