"""A small OpenID provider: discovery, keys and tokens, and a person who says who they are."""

import base64
import hashlib
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote_plus, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT_ID, CLIENT_SECRET = "justa", "a secret: of both"
BY_FORM = {"token_endpoint_auth_methods_supported": ["client_secret_post"]}


class SmallProvider:
    """Knows one client. `claims` are what it says of the next person, over the usual ones."""

    def __init__(self, address: str) -> None:
        self.issuer = address
        self.keys = [RSAKey.generate_key(2048, {"kid": "one", "alg": "RS256", "use": "sig"})]
        self.asked: list[str] = []
        self.claims: dict[str, Any] = {}
        self.header: dict[str, Any] = {}
        self.signs_with: Any = None
        # What it says of itself beside the usual.
        self.said: dict[str, Any] = {}
        self.authorization = ""
        self._codes: dict[str, dict[str, str]] = {}

    def agree(self, authorization_url: str) -> tuple[str, str]:
        """The person logs in there and is sent back: code and state."""
        parts = urlsplit(authorization_url)
        asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
        assert f"{self.issuer}/authorize" == f"{parts.scheme}://{parts.netloc}{parts.path}"
        assert asked["client_id"] == CLIENT_ID
        assert asked["response_type"] == "code"
        assert asked["code_challenge_method"] == "S256"
        assert "openid" in asked["scope"].split()
        code = f"code-{len(self._codes)}"
        self._codes[code] = asked
        return code, asked["state"]

    def answer(self, path: str, form: dict[str, str] | None) -> tuple[int, Any]:
        self.asked.append(path)
        if path == "/.well-known/openid-configuration":
            return 200, {
                "issuer": self.issuer,
                "authorization_endpoint": f"{self.issuer}/authorize",
                "token_endpoint": f"{self.issuer}/token",
                "jwks_uri": f"{self.issuer}/keys",
                **self.said,
            }
        if path == "/keys":
            return 200, {"keys": [key.as_dict(private=False) for key in self.keys]}
        return self._token(form or {})

    def _shown_secret(self, form: dict[str, str]) -> tuple[str, str]:
        """The client's id and secret, taken in the one way that was said."""
        if self.said == BY_FORM:
            assert not self.authorization
            return form["client_id"], form["client_secret"]
        assert "client_secret" not in form
        both = base64.b64decode(self.authorization.removeprefix("Basic ")).decode()
        client, secret = map(unquote_plus, both.split(":"))
        return client, secret

    def _token(self, form: dict[str, str]) -> tuple[int, Any]:
        asked = self._codes.pop(form.get("code", ""), None)
        if asked is None or self._shown_secret(form) != (CLIENT_ID, CLIENT_SECRET):
            return 400, {"error": "invalid_grant"}
        challenge = hashlib.sha256(form["code_verifier"].encode()).digest()
        shown = base64.urlsafe_b64encode(challenge).decode().rstrip("=")
        if shown != asked["code_challenge"] or form["redirect_uri"] != asked["redirect_uri"]:
            return 400, {"error": "invalid_grant"}
        now = int(time.time())
        claims = {
            "iss": self.issuer,
            "aud": CLIENT_ID,
            "sub": "subject-1",
            "nonce": asked["nonce"],
            "iat": now,
            "exp": now + 300,
            "email": "ana@example.org",
            "email_verified": True,
            "preferred_username": "Ana",
            **self.claims,
        }
        key = self.signs_with or self.keys[-1]
        header = {"alg": "RS256", "kid": key.kid, **self.header}
        token = jwt.encode(header, claims, key, algorithms=[header["alg"]])
        return 200, {"id_token": token, "access_token": "x", "token_type": "Bearer"}


@contextmanager
def small_provider() -> Iterator[SmallProvider]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path.startswith("/authorize?"):
                self._send_back()
            else:
                self._tell(*provider.answer(self.path, None))

        def do_POST(self) -> None:
            given = self.rfile.read(int(self.headers["Content-Length"])).decode()
            form = {name: values[0] for name, values in parse_qs(given).items()}
            provider.authorization = self.headers.get("Authorization", "")
            self._tell(*provider.answer(self.path, form))

        def _send_back(self) -> None:
            """Whoever comes by a browser is known here, and agrees at once."""
            code, state = provider.agree(provider.issuer + self.path)
            back = parse_qs(urlsplit(self.path).query)["redirect_uri"][0]
            self.send_response(302)
            self.send_header("Location", f"{back}?{urlencode({'code': code, 'state': state})}")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def _tell(self, status: int, answer: Any) -> None:
            body = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            return None

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        provider = SmallProvider(f"http://127.0.0.1:{server.server_address[1]}")
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield provider
        server.shutdown()
