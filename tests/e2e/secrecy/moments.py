"""The moments of a round at which somebody moves and everybody looks."""

from enum import Enum, auto


class Moment(Enum):
    """In their order. `AT_` a deadline nobody but the players has noticed yet that it has come."""

    MORNING = auto()
    """Preparing has begun."""
    EVENING = auto()
    """Later in preparing."""
    AT_SOLVING = auto()
    """At the very instant at which solving begins; no timer has run."""
    SOLVING = auto()
    """Well in solving."""
    LAST_SECOND = auto()
    """A second before the close."""
    AT_CLOSE = auto()
    """At the very instant of the close; no timer has run."""
    CLOSING = auto()
    """The round is closed, but no duel is settled yet."""
