"""Whether a worker has been hearing of duels, so that silence about one tells it something."""

from datetime import datetime, timedelta

BREAK = timedelta(seconds=10)
"""Who has not looked for so long was away: stopped, starved, or without its database."""

CATCH_UP = timedelta(seconds=10)
"""How long whoever was away hears first what happened meanwhile."""


class Hearing:
    """What one worker knows about its own hearing; real time."""

    def __init__(self, at: datetime) -> None:
        self._since = self._last = at

    def note(self, at: datetime, *, flowing: bool) -> bool:
        """Look, with events flowing here or not; whether they have for long enough."""
        if not flowing or at - self._last > BREAK:
            self._since = at
        self._last = at
        return at - self._since >= CATCH_UP
