"""What one check found."""

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    GOOD = "ok"
    NOTE = "note"
    WRONG = "WRONG"


@dataclass(frozen=True)
class Finding:
    """`about` is what was looked at; `mend` says what to do about it, where anything is to do."""

    level: Level
    about: str
    found: str
    mend: str | None = None

    def __str__(self) -> str:
        told = f"{self.level:>5}  {self.about}: {self.found}"
        return f"{told}\n       -> {self.mend}" if self.mend else told


def good(about: str, found: str) -> Finding:
    return Finding(Level.GOOD, about, found)


def note(about: str, found: str, mend: str | None = None) -> Finding:
    return Finding(Level.NOTE, about, found, mend)


def wrong(about: str, found: str, mend: str) -> Finding:
    return Finding(Level.WRONG, about, found, mend)
