"""The port between services: what a relay hands events to and a consumer takes them from."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from shared.events.envelope import Envelope


@dataclass(eq=False)
class Delivery:
    """One event on its way into one service; `attempts` counts the failed handlings so far."""

    envelope: Envelope
    attempts: int = field(default=0)

    def done(self) -> None:
        """Acknowledge: the effect is committed."""

    def again(self, error: str) -> None:
        """Hand it back to be delivered later."""

    def bury(self, reason: str) -> None:
        """It can never be handled: lay it among the dead letters."""


@dataclass(frozen=True)
class Letter:
    """A dead letter: what could not be handled, as it came, why, and after how many attempts."""

    id: str
    type: str
    body: str
    reason: str
    attempts: int


Keep = Callable[[Letter], None]


class DeadQueue(Protocol):
    """Where a bus lays what one service cannot handle, until the service has taken it over."""

    def take(self, keep: Keep) -> None:
        """Hand over all that lies there; a letter is gone once `keep` has returned.

        Raises `BusAway`.
        """

    def rest(self, seconds: float) -> None:
        """Let time pass without losing touch; raises `BusAway`."""

    def close(self) -> None: ...


class BusAway(Exception):
    """There is no talking to the broker just now."""


Arrivals = Callable[[], set[str]]
"""Waits for a batch that was sent: the ids that are safe on the other side.

What is not among them stays with the sender, who tries again.
"""


class Subscription(Protocol):
    """One service's incoming events."""

    def take(self, most: int, wait_seconds: float) -> Sequence[Delivery]:
        """Up to `most` deliveries; waits for the first; empty if none came or on closing."""

    def stop_taking(self) -> None:
        """Deliver no more; what is in hand can still be settled."""

    def close(self) -> None: ...


class Bus(Protocol):
    """Carries events at least once, in no promised order between different batches.

    `can_lose` tells whether an event may vanish after it has arrived (from a queue
    that somebody deletes, say), so that listeners must be able to notice.
    """

    can_lose: bool

    def send(self, envelopes: Sequence[Envelope]) -> Arrivals:
        """Hand over a batch; what was sent before it, arrives before it."""

    def subscribe(self, service: str, keep: Keep) -> Subscription:
        """The events of `service`; `keep` takes its dead letters where the bus has no queue for
        them.
        """

    def dead_queue(self, service: str) -> DeadQueue | None:
        """Where the dead letters of `service` lie first; None if they are kept at once."""

    def trouble(self) -> str | None:
        """What keeps events from flowing just now; None if nothing does."""

    def close(self) -> None: ...
