"""The OpenID provider of the settings: where to send people, and what it says of who comes back.

Everything that is fetched is remembered for an hour; keys are fetched again, at most once a
minute, when a token names one that is not known.
"""

import base64
import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import quote_plus, urlencode, urlsplit

import structlog
from joserfc import jwt
from joserfc.errors import InvalidKeyIdError, JoseError
from joserfc.jwk import KeySet

from services.gateway.callers.remote_json import RemoteJson
from services.gateway.domain.errors import OpenIdRefused
from services.gateway.store.openid import Attempt
from shared.clock import real_now
from shared.errors import NotFound, ServiceUnavailable
from shared.runtime import Runtime
from shared.settings import Settings

log = structlog.get_logger()

# Signed with the provider's own key alone: a secret that we share with it proves nothing.
ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA"]
REMEMBERED_SECONDS = 3600.0
KEYS_APART_SECONDS = 60.0
SECONDS_ASTRAY = 60
_METHODS, _BY_HEADER = "token_endpoint_auth_methods_supported", "client_secret_basic"
_HERE = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class Person:
    """Whom the provider has sent us. `email` only if the provider has verified it."""

    issuer: str
    subject: str
    email: str | None
    name: str


class OpenIdProvider:
    """Speaks to one provider; raises `ServiceUnavailable` where it does not answer as it should."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self.issuer = (settings.openid_issuer or "").rstrip("/")
        self._client_id = settings.openid_client_id or ""
        self._client_secret = settings.openid_client_secret or ""
        place = settings.public_url or f"http://{settings.host}:{settings.port}"
        self._redirect = f"{place.rstrip('/')}/login/openid"
        self._server = RemoteJson(clock)

    def address_for(self, state: str, attempt: Attempt) -> str:
        """Where somebody goes to say who they are."""
        challenge = hashlib.sha256(attempt.verifier.encode()).digest()
        asked = {
            "response_type": "code",
            "client_id": self._client_id,
            "redirect_uri": self._redirect,
            "scope": "openid email profile",
            "state": state,
            "nonce": attempt.nonce,
            "code_challenge": base64.urlsafe_b64encode(challenge).decode().rstrip("="),
            "code_challenge_method": "S256",
        }
        return f"{self._endpoint('authorization_endpoint')}?{urlencode(asked)}"

    def person_of(self, code: str, attempt: Attempt) -> Person:
        """Who brought `code` back; raises `OpenIdRefused` if that cannot be believed."""
        token = self._exchange(code, attempt.verifier)
        claims = self._claims(token)
        self._require_for_us(claims, attempt.nonce)
        verified = claims.get("email_verified") is True and isinstance(claims.get("email"), str)
        name = claims.get("preferred_username") or claims.get("name") or ""
        email = claims["email"] if verified else None
        return Person(self.issuer, claims["sub"], email, str(name))

    def _exchange(self, code: str, verifier: str) -> str:
        given = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self._redirect,
            "client_id": self._client_id,
            "code_verifier": verifier,
        }
        headers = self._prove_ourselves(given)
        status, answer = self._server.ask("POST", self._endpoint("token_endpoint"), given, headers)
        if status >= 500:
            raise ServiceUnavailable(retry_after=5)
        token = answer.get("id_token")
        if status != 200 or not isinstance(token, str):
            log.warning("openid_code_refused", status=status)
            raise OpenIdRefused
        return token

    def _prove_ourselves(self, form: dict[str, str]) -> dict[str, str]:
        """Our secret, if we have one, in a header or in `form`: as the provider takes it."""
        if not self._client_secret:
            return {}
        # Where a provider does not say, it is the first (OpenID Connect Discovery 1.0, 3).
        taken = self._description().get(_METHODS, [_BY_HEADER])
        if _BY_HEADER not in taken:
            form["client_secret"] = self._client_secret
            return {}
        both = f"{quote_plus(self._client_id)}:{quote_plus(self._client_secret)}"
        return {"Authorization": f"Basic {base64.b64encode(both.encode()).decode()}"}

    def _claims(self, token: str) -> dict[str, Any]:
        try:
            return self._decoded(token, anew=False)
        except InvalidKeyIdError:
            return self._decoded_with_new_keys(token)
        except (JoseError, ValueError, KeyError, TypeError) as error:
            raise OpenIdRefused from error

    def _decoded_with_new_keys(self, token: str) -> dict[str, Any]:
        try:
            return self._decoded(token, anew=True)
        except (JoseError, ValueError, KeyError, TypeError) as error:
            raise OpenIdRefused from error

    def _decoded(self, token: str, *, anew: bool) -> dict[str, Any]:
        within = KEYS_APART_SECONDS if anew else REMEMBERED_SECONDS
        keys = KeySet.import_key_set(
            cast(Any, self._server.get(self._endpoint("jwks_uri"), within))
        )
        claims: Any = jwt.decode(token, keys, algorithms=ALGORITHMS).claims
        if not isinstance(claims, dict):
            raise OpenIdRefused
        return claims

    def _require_for_us(self, claims: dict[str, Any], nonce: str) -> None:
        """Said by the provider, to us, now, in answer to this attempt."""
        now, audience = real_now().timestamp(), claims.get("aud")
        audiences = audience if isinstance(audience, list) else [audience]
        asked_for = audiences[0] if len(audiences) == 1 else None
        expires, begun = claims.get("exp"), claims.get("iat")
        believed = (
            str(claims.get("iss")).rstrip("/") == self.issuer
            and self._client_id in audiences
            and claims.get("azp", asked_for) == self._client_id
            and isinstance(expires, int | float)
            and now < expires + SECONDS_ASTRAY
            and isinstance(begun, int | float)
            and begun <= now + SECONDS_ASTRAY
            and claims.get("nonce") == nonce
            and isinstance(claims.get("sub"), str)
            and 0 < len(claims["sub"]) <= 255
        )
        if not believed:
            log.warning("openid_token_refused")
            raise OpenIdRefused

    def _endpoint(self, name: str) -> str:
        told = self._description()
        address = told.get(name)
        if str(told.get("issuer")).rstrip("/") != self.issuer or not _is_safe(address):
            raise ServiceUnavailable("The OpenID provider describes itself wrongly", retry_after=60)
        return str(address)

    def _description(self) -> dict[str, Any]:
        return self._server.get(
            f"{self.issuer}/.well-known/openid-configuration", REMEMBERED_SECONDS
        )


def host_of_provider(settings: Settings) -> str | None:
    """Where people log in who come by the provider; None where none is set."""
    if not settings.openid_issuer or not settings.openid_client_id:
        return None
    return urlsplit(settings.openid_issuer).hostname


def provider_of(runtime: Runtime) -> OpenIdProvider:
    """The provider of the settings; raises `NotFound` where none is set."""
    settings = runtime.settings
    if host_of_provider(settings) is None:
        raise NotFound
    if not _is_safe(settings.openid_issuer):
        raise NotFound("The OpenID provider has to be asked by https")
    if "openid" not in runtime.extras:
        runtime.extras["openid"] = OpenIdProvider(settings)
    return cast(OpenIdProvider, runtime.extras["openid"])


def _is_safe(address: Any) -> bool:
    """By https, or on this very machine."""
    parts = urlsplit(address) if isinstance(address, str) else urlsplit("")
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _HERE)
