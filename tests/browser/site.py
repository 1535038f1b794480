"""The embedded platform on a manual clock, served over HTTP for browsers, and people in it."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from werkzeug.serving import WSGIRequestHandler, make_server

from tests.clients import Answer, Client, RunningPlatform, embedded

PASSWORD = "a password to try things with"
BASE = "/api/v1"


class _Quiet(WSGIRequestHandler):
    def log(self, *_: Any) -> None:
        pass


class Site:
    """A platform with an address; `api` calls its interface as somebody."""

    def __init__(self, running: RunningPlatform, address: str) -> None:
        self.running = running
        self.address = address
        self._client: Client = running.client()
        self._tokens: dict[str, str] = {}
        self._logins: dict[str, tuple[str, Any]] = {}
        self.ids: dict[str, str] = {}
        self.seasons: dict[str, str] = {}
        # Of logins by the form, by whose they are.
        self.cookies: dict[str, list[Any]] = {}

    def api(self, who: str | None, method: str, path: str, body: Any = None) -> Any:
        """The answer's body; fails for a refusal."""
        answer = self._ask(who, method, path, body)
        if answer.status == 401 and who in self._logins:
            # A token is good for minutes, and the site may be there for longer.
            self._log_in(who, *self._logins[who])
            answer = self._ask(who, method, path, body)
        assert answer.status < 300, (method, path, answer.status, answer.raw)
        return answer.body

    def log_in_operator(self) -> None:
        self._log_in("operator", str(self.running.operator_email), self.running.operator_password)

    def register(self, name: str) -> None:
        email = email_of(name)
        body = {"email": email, "password": PASSWORD, "display_name": name, "accept_rules": True}
        self.ids[name] = self.api(None, "POST", "/accounts", body)["id"]
        self._log_in(name, email, PASSWORD)

    def move_clock(self, now: str) -> None:
        self.api("operator", "POST", "/admin/clock", {"now": now})

    def use_token(self, who: str, token: str) -> None:
        """Somebody who has come by a token, or a key, in another way."""
        self._tokens[who] = token

    def _ask(self, who: str | None, method: str, path: str, body: Any) -> Answer:
        token = self._tokens[who] if who else None
        return self._client.request(method, BASE + path, body, token=token)

    def _log_in(self, who: str, email: str, password: Any) -> None:
        self._logins[who] = email, password
        tokens = self.api(None, "POST", "/sessions", {"email": email, "password": password})
        self._tokens[who] = tokens["access_token"]
        self.ids[who] = tokens["account"]["id"]


def email_of(name: str) -> str:
    return f"{name.lower().replace(' ', '.')}@example.org"


@contextmanager
def served(data: Path, port: int = 0) -> Iterator[Site]:
    """A site on a free port of this machine; ends with all its streams."""
    with embedded(data) as running:
        server = make_server(
            "127.0.0.1", port, running.platform.wsgi, threaded=True, request_handler=_Quiet
        )
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        site = Site(running, f"http://127.0.0.1:{server.server_port}")
        site.log_in_operator()
        try:
            yield site
        finally:
            running.platform.begin_to_stop()
            server.shutdown()
            server.server_close()
