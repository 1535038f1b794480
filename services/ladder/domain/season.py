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
    """A season runs from `starts_at`, included, to `ends_at`, excluded (UTC instants)."""

    id: str
    name: str
    starts_at: datetime
    ends_at: datetime
    settings: LadderSettings

    def state_at(self, now: datetime) -> SeasonState:
        """Scheduled, then active; from the end on closing, while late reports are taken."""
        if now < self.starts_at:
            return SeasonState.SCHEDULED
        if now < self.ends_at:
            return SeasonState.ACTIVE
        grace = timedelta(seconds=self.settings.report_grace_seconds)
        return SeasonState.CLOSING if now < self.ends_at + grace else SeasonState.FINAL

    def overlaps(self, other: "LadderSeason") -> bool:
        """Whether one instant belongs to both; a season may start where another ends."""
        return self.starts_at < other.ends_at and other.starts_at < self.ends_at


def planned(season: LadderSeason) -> LadderSeason:
    """The season, if it lasts at all; raises `Invalid` if it ends before it has started."""
    if season.ends_at <= season.starts_at:
        raise invalid_field("ends_at", "A season must end after its start.")
    return season
