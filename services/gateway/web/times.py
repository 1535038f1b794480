"""Instants as people read them: date, time, zone, offset and what is left, always together."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, cast

from babel.dates import format_datetime
from flask import g
from flask_babel import format_date, get_locale

from services.gateway.web.languages import is_zone, zone
from services.gateway.web.visitor import interface


@dataclass(frozen=True)
class Now:
    """The competition's clock as it was when the page was made."""

    at: datetime
    manual: bool


def now() -> Now:
    """Asked once a page."""
    if "now" not in g:
        told = interface().get("/clock")
        g.now = Now(instant(told["now"]), told["manual"])
    return cast(Now, g.now)


def instant(given: Any) -> datetime:
    """An instant as the interface writes it."""
    if isinstance(given, datetime):
        return given
    return datetime.fromisoformat(str(given))


@dataclass(frozen=True)
class When:
    """An instant in one zone, in words."""

    at: datetime
    day: str
    time: str
    zone: str
    offset: str

    @property
    def iso(self) -> str:
        return self.at.astimezone(UTC).isoformat().replace("+00:00", "Z")

    @property
    def place(self) -> str:
        """Zone and offset: `Europe/Madrid (UTC+2)`."""
        return self.zone if self.zone == self.offset else f"{self.zone} ({self.offset})"

    @property
    def milliseconds(self) -> int:
        return round(self.at.timestamp() * 1000)


def when(given: Any, zone_name: str) -> When:
    """An instant as clocks in the zone show it; the offset tells two equal hours apart."""
    at = instant(given).astimezone(zone(zone_name))
    pattern = "HH:mm:ss" if at.second else "HH:mm"
    return When(
        at,
        format_datetime(at, "EEE d MMM y", locale=get_locale()),
        format_datetime(at, pattern, locale=get_locale()),
        zone_name,
        offset(at),
    )


def offset(at: datetime) -> str:
    """`UTC+2`, `UTC−3:30`, `UTC`."""
    minutes = round((at.utcoffset() or timedelta()).total_seconds() / 60)
    if not minutes:
        return "UTC"
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'+' if minutes > 0 else '−'}{hours}" + (f":{rest:02}" if rest else "")


def left(given: Any) -> str:
    """How long until an instant, in the two largest units; empty once it has come."""
    return span((instant(given) - now().at).total_seconds())


def span(seconds: float) -> str:
    """`2 d 3 h`, `3 h 20 min`, `1 min 5 s`; the signs are the same in every language."""
    rest = int(seconds)
    if rest <= 0:
        return ""
    parts: list[str] = []
    for unit, size in (("d", 86400), ("h", 3600), ("min", 60), ("s", 1)):
        count, rest = divmod(rest, size)
        if count or parts:
            parts.append(f"{count} {unit}" if count else "")
        if len(parts) == 2:
            break
    return " ".join(filter(None, parts))


def day(given: Any) -> str:
    """A date of the calendar."""
    found = given if isinstance(given, date) else date.fromisoformat(str(given))
    return cast(str, format_date(found, "EEE d MMM y"))


def local_input(given: Any, zone_name: str) -> str:
    """An instant as a field of date and time shows it, in the zone of its form."""
    return instant(given).astimezone(zone(zone_name)).strftime("%Y-%m-%dT%H:%M") if given else ""


def from_input(text: str, zone_name: str) -> str:
    """What such a field holds, as an instant; unreadable text goes on as it is, to be refused.

    In a zone that there is not it is read as UTC: the refusal shall be about the zone.
    """
    there = zone(zone_name) if is_zone(zone_name) else UTC
    try:
        return datetime.fromisoformat(text).replace(tzinfo=there).isoformat()
    except ValueError:
        return text
