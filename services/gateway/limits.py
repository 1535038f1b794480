"""How often who may call; counted in this process, by real time."""

import threading
import time
from collections.abc import Callable
from typing import cast

from services.gateway.domain.rates import Rate
from shared.errors import TooManyRequests
from shared.runtime import Runtime
from shared.web.tokens import Caller

MOST_COUNTED = 50_000

PEOPLE = Rate(600, 60)
ADDRESSES = Rate(600, 60)
GAME_SERVERS = Rate(6_000, 60)
# A class or a club registers from one address within minutes; nobody else makes hundreds.
NEW_ACCOUNTS = Rate(120, 3600)
PASSWORDS = Rate(60, 60)
# The second is for guessing from many addresses; it can shut the right one out for a while, too.
ONE_EMAIL_FROM_ONE_ADDRESS = Rate(10, 300)
ONE_EMAIL_FROM_ANYWHERE = Rate(100, 3600)
MAILS = Rate(20, 3600)
MAILS_FOR_ONE_EMAIL = Rate(4, 3600)

# Beside the general rate, what costs much or can be guessed at has one of its own per address.
DEAR: dict[tuple[str, str], Rate] = {
    ("POST", "/accounts"): NEW_ACCOUNTS,
    ("POST", "/guests"): NEW_ACCOUNTS,
    ("POST", "/sessions"): PASSWORDS,
    ("POST", "/accounts/verification"): MAILS,
    ("POST", "/accounts/verification/confirm"): PASSWORDS,
    ("POST", "/accounts/password-reset"): MAILS,
    ("POST", "/accounts/password-reset/confirm"): PASSWORDS,
}


class Limits:
    """Counts requests and refuses those beyond a rate; `on` False lets all pass."""

    def __init__(self, *, on: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self._on = on
        self._clock = clock
        self._lock = threading.Lock()
        self._paid: dict[tuple[Rate, str], float] = {}

    def spend(self, rate: Rate, who: str) -> None:
        """One more request by `who`; raises `TooManyRequests`."""
        if not self._on:
            return
        with self._lock:
            now = self._clock()
            self._paid[rate, who], wait = rate.spend(self._paid.get((rate, who), 0.0), now)
            if len(self._paid) > MOST_COUNTED:
                self._forget_rested(now)
        if wait:
            raise TooManyRequests(retry_after=wait)

    def spend_request(self, caller: Caller, address: str, method: str, path: str) -> None:
        """Count a request against its caller, or its address, and what it asks for."""
        if caller.account_id is None:
            self.spend(ADDRESSES, address)
        else:
            rate = GAME_SERVERS if "game_server" in caller.roles else PEOPLE
            self.spend(rate, caller.account_id)
        dear = DEAR.get((method, path))
        if dear:
            self.spend(dear, f"{method} {path} {address}")

    def _forget_rested(self, now: float) -> None:
        kept = {key: until for key, until in self._paid.items() if until > now}
        # A flood of ever new addresses may not take all memory: then everybody starts afresh.
        self._paid = kept if len(kept) <= MOST_COUNTED // 2 else {}


def limits_of(runtime: Runtime) -> Limits:
    """The one count that a process keeps."""
    if "limits" not in runtime.extras:
        runtime.extras["limits"] = Limits(on=runtime.settings.rate_limits)
    return cast(Limits, runtime.extras["limits"])
