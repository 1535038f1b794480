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
    """A dead letter: an event that `service` could not handle, as it came, and why."""

    id: str
    service: str
    type: str
    reason: str
    body: str


Bury = Callable[[Envelope, str], None]


class DeadLetters(Protocol):
    """The dead letters of one service."""

    def all(self) -> list[Letter]: ...

    def count(self) -> int: ...

    def replay(self, id: str) -> bool:
        """Send a dead letter back to work; False if it is not there."""

    def drop(self, id: str) -> bool:
        """Take a dead letter out for good; False if it is not there."""


class Subscription(Protocol):
    """One service's incoming events."""

    def take(self, most: int, wait_seconds: float) -> Sequence[Delivery]:
        """Up to `most` deliveries; waits for the first; empty if none came or on closing."""

    def stop_taking(self) -> None:
        """Deliver no more; what is in hand can still be settled."""

    def close(self) -> None: ...


class Bus(Protocol):
    """Carries events at least once, in no promised order between different batches.

    `can_lose` tells whether an event may vanish after `publish` has returned it (from a queue
    that somebody deletes, say), so that listeners must be able to notice.
    """

    can_lose: bool

    def publish(self, envelopes: Sequence[Envelope]) -> set[str]:
        """Hand over a batch and return the ids that are safe on the other side.

        What is not returned stays with the sender, who tries again.
        """

    def subscribe(self, service: str, bury: Bury) -> Subscription:
        """The events of `service`; `bury` keeps a dead letter where the bus has no place for it."""

    def dead_letters(self, service: str) -> DeadLetters | None:
        """Where the bus keeps the dead letters of `service`; None if it has no place for them."""

    def trouble(self) -> str | None:
        """What keeps events from flowing just now; None if nothing does."""

    def close(self) -> None: ...
