"""Somebody with a login: registers or comes back, and logs in again when a token has run out."""

from dataclasses import dataclass
from typing import Any

from services.app.demo.client import Client, Refused


@dataclass(frozen=True)
class Login:
    email: str
    password: str
    display_name: str


class Account:
    """One account's way to the platform."""

    def __init__(self, client: Client, login: Login) -> None:
        self._client = client
        self._login = login
        self._token: str | None = None

    @property
    def name(self) -> str:
        return self._login.display_name

    def register(self) -> None:
        """Make the account unless it is there from an earlier run."""
        body = {
            "email": self._login.email,
            "password": self._login.password,
            "display_name": self._login.display_name,
            "accept_rules": True,
        }
        try:
            self._client.call("POST", "/accounts", body)
        except Refused as refusal:
            if refusal.code != "email_taken":
                raise

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """Call with this account's token; raises `Refused`."""
        if self._token is None:
            self._log_in()
        try:
            return self._client.call(method, path, body, self._token)
        except Refused as refusal:
            if refusal.status != 401:
                raise
        self._log_in()
        return self._client.call(method, path, body, self._token)

    def _log_in(self) -> None:
        credentials = {"email": self._login.email, "password": self._login.password}
        self._token = self._client.call("POST", "/sessions", credentials)["access_token"]
