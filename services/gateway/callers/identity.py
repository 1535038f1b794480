"""Who calls: from a bearer token to a caller that the services will believe in.

What was found is remembered for `REMEMBERED_SECONDS`, and forgotten at once where this process
itself ends a login or suspends an account; so both take effect everywhere within seconds.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

from services.gateway.callers.access_tokens import read_access
from services.gateway.callers.opaque_tokens import API_KEY_PREFIX, digest
from services.gateway.domain.account import Account
from services.gateway.domain.errors import AccountIsSuspended, LoginOver
from services.gateway.store import api_keys, logins
from services.gateway.store.changes import listen
from shared.clock import real_now
from shared.errors import NotFound
from shared.runtime import Runtime
from shared.web.tokens import ANYBODY, Caller, sign

REMEMBERED_SECONDS = 2.0
MOST_REMEMBERED = 20_000


@dataclass(frozen=True)
class Identity:
    """A caller, the login they came by (None for a key or nobody), and our word for them."""

    caller: Caller
    secret: str = field(repr=False)
    login_id: str | None = None
    suspended: bool = False
    _words: dict[str, str] = field(default_factory=dict, repr=False, compare=False)

    def word_to(self, service: str) -> str:
        """What vouches for the caller to `service` alone; good as long as this is remembered."""
        if service not in self._words:
            self._words[service] = sign(self.caller, self.secret, service)
        return self._words[service]


class Identities:
    """Looks up who a token stands for."""

    def __init__(self, runtime: Runtime, clock: Callable[[], float] = time.monotonic) -> None:
        self._runtime = runtime
        self._clock = clock
        self._known: dict[str, tuple[float, Identity]] = {}
        self._lock = threading.Lock()
        self._forgotten = 0
        listen(self)

    def nobody(self) -> Identity:
        return self._remembered("", lambda: self._identity(ANYBODY))

    def of_bearer(self, token: str) -> Identity:
        """Who `token` stands for, suspended or not; raises `LoginOver`."""
        if token.startswith(API_KEY_PREFIX):
            key = digest(token)
            return self._remembered(key, lambda: self._of_key(key))
        return self._remembered(token, lambda: self._of_access(token))

    def of_login(self, login_id: str) -> Identity:
        """Who has logged in so; raises `LoginOver` once the login has ended."""
        return self._remembered(login_id, lambda: self._of_login(login_id))

    def forget(self, account_id: str) -> None:
        """Ask the database again about everything that `account_id` shows from now on."""
        with self._lock:
            self._forgotten += 1
            for key, (_, identity) in list(self._known.items()):
                if identity.caller.account_id == account_id:
                    del self._known[key]

    def _remembered(self, key: str, find: Callable[[], Identity]) -> Identity:
        until, identity = self._known.get(key, (0.0, None))
        if identity is not None and self._clock() < until:
            return identity
        forgotten = self._forgotten
        found = find()
        with self._lock:
            # What was read before a change must not be remembered after it.
            if forgotten == self._forgotten:
                if len(self._known) >= MOST_REMEMBERED:
                    self._known.clear()
                self._known[key] = (self._clock() + REMEMBERED_SECONDS, found)
        return found

    def _of_access(self, token: str) -> Identity:
        return self._of_login(read_access(token, self._runtime.settings.secrets).login_id)

    def _of_login(self, login_id: str) -> Identity:
        try:
            with self._runtime.reading() as uow:
                found = logins.with_account(uow, login_id)
        except NotFound as error:
            raise LoginOver from error
        if found is None or not found[0].alive(real_now()):
            raise LoginOver
        login, account = found
        return self._identity(caller_of(account), login.id, account.suspended)

    def _of_key(self, key: str) -> Identity:
        with self._runtime.reading() as uow:
            row = api_keys.in_force(uow, key)
            noted = row is not None and api_keys.is_use_known(uow, row.id, real_now())
        if row is None:
            raise LoginOver
        if not noted:
            with self._runtime.plain_writing() as connection:
                api_keys.note_use(connection, row.id, real_now())
        return self._identity(Caller(row.id, row.name, frozenset({row.role})))

    def _identity(
        self, caller: Caller, login_id: str | None = None, suspended: bool = False
    ) -> Identity:
        return Identity(caller, self._runtime.settings.secret, login_id, suspended)


def identities_of(runtime: Runtime) -> Identities:
    """The one memory of callers that a process has."""
    if "identities" not in runtime.extras:
        runtime.extras["identities"] = Identities(runtime)
    return cast(Identities, runtime.extras["identities"])


def caller_of(account: Account) -> Caller:
    return Caller(account.id, account.display_name, frozenset(account.roles))


def admitted(identity: Identity) -> Identity:
    """Let somebody in; raises `AccountIsSuspended`."""
    if identity.suspended:
        raise AccountIsSuspended
    return identity
