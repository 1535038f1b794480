"""How often who may call, by real time.

Every request is counted in the process that answers it. What changes something, costs much or can
be guessed at is counted by all gateways together (`common_limits`).
"""

import threading
import time
from collections.abc import Callable
from typing import cast

from services.gateway.domain.rates import Rate
from services.gateway.guard.common_limits import CommonLimits
from shared.errors import TooManyRequests
from shared.runtime import Runtime
from shared.web.tokens import Caller

MOST_COUNTED = 50_000

PEOPLE = Rate(600, 60)
ADDRESSES = Rate(600, 60)
GAME_SERVERS = Rate(6_000, 60)
WRITES = Rate(300, 60)
WRITES_OF_GAME_SERVERS = Rate(6_000, 60)
# A class or a club registers from one address within minutes; nobody else makes hundreds.
NEW_ACCOUNTS = Rate(120, 3600)
PASSWORDS = Rate(60, 60)
# The second is for guessing from many addresses; it can shut the right one out for a while, too.
ONE_EMAIL_FROM_ONE_ADDRESS = Rate(10, 300)
ONE_EMAIL_FROM_ANYWHERE = Rate(100, 3600)
MAILS = Rate(20, 3600)
MAILS_FOR_ONE_EMAIL = Rate(4, 3600)

# Beside the general rates, what costs much or can be guessed at has one of its own per address.
DEAR: dict[tuple[str, str], Rate] = {
    ("POST", "/accounts"): NEW_ACCOUNTS,
    ("POST", "/guests"): NEW_ACCOUNTS,
    ("POST", "/sessions"): PASSWORDS,
    ("POST", "/sessions/openid"): PASSWORDS,
    ("POST", "/sessions/openid/confirm"): PASSWORDS,
    ("PATCH", "/me"): PASSWORDS,
    ("POST", "/accounts/verification"): MAILS,
    ("POST", "/accounts/verification/confirm"): PASSWORDS,
    ("POST", "/accounts/password-reset"): MAILS,
    ("POST", "/accounts/password-reset/confirm"): PASSWORDS,
}
_READS = frozenset({"GET", "HEAD", "OPTIONS"})


class Limits:
    """Counts requests and refuses those beyond a rate; `on` False lets all pass.

    Without `common` this process counts for itself alone.
    """

    def __init__(
        self,
        *,
        on: bool,
        clock: Callable[[], float] = time.monotonic,
        common: CommonLimits | None = None,
    ) -> None:
        self._on = on
        self._clock = clock
        self._common = common
        self._lock = threading.Lock()
        self._paid: dict[tuple[Rate, str], float] = {}

    def spend(self, rate: Rate, who: str) -> None:
        """One more request by `who` to this process; raises `TooManyRequests`."""
        if not self._on:
            return
        with self._lock:
            now = self._clock()
            self._paid[rate, who], wait = rate.spend(self._paid.get((rate, who), 0.0), now)
            if len(self._paid) > MOST_COUNTED:
                self._forget_rested(now)
        if wait:
            raise TooManyRequests(retry_after=wait)

    def spend_common(self, name: str, rate: Rate, who: str) -> None:
        """One more request called `name` by `who` to any process; raises `TooManyRequests`."""
        if self._on and self._common:
            self._common.spend(name, rate, who)
        else:
            self.spend(rate, f"{name} {who}")

    def spend_request(self, caller: Caller, address: str, method: str, path: str) -> None:
        """Count a request against its caller, or its address, and what it asks for."""
        serves_games = "game_server" in caller.roles
        who = caller.account_id or address
        of_people = PEOPLE if caller.account_id else ADDRESSES
        self.spend(GAME_SERVERS if serves_games else of_people, who)
        if method not in _READS:
            self.spend_common("writes", WRITES_OF_GAME_SERVERS if serves_games else WRITES, who)
        dear = DEAR.get((method, path))
        if dear:
            self.spend_common(f"{method} {path}", dear, address)

    def _forget_rested(self, now: float) -> None:
        kept = {key: until for key, until in self._paid.items() if until > now}
        # A flood of ever new addresses may not take all memory: then everybody starts afresh.
        self._paid = kept if len(kept) <= MOST_COUNTED // 2 else {}


def limits_of(runtime: Runtime) -> Limits:
    """The one count that a process keeps."""
    if "limits" not in runtime.extras:
        on = runtime.settings.rate_limits
        runtime.extras["limits"] = Limits(on=on, common=CommonLimits(runtime))
    return cast(Limits, runtime.extras["limits"])
