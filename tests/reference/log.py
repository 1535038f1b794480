"""What happened in a season, in order: everything that the model needs to predict the rest."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class Entry:
    """Something that happened, at an instant of competition time."""

    at: datetime


@dataclass(frozen=True)
class RegistrationOpened(Entry):
    """Players may register from here on; by hand: an operator went before the announced time."""

    by_hand: bool


@dataclass(frozen=True)
class Registered(Entry):
    """An account joined the list."""

    account_id: str
    display_name: str


@dataclass(frozen=True)
class Unregistered(Entry):
    """An account left the list before it closed."""

    account_id: str


@dataclass(frozen=True)
class RegistrationClosed(Entry):
    """The list closed and the seed of the lot was revealed; by hand as for the opening."""

    seed: str
    by_hand: bool


@dataclass(frozen=True)
class Paired(Entry):
    """A round's matches as (id, first, second) and who has the bye."""

    round: int
    matches: tuple[tuple[str, str, str], ...]
    bye: str | None


@dataclass(frozen=True)
class CodeSaved(Entry):
    """A draft, or a confirmed code."""

    match_id: str
    account_id: str
    code: str
    confirmed: bool


@dataclass(frozen=True)
class CodeDrawn(Entry):
    """The server's code for someone who had not confirmed one, as published at the close."""

    match_id: str
    account_id: str
    code: str


@dataclass(frozen=True)
class AttemptMade(Entry):
    """A guess and the feedback that was given."""

    match_id: str
    account_id: str
    number: int
    guess: str
    exact: int
    partial: int


@dataclass(frozen=True)
class ClueTold(Entry):
    """The symbol at one position of the other's code."""

    match_id: str
    account_id: str
    position: int
    symbol: str


@dataclass(frozen=True)
class AuraGranted(Entry):
    """An operator's gift."""

    account_id: str
    amount: int
    reason: str


@dataclass(frozen=True)
class Withdrew(Entry):
    """A participant left after the close of registration."""

    account_id: str


@dataclass(frozen=True)
class Disqualified(Entry):
    """An operator put a participant out."""

    account_id: str


@dataclass(frozen=True)
class Annulled(Entry):
    """An operator declared a result void."""

    match_id: str


@dataclass(frozen=True)
class Corrected(Entry):
    """An operator gave a match another outcome."""

    match_id: str
    outcome: str


@dataclass(frozen=True)
class Postponed(Entry):
    """Everything still ahead moves by days (calendar) or seconds (timed)."""

    amount: int
    reason: str
