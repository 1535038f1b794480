"""Reading one object field by field, noting every fault instead of stopping at the first."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

from shared.errors import Invalid

FIRST_DAY = date(1900, 1, 1)
LAST_DAY = date(2999, 12, 31)
"""Dates of seasons lie between these, so that no calendar runs into the end of the year 9999."""

REQUIRED = "This is needed."
_OUT_OF_TIME = f"It must lie between {FIRST_DAY} and {LAST_DAY}."


class Fields:
    """Hands out checked values and remembers under which dotted name what was wrong.

    A refused field yields a stand-in so that reading can go on and find the other faults;
    nothing made of stand-ins gets out, because `raise_faults` comes before it is used.
    A field given as None counts as not given.
    """

    def __init__(
        self,
        given: Mapping[str, Any],
        prefix: str = "",
        faults: dict[str, list[str]] | None = None,
    ) -> None:
        self._given = {name: value for name, value in given.items() if value is not None}
        self._prefix = prefix
        self._faults = {} if faults is None else faults

    def __contains__(self, name: str) -> bool:
        return name in self._given

    def refuse(self, name: str, message: str) -> None:
        self._faults.setdefault(self._prefix + name, []).append(message)

    def sound(self, *names: str) -> bool:
        """Whether none of these has been refused, so that they may be compared."""
        return all(self._prefix + name not in self._faults for name in names)

    def raise_faults(self) -> None:
        """Raise `Invalid` with all faults noted so far, here and in objects read from here."""
        if self._faults:
            raise Invalid(errors=self._faults)

    def part(self, name: str) -> "Fields":
        """The object in that field, empty where it is not given."""
        given = self._given.get(name, {})
        if not isinstance(given, Mapping):
            self.refuse(name, "It must be an object.")
            given = {}
        return Fields(given, f"{self._prefix}{name}.", self._faults)

    def whole_number(self, name: str, low: int, high: int, default: int | None = None) -> int:
        value = self._given.get(name, default)
        if value is None:
            self.refuse(name, REQUIRED)
        # A bool is an int to Python, but not to anyone who writes JSON.
        elif type(value) is not int or not low <= value <= high:
            self.refuse(name, f"It must be a whole number from {low} to {high}.")
        else:
            return value
        return low

    def flag(self, name: str, default: bool) -> bool:
        value = self._given.get(name, default)
        if isinstance(value, bool):
            return value
        self.refuse(name, "It must be true or false.")
        return default

    def text(self, name: str) -> str:
        value = self._given.get(name)
        if isinstance(value, str):
            return value
        self.refuse(name, REQUIRED if value is None else "It must be text.")
        return ""

    def choice(self, name: str, choices: tuple[str, ...], default: str | None = None) -> str:
        value = self._given.get(name, default)
        if value in choices:
            return str(value)
        self.refuse(name, REQUIRED if value is None else f"It must be one of {', '.join(choices)}.")
        return choices[0]

    def day(self, name: str) -> date:
        value = self._given.get(name)
        if value is None:
            self.refuse(name, REQUIRED)
        elif not isinstance(value, date) or isinstance(value, datetime):
            self.refuse(name, "It must be a date.")
        elif not FIRST_DAY <= value <= LAST_DAY:
            self.refuse(name, _OUT_OF_TIME)
        else:
            return value
        return FIRST_DAY

    def instant(self, name: str) -> datetime:
        value = self._given.get(name)
        if value is None:
            self.refuse(name, REQUIRED)
        elif not isinstance(value, datetime) or value.utcoffset() is None:
            self.refuse(name, "It must be an instant with its offset from UTC.")
        elif not FIRST_DAY <= value.date() <= LAST_DAY:
            self.refuse(name, _OUT_OF_TIME)
        else:
            return value.astimezone(UTC)
        return datetime.min.replace(tzinfo=UTC)
