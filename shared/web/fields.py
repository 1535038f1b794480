"""Fields that the services' schemas share: what an instant looks like on the wire."""

from datetime import UTC, datetime
from typing import Any

import marshmallow as ma

FIRST_YEAR = 1900
LAST_YEAR = 2999


def told_instant(instant: datetime) -> str:
    """An instant as clients are told it: `2026-03-28T23:00:00Z`."""
    return instant.astimezone(UTC).isoformat().replace("+00:00", "Z")


class InstantField(ma.fields.AwareDateTime):
    """An instant: read with any offset, told in UTC as `2026-03-28T23:00:00Z`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(format="iso", **options)

    def _serialize(self, value: datetime | None, *_: Any, **__: Any) -> str | None:
        return None if value is None else told_instant(value)

    def _deserialize(self, *given: Any, **options: Any) -> datetime:
        instant = super()._deserialize(*given, **options)
        # Nothing computed from it, in any zone, may run out of the calendar.
        if not FIRST_YEAR <= instant.year <= LAST_YEAR:
            raise ma.ValidationError(f"It must lie between {FIRST_YEAR} and {LAST_YEAR}.")
        return instant.astimezone(UTC)


class Flag(ma.fields.Boolean):
    """A JSON boolean and nothing that merely resembles one."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value
