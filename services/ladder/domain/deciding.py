"""Whether a game is rated: decided when it starts, and never again."""

from bisect import insort
from collections.abc import Iterable
from datetime import datetime, timedelta

from services.ladder.domain.game import Origin, Player, UnratedReason
from services.ladder.domain.settings import LadderSettings

_FRIENDLY = {Origin.PRIVATE: UnratedReason.PRIVATE, Origin.COMPUTER: UnratedReason.COMPUTER}


def decide(
    settings: LadderSettings,
    origin: Origin,
    players: Iterable[Player],
    start: datetime,
    rated_starts: Iterable[datetime],
) -> UnratedReason | None:
    """Why a game does not count, the first reason that applies; None if it is rated.

    `rated_starts` are the starts of the pair's rated games that are not voided, ended or not,
    with a winner or without, of any season; those far from `start` do no harm.
    """
    if origin in _FRIENDLY:
        return _FRIENDLY[origin]
    if any(player.account_id is None for player in players):
        return UnratedReason.GUEST
    if _too_many(settings, start, rated_starts):
        return UnratedReason.REMATCH_LIMIT
    return None


def rematch_window(settings: LadderSettings) -> timedelta:
    return timedelta(hours=settings.rematch_hours)


def _too_many(settings: LadderSettings, start: datetime, rated_starts: Iterable[datetime]) -> bool:
    """Whether some window would hold more rated games of the pair than the limit with this one.

    A window is half open: two games exactly its length apart never share one. A game reported
    late is judged with those after it as well.
    """
    window = rematch_window(settings)
    near = sorted(other for other in rated_starts if abs(other - start) < window)
    insort(near, start)
    limit = settings.rematch_limit
    return any(near[i + limit] - near[i] < window for i in range(len(near) - limit))
