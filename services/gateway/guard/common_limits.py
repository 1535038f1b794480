"""What all gateways of a platform count together, in their database, by real time.

Where a rate is high a process takes some requests' worth at once, so that not every request asks
the database; what it took and did not need is forfeit. So never more pass than the rate allows.
"""

import hashlib
import threading
import time
from collections.abc import Callable
from math import ceil

from services.gateway.domain.rates import Rate
from services.gateway.store import allowances
from shared.errors import TooManyRequests
from shared.runtime import Runtime

# Of an allowance a process may hold this part in hand, for so long.
PART_TAKEN = 20
SECONDS_HELD = 10
MOST_HELD = 20_000
MICROSECONDS = 1_000_000


class CommonLimits:
    """Counts for all processes with the same database."""

    def __init__(self, runtime: Runtime, clock: Callable[[], float] = time.time) -> None:
        self._runtime = runtime
        self._clock = clock
        self._pepper = runtime.settings.secret.encode()[:64]
        self._held: dict[str, tuple[int, float]] = {}
        self._lock = threading.Lock()

    def spend(self, name: str, rate: Rate, who: str) -> None:
        """One more request called `name` by `who`; raises `TooManyRequests`."""
        key = self._key(name, who)
        if self._spend_held(key):
            return
        cost = int(rate.seconds * MICROSECONDS) // rate.most
        some = max(1, rate.most // PART_TAKEN)
        with self._runtime.plain_writing() as connection:
            for number in dict.fromkeys((some, 1)):
                now = int(self._clock() * MICROSECONDS)
                ahead = int(rate.seconds * MICROSECONDS)
                if allowances.spend(connection, key, cost=number * cost, ahead=ahead, now=now):
                    self._hold(key, number - 1)
                    return
            excess = allowances.paid_until(connection, key) + cost - now - ahead
        raise TooManyRequests(retry_after=max(1, ceil(excess / MICROSECONDS)))

    def _spend_held(self, key: str) -> bool:
        with self._lock:
            number, until = self._held.get(key, (0, 0.0))
            if not number or self._clock() >= until:
                return False
            self._held[key] = (number - 1, until)
        return True

    def _hold(self, key: str, number: int) -> None:
        if not number:
            return
        with self._lock:
            if len(self._held) >= MOST_HELD:
                self._held.clear()
            self._held[key] = (number, self._clock() + SECONDS_HELD)

    def _key(self, name: str, who: str) -> str:
        named = f"{name}\n{who}".encode("utf-8", "replace")
        return hashlib.blake2b(named, digest_size=16, key=self._pepper).hexdigest()
