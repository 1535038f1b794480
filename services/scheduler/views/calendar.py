"""A season's registration and rounds as an iCalendar file (RFC 5545).

Nobody is named in it. Every entry keeps its UID, and its stamp and sequence change only with its
times and its status, so that calendars which subscribe to it follow a postponement or a
cancelling instead of doubling it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from services.scheduler.domain.season import Season, State
from services.scheduler.store import postponements, rounds, seasons
from services.scheduler.store.seasons import Stored
from services.scheduler.tables import RoundRow
from shared.unit_of_work import UnitOfWork

_LONGEST_LINE = 75


@dataclass(frozen=True)
class Words:
    """What the entries are called; `{}` stands for the round's number."""

    registration: str
    preparing: str
    solving: str


WORDS: Mapping[str, Words] = {
    "en": Words("Registration", "Round {}: prepare", "Round {}: solve"),
    "es": Words("Inscripción", "Ronda {}: preparar", "Ronda {}: resolver"),
}


def text(uow: UnitOfWork, season_id: str, language: str) -> str:
    """The whole file; timed rounds are in it once they are announced. Raises `NotFound`."""
    words = WORDS[language]
    stored = seasons.read(uow, season_id)
    postponed = postponements.of_seasons(uow, [season_id])
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Justa//Season//EN",
        "CALSCALE:GREGORIAN",
        f"X-WR-CALNAME:{_escaped(stored.row.name)}",
        f"X-WR-TIMEZONE:{stored.settings.time_zone}",
        *_registration(stored, words, [row.at for row in postponed[season_id]]),
    ]
    for row in rounds.some(uow, season_id):
        lines += _round(stored, words, row)
    lines.append("END:VCALENDAR")
    return "".join(part + "\r\n" for line in lines for part in _folded(line))


def _registration(stored: Stored, words: Words, postponed_at: list[datetime]) -> list[str]:
    """What a calendar always has, as one without any entry would not be valid."""
    settings, season = stored.settings, stored.season
    opened = [] if season.state == State.DRAFT else [settings.registration_opens_at]
    closed = [] if season.rounds is None else [settings.registration_closes_at]
    is_cancelled = season.is_over and season.rounds is None
    ended = [stored.row.cancelled_at] if is_cancelled and stored.row.cancelled_at else []
    changes = [stored.row.created_at, *opened, *closed, *postponed_at, *ended]
    return _entry(
        stored,
        "registration",
        words.registration,
        (settings.registration_opens_at, settings.registration_closes_at),
        (max(changes), len(changes) - 1),
        _status(season, cancelled=is_cancelled),
    )


def _round(stored: Stored, words: Words, row: RoundRow) -> Iterator[str]:
    times = rounds.times_of(row)
    if times is None:
        return
    is_cancelled = stored.season.is_over and row.closed_at is None
    stamp = (row.times_set_at or stored.row.created_at, row.times_revision)
    if is_cancelled and stored.row.cancelled_at:
        stamp = (stored.row.cancelled_at, row.times_revision + 1)
    preparing = (times.preparing_from, times.solving_from)
    solving = (times.solving_from, times.closes_at)
    status = _status(stored.season, cancelled=is_cancelled)
    uid = f"round-{row.number}"
    prepare, solve = words.preparing.format(row.number), words.solving.format(row.number)
    yield from _entry(stored, f"{uid}-preparing", prepare, preparing, stamp, status)
    yield from _entry(stored, f"{uid}-solving", solve, solving, stamp, status)


def _status(season: Season, *, cancelled: bool) -> str:
    if cancelled:
        return "CANCELLED"
    return "TENTATIVE" if season.state == State.DRAFT else "CONFIRMED"


def _entry(
    stored: Stored,
    uid: str,
    summary: str,
    interval: tuple[datetime, datetime],
    stamp: tuple[datetime, int],
    status: str,
) -> list[str]:
    begins_at, ends_at = interval
    stamped_at, sequence = stamp
    return [
        "BEGIN:VEVENT",
        f"UID:{uid}.{stored.id}@justa",
        f"DTSTAMP:{_written(stamped_at)}",
        f"SEQUENCE:{sequence}",
        f"DTSTART:{_written(begins_at)}",
        f"DTEND:{_written(ends_at)}",
        f"SUMMARY:{_escaped(f'{stored.row.name} – {summary}')}",
        f"STATUS:{status}",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
    ]


def _written(instant: datetime) -> str:
    return instant.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(value: str) -> str:
    for sign in "\\;,":
        value = value.replace(sign, f"\\{sign}")
    return value.replace("\r\n", "\\n").replace("\n", "\\n")


def _folded(line: str) -> Iterator[str]:
    """The line in parts of at most 75 octets, no letter split, each after the first indented."""
    part = ""
    for letter in line:
        if len((part + letter).encode()) > _LONGEST_LINE:
            yield part
            part = " "
        part += letter
    yield part
