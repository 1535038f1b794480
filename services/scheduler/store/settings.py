"""A season's settings as its row keeps them.

They were checked when they were given; what has happened since (registration opened and closed at
one instant, say) may no longer pass those checks, so nothing is checked on the way back.
"""

from typing import Any

from services.scheduler.domain.settings import (
    Cadence,
    CalendarCadence,
    Clues,
    Format,
    Game,
    Points,
    SeasonSettings,
    TimedCadence,
)
from services.scheduler.domain.settings_reader import settings_given
from services.scheduler.tables import SeasonRow

_COLUMNS = (
    "format",
    "time_zone",
    "registration_opens_at",
    "registration_closes_at",
    "starts_on",
    "starts_at",
)


def columns_of(settings: SeasonSettings) -> dict[str, Any]:
    """The settings as values of the season's columns."""
    given = settings_given(settings)
    rules = {name: value for name, value in given.items() if name not in _COLUMNS}
    return {**{name: given[name] for name in _COLUMNS}, "rules": rules}


def settings_from(row: SeasonRow) -> SeasonSettings:
    """The settings that the row keeps."""
    rules = row.rules
    return SeasonSettings(
        format=Format(row.format),
        time_zone=row.time_zone,
        registration_opens_at=row.registration_opens_at,
        registration_closes_at=row.registration_closes_at,
        starts_on=row.starts_on,
        starts_at=row.starts_at,
        points=Points(**rules["points"]),
        game=Game(**rules["game"]),
        clues=Clues(**rules["clues"]) if rules["clues"] else None,
        cadence=_cadence(rules["cadence"]),
        swiss_rounds=rules["swiss_rounds"],
        min_participants=rules["min_participants"],
    )


def _cadence(kept: dict[str, Any]) -> Cadence:
    values = {name: value for name, value in kept.items() if name != "kind"}
    return CalendarCadence(**values) if kept["kind"] == "calendar" else TimedCadence(**values)
