"""Private tables: somebody opens one, and whoever has its invite code joins it.

Two who have played at one may play again: a table is kept for the other of them, who needs no code.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from services.match.domain.duel import Duel, Phase, Side
from services.match.domain.errors import DuelOpen, NoRematch, NotYourMatch
from services.match.domain.live import Origin
from services.match.domain.settings import GameSettings

OPEN_FOR = timedelta(hours=1)
"""How long a table waits for somebody to join."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table; `match_id` is the duel that began when somebody joined.

    `rematch_of` is the duel whose other player the table waits for, where it waits for one.
    """

    id: str
    invite_code: str
    account_id: str
    is_guest: bool
    game: GameSettings
    opened_at: datetime
    expires_at: datetime
    match_id: str | None = None
    rematch_of: str | None = None

    def is_open(self, now: datetime) -> bool:
        """Whether somebody can join it."""
        return self.match_id is None and now < self.expires_at


def rematch_side(duel: Duel, account_id: str, now: datetime) -> Side:
    """The side of a player who may ask for a rematch of a duel, or hear of one.

    Raises `NotYourMatch`, `NoRematch` for a duel of no private table, `DuelOpen`.
    """
    side = duel.side_of(account_id)
    if side is None:
        raise NotYourMatch
    if duel.live is None or duel.live.terms.origin is not Origin.PRIVATE:
        raise NoRematch
    if duel.phase(now) is not Phase.CLOSED:
        raise DuelOpen
    return side
