"""The local days of a season's rounds, as its report names them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import count
from zoneinfo import ZoneInfo


@dataclass(frozen=True, slots=True)
class RoundSpan:
    """When a round begins and closes; None while that is not announced."""

    round: int
    preparing_from: datetime | None
    closes_at: datetime | None


@dataclass(frozen=True, slots=True)
class SeasonDays:
    """First days of the rounds from round 1 on as far as known, and the last round's last day."""

    first_days: tuple[date, ...]
    ends_on: date | None

    @property
    def starts_on(self) -> date | None:
        """The first day of round 1."""
        return self.first_days[0] if self.first_days else None


def season_days(spans: Iterable[RoundSpan], time_zone: str | None, last_round: int) -> SeasonDays:
    """The days of the rounds up to `last_round` in the season's zone (UTC if it is not known)."""
    zone = ZoneInfo(time_zone or "UTC")
    of = {span.round: span for span in spans if span.round <= last_round}
    return SeasonDays(tuple(_first_days(of, zone)), _last_day(of.get(last_round), zone))


def _first_days(of: dict[int, RoundSpan], zone: ZoneInfo) -> Iterable[date]:
    for number in count(1):
        span = of.get(number)
        if span is None or span.preparing_from is None:
            return
        yield span.preparing_from.astimezone(zone).date()


def _last_day(span: RoundSpan | None, zone: ZoneInfo) -> date | None:
    if span is None or span.closes_at is None:
        return None
    # A round closes at the start of a day, which is no day of its own any more.
    return (span.closes_at - timedelta(microseconds=1)).astimezone(zone).date()
