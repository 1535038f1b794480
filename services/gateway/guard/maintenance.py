"""Maintenance: while it is on, operators alone change anything; everybody still reads.

Every process asks the database again after `REMEMBERED_SECONDS`, so that the switch takes effect
everywhere within seconds. While the database is away, its last word holds.
"""

import time
from collections.abc import Callable
from typing import cast

import structlog

from services.gateway.domain.errors import UnderMaintenance
from services.gateway.store import maintenance
from shared.db import AWAY
from shared.metrics import maintenance_is
from shared.runtime import Runtime
from shared.web.tokens import Caller

log = structlog.get_logger()

REMEMBERED_SECONDS = 2.0
RETRY_SECONDS = 60
_READS = frozenset({"GET", "HEAD", "OPTIONS"})
# An operator who has to log in is nobody yet.
_LOGGING_IN = frozenset(
    {
        ("POST", "/sessions"),
        ("POST", "/sessions/refresh"),
        ("POST", "/sessions/openid"),
        ("POST", "/sessions/openid/confirm"),
        ("DELETE", "/sessions/current"),
    }
)


class Switch:
    """Whether maintenance is on, as far as this process knows."""

    def __init__(self, runtime: Runtime, clock: Callable[[], float] = time.monotonic) -> None:
        self._runtime = runtime
        self._clock = clock
        self._reason: str | None = None
        self._until = 0.0

    def require_passable(self, caller: Caller, method: str, path: str) -> None:
        """Raise `UnderMaintenance` for what has to wait. `path` is inside the interface."""
        if method in _READS or (method, path) in _LOGGING_IN or "operator" in caller.roles:
            return
        reason = self._present_reason()
        if reason is not None:
            raise UnderMaintenance(reason or None, retry_after=RETRY_SECONDS)

    def forget(self) -> None:
        """Ask the database at the next request."""
        self._until = 0.0

    def _present_reason(self) -> str | None:
        """Why it is on, perhaps an empty text; None while it is off."""
        if self._clock() >= self._until:
            try:
                with self._runtime.reading() as uow:
                    row = maintenance.find(uow)
            except AWAY as error:
                log.warning("maintenance_unknown", error=repr(error))
            else:
                self._reason = row.reason if row else None
                maintenance_is(on=row is not None)
            self._until = self._clock() + REMEMBERED_SECONDS
        return self._reason


def switch_of(runtime: Runtime) -> Switch:
    """The one switch of a process."""
    if "maintenance" not in runtime.extras:
        runtime.extras["maintenance"] = Switch(runtime)
    return cast(Switch, runtime.extras["maintenance"])
