"""A ladder season and the state it is in by the clock."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from services.ladder.domain.settings import LadderSettings
from shared.errors import invalid_field


class SeasonState(StrEnum):
    SCHEDULED = "scheduled"
    ACTIVE = "active"
    CLOSING = "closing"
    FINAL = "final"


@dataclass(frozen=True)
class LadderSeason:
    """A season runs from `starts_at`, included, to `ends_at`, excluded (UTC instants).

    `revision` numbers its confirmed rankings: 0 before it is final, 1 from then on, one more with
    each correction.
    """

    id: str
    name: str
    starts_at: datetime
    ends_at: datetime
    settings: LadderSettings
    revision: int = 0

    @property
    def final(self) -> bool:
        return self.revision > 0

    @property
    def reports_until(self) -> datetime:
        """From this instant on the season is final as soon as nothing is pending."""
        return self.ends_at + timedelta(seconds=self.settings.report_grace_seconds)

    def state_at(self, now: datetime) -> SeasonState:
        """Scheduled, then active; from the end on closing, until the ranking is confirmed."""
        if self.final:
            return SeasonState.FINAL
        if now < self.starts_at:
            return SeasonState.SCHEDULED
        return SeasonState.ACTIVE if now < self.ends_at else SeasonState.CLOSING

    def holds(self, instant: datetime) -> bool:
        """Whether a game that starts at `instant` belongs to this season."""
        return self.starts_at <= instant < self.ends_at

    def may_be_confirmed(self, now: datetime, pending: int) -> bool:
        """Whether nothing can change the ranking any more, as far as one can know.

        `pending` counts the season's games that have not ended and its results under review.
        """
        return not self.final and now >= self.reports_until and pending == 0


def planned(season: LadderSeason) -> LadderSeason:
    """The season, if it lasts at all; raises `Invalid` if it ends before it has started."""
    if season.ends_at <= season.starts_at:
        raise invalid_field("ends_at", "A season must end after its start.")
    return season
