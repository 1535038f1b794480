"""A browser's login, kept by the server: the browser holds a random cookie and no token.

The tokens lie sealed under a key that only the cookie gives, so a stolen table opens nothing. A
refresh token works once; of many requests at once exactly one may use it, and the others wait for
what it brought.
"""

import hashlib
import json
import secrets
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from joserfc import jwe
from joserfc.errors import JoseError
from joserfc.jwk import OctKey
from sqlalchemy import delete, or_, select, update

from services.gateway.callers.opaque_tokens import digest
from services.gateway.domain.login import REFRESH_LIFETIME
from services.gateway.tables.logins import WebSessionRow
from shared.clock import real_now
from shared.runtime import Runtime

_HEADER = {"alg": "dir", "enc": "A256GCM"}
CLAIM = timedelta(seconds=10)


@dataclass(frozen=True)
class Held:
    """What a browser's cookie stands for: tokens, and whose they are."""

    access_token: str
    refresh_token: str
    access_until: datetime
    account: dict[str, Any]

    def good_for(self, seconds: float) -> bool:
        return real_now() + timedelta(seconds=seconds) < self.access_until


def held_tokens(tokens: dict[str, Any]) -> Held:
    """The answer to a login, as it is kept."""
    until = real_now() + timedelta(seconds=tokens["expires_in"])
    return Held(tokens["access_token"], tokens["refresh_token"], until, tokens["account"])


class Keeping:
    """The logins of all browsers, in the gateway's database."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    def begin(self, held: Held) -> str:
        """Keep a login; what the browser's new cookie is to be."""
        cookie = secrets.token_urlsafe(32)
        with self._runtime.plain_writing() as connection:
            connection.execute(
                WebSessionRow.__table__.insert().values(  # type: ignore[attr-defined]
                    id=digest(cookie),
                    sealed=_seal(cookie, held),
                    refreshing_until=None,
                    expires_at=real_now() + REFRESH_LIFETIME,
                )
            )
        return cookie

    def find(self, cookie: str) -> Held | None:
        present = select(WebSessionRow.sealed).where(
            WebSessionRow.id == digest(cookie), WebSessionRow.expires_at > real_now()
        )
        with self._runtime.reading() as uow:
            sealed = uow.session.scalar(present)
        return _open(cookie, sealed) if sealed else None

    def claim_refresh(self, cookie: str) -> bool:
        """Whether the caller is the one who may use the refresh token now."""
        now = real_now()
        free = or_(WebSessionRow.refreshing_until.is_(None), WebSessionRow.refreshing_until < now)
        claim = (
            update(WebSessionRow)
            .where(WebSessionRow.id == digest(cookie), free)
            .values(refreshing_until=now + CLAIM)
            .returning(WebSessionRow.id)
        )
        with self._runtime.plain_writing() as connection:
            return connection.execute(claim).first() is not None

    def free(self, cookie: str) -> None:
        """Give a claim back without having used it."""
        freed = update(WebSessionRow).where(WebSessionRow.id == digest(cookie))
        with self._runtime.plain_writing() as connection:
            connection.execute(freed.values(refreshing_until=None))

    def renew(self, cookie: str, held: Held) -> None:
        """Keep new tokens in place of the old, and free the claim."""
        with self._runtime.plain_writing() as connection:
            connection.execute(
                update(WebSessionRow)
                .where(WebSessionRow.id == digest(cookie))
                .values(
                    sealed=_seal(cookie, held),
                    refreshing_until=None,
                    expires_at=real_now() + REFRESH_LIFETIME,
                )
            )

    def end(self, cookie: str) -> None:
        with self._runtime.plain_writing() as connection:
            connection.execute(delete(WebSessionRow).where(WebSessionRow.id == digest(cookie)))


def _key(cookie: str) -> OctKey:
    return OctKey.import_key(hashlib.sha256(b"justa web session\0" + cookie.encode()).digest())


def _seal(cookie: str, held: Held) -> str:
    text = json.dumps({**asdict(held), "access_until": held.access_until.isoformat()})
    return jwe.encrypt_compact(_HEADER, text.encode(), _key(cookie))


def _open(cookie: str, sealed: str) -> Held | None:
    try:
        text = jwe.decrypt_compact(sealed, _key(cookie)).plaintext
    except JoseError:
        return None
    found = json.loads(text or b"{}")
    return Held(**{**found, "access_until": datetime.fromisoformat(found["access_until"])})
