"""The port between services: what a relay hands events to and a consumer takes them from."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from shared.events.envelope import Envelope


@dataclass(eq=False)
class Delivery:
    """One event on its way into one service; `attempts` counts the failed handlings so far."""

    envelope: Envelope
    attempts: int = field(default=0)

    def done(self) -> None:
        """Acknowledge: the effect is committed, or the event is buried with its reason."""

    def again(self) -> None:
        """Hand it back to be delivered later."""


class Subscription(Protocol):
    """One service's incoming events; used from one thread."""

    def take(self, most: int, wait_seconds: float) -> Sequence[Delivery]:
        """Up to `most` deliveries; waits for the first; empty if none came or on closing."""

    def close(self) -> None: ...


class Bus(Protocol):
    """Carries events at least once, in no promised order between different batches."""

    def publish(self, envelopes: Sequence[Envelope]) -> set[str]:
        """Hand over a batch and return the ids that are safe on the other side.

        What is not returned stays with the sender, who tries again.
        """

    def subscribe(self, service: str) -> Subscription: ...

    def close(self) -> None: ...
