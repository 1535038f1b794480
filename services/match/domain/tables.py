"""Private tables: somebody opens one, and whoever has its invite code joins it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from services.match.domain.settings import GameSettings

OPEN_FOR = timedelta(hours=1)
"""How long a table waits for somebody to join."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table; `match_id` is the duel that began when somebody joined."""

    id: str
    invite_code: str
    account_id: str
    is_guest: bool
    game: GameSettings
    opened_at: datetime
    expires_at: datetime
    match_id: str | None = None

    def is_open(self, now: datetime) -> bool:
        """Whether somebody can join it."""
        return self.match_id is None and now < self.expires_at
