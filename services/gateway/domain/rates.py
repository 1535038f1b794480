"""How often somebody may ask: so many at once, and then evenly so many in a time."""

from dataclasses import dataclass
from math import ceil

_ROUNDING = 1e-6


@dataclass(frozen=True)
class Rate:
    """`most` requests in `seconds`; whoever has rested that long may make them all at once."""

    most: int
    seconds: float

    def spend(self, paid_until: float, now: float) -> tuple[float, int]:
        """One more request at `now`: how far its cost then reaches, and the seconds to wait.

        Each request costs `seconds / most` of time, paid in advance up to `seconds`. 0 seconds
        to wait: it may pass. Else nothing is spent. Instants are of a clock that never goes back.
        """
        cost = self.seconds / self.most
        reaches = max(paid_until, now) + cost
        # What rounding adds to a sum of costs is nobody's excess.
        excess = reaches - now - self.seconds - _ROUNDING
        return (paid_until, max(1, ceil(excess))) if excess > 0 else (reaches, 0)
