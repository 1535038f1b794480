"""Seeing from which network and with which device somebody plays, as salted hashes alone.

A move is passed on only once its sender's sighting is committed: when its match has closed and
somebody looks for what both sides have in common, all there is to see is there. What this process
has noted it need not note again, so it is one write for each match, player, network and device.
"""

import hmac
import re
import threading
import time
from collections.abc import Callable, Collection
from hashlib import sha256
from typing import cast

import structlog

from services.gateway.callers.identity import Identity
from services.gateway.callers.request import client_address
from services.gateway.ports import Environ
from services.gateway.routes import BASE
from services.gateway.store import sightings
from shared.clock import real_now
from shared.runtime import Runtime

log = structlog.get_logger()

NOTED_SECONDS = 24 * 3600.0
MOST_NOTED = 50_000
_MOVE = re.compile(rf"{BASE}/matches/([0-9a-f-]{{36}})/(?:code|attempts|clues)")


class Sightings:
    """Notes where the accounts that ask this process are seen."""

    def __init__(self, runtime: Runtime, clock: Callable[[], float] = time.monotonic) -> None:
        self._runtime = runtime
        self._clock = clock
        self._salt = sha256(b"sightings " + runtime.settings.secret.encode()).digest()
        self._lock = threading.Lock()
        self._noted: dict[tuple[str, str, str, str], float] = {}

    def note(self, identity: Identity, environ: Environ) -> None:
        """Keep from where a logged-in player asks; what goes wrong with that hinders no play."""
        if identity.login_id is not None:
            self.note_account(identity.caller.account, identity.caller.roles, environ)

    def note_account(self, account_id: str, roles: Collection[str], environ: Environ) -> None:
        """The same of somebody who has just logged in, and whom the edge did not know yet."""
        if "player" not in roles:
            return
        noted = (account_id, _match_of(environ), client_address(environ), _device(environ))
        if self._clock() < self._noted.get(noted, 0.0):
            return
        try:
            self._keep(noted)
        except Exception:
            log.exception("sighting_lost")
        with self._lock:
            if len(self._noted) >= MOST_NOTED:
                self._noted.clear()
            self._noted[noted] = self._clock() + NOTED_SECONDS

    def _keep(self, noted: tuple[str, str, str, str]) -> None:
        account_id, match_id, network, device = noted
        seen = {"network": network, "device": device}
        digests = {kind: self._digest(kind, text) for kind, text in seen.items() if text}
        with self._runtime.writing() as uow:
            sightings.add(uow, account_id, match_id, digests, real_now())

    def _digest(self, kind: str, text: str) -> str:
        return hmac.new(self._salt, f"{kind} {text}".encode(), sha256).hexdigest()[:32]


def sightings_of(runtime: Runtime) -> Sightings:
    """The one memory of sightings that a process has."""
    if "sightings" not in runtime.extras:
        runtime.extras["sightings"] = Sightings(runtime)
    return cast(Sightings, runtime.extras["sightings"])


def _match_of(environ: Environ) -> str:
    """The match that a move is made in; for anything else, and for a mere look, none."""
    found = _MOVE.fullmatch(environ["PATH_INFO"])
    return found[1] if found and environ["REQUEST_METHOD"] != "GET" else sightings.ANYWHERE


def _device(environ: Environ) -> str:
    """What a program says of itself and its user's languages; empty if it says nothing."""
    program = environ.get("HTTP_USER_AGENT", "")
    return f"{program}\n{environ.get('HTTP_ACCEPT_LANGUAGE', '')}" if program else ""
