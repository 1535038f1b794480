"""How a season's registration opens and closes, and what it allows meanwhile.

Stored instants decide: a draft that has reached its opening and a registration that has reached
its close are opened and closed by whoever finds them so first, a timer or a request.
"""

from dataclasses import replace
from datetime import datetime
from enum import StrEnum

from services.scheduler.domain.calendar import calendar_fits
from services.scheduler.domain.errors import (
    RegistrationNotOpen,
    SeasonFull,
    SeasonNotDraft,
    SeasonSettingsFixed,
)
from services.scheduler.domain.rounds import number_of_rounds
from services.scheduler.domain.season import Season, State, cancel, ensure_not_over
from services.scheduler.domain.settings import Format, SeasonSettings

MOST_IN_ROUND_ROBIN = 200
"""Beyond these a double round robin has over 398 rounds: more than two years of two-day rounds."""


class Departure(StrEnum):
    """What giving up means: off the list before it closes, a withdrawal afterwards."""

    LEAVES = "leaves"
    WITHDRAWS = "withdraws"


def opens_now(season: Season, now: datetime) -> bool:
    """Whether a draft has reached the instant at which registration opens."""
    return season.state == State.DRAFT and now >= season.settings.registration_opens_at


def with_settings(season: Season, settings: SeasonSettings, now: datetime) -> Season:
    """The draft with other settings; raises `SeasonSettingsFixed` once registration opens."""
    ensure_draft(season, now)
    return replace(season, settings=settings)


def ensure_draft(season: Season, now: datetime) -> None:
    """Raise `SeasonSettingsFixed` once registration opens."""
    if season.state != State.DRAFT or opens_now(season, now):
        raise SeasonSettingsFixed


def open_registration(season: Season, now: datetime) -> Season:
    """Registration open: at its instant, or now where an operator opens it early."""
    if season.state != State.DRAFT:
        raise SeasonNotDraft
    opens_at = min(now, season.settings.registration_opens_at)
    settings = replace(season.settings, registration_opens_at=opens_at)
    return replace(season, state=State.REGISTRATION, settings=settings)


def ensure_registration_open(season: Season, now: datetime) -> None:
    """Raise `RegistrationNotOpen` unless accounts may register at this instant."""
    open_state = season.state == State.REGISTRATION or opens_now(season, now)
    if not open_state or now >= season.settings.registration_closes_at:
        raise RegistrationNotOpen


def ensure_place(season: Season, participants: int) -> None:
    """Raise `SeasonFull` if one more would be too many for a meeting of each with each."""
    is_round_robin = season.settings.format == Format.DOUBLE_ROUND_ROBIN
    if is_round_robin and participants >= MOST_IN_ROUND_ROBIN:
        raise SeasonFull


def departure(season: Season, now: datetime) -> Departure:
    """What giving up means now; raises `SeasonOver` or `RegistrationNotOpen` if nothing.

    A registration that has reached its close is to be closed first.
    """
    if season.state == State.RUNNING:
        return Departure.WITHDRAWS
    ensure_not_over(season)
    ensure_registration_open(season, now)
    return Departure.LEAVES


def close_registration(season: Season, participants: int, now: datetime) -> Season:
    """The list closed, at its instant or now where an operator closes it early.

    Fixes the number of rounds and runs the season, or cancels it and says why: too few
    participants, or so many that their rounds would go beyond the last date of any season.
    """
    if season.state != State.REGISTRATION:
        raise RegistrationNotOpen
    closes_at = min(now, season.settings.registration_closes_at)
    settings = replace(season.settings, registration_closes_at=closes_at)
    season = replace(season, settings=settings)
    if participants < settings.min_participants:
        return cancel(season, _too_few(participants, settings.min_participants))
    rounds = number_of_rounds(settings.format, participants, settings.swiss_rounds)
    if not calendar_fits(settings, rounds):
        return cancel(
            season, f"{rounds} rounds would go beyond the last date that a season may reach."
        )
    return replace(season, state=State.RUNNING, rounds=rounds)


def _too_few(participants: int, least: int) -> str:
    had = "1 participant" if participants == 1 else f"{participants} participants"
    return f"Registration closed with {had}; the season needs at least {least}."
