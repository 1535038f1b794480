"""Ways to a platform: real sockets, or a WSGI application in this process."""

import json as json_text
from collections.abc import Mapping
from typing import Any

import urllib3
from werkzeug.test import Client as WsgiBrowser
from werkzeug.wrappers import Response

Reply = tuple[int, Mapping[str, str], Any]


def _headers(headers: Mapping[str, str] | None, token: str | None) -> dict[str, str]:
    sent = dict(headers or {})
    if token is not None:
        sent["Authorization"] = f"Bearer {token}"
    return sent


class SocketClient:
    """A platform at an address such as `http://127.0.0.1:8080`."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        self.pool = urllib3.PoolManager(retries=False)

    def request(
        self,
        method: str,
        path: str,
        json: Any = None,
        headers: Mapping[str, str] | None = None,
        token: str | None = None,
    ) -> Reply:
        answer = self.pool.request(
            method, self.address + path, json=json, headers=_headers(headers, token)
        )
        return answer.status, dict(answer.headers), answer.data


class WsgiClient:
    """A WSGI application, called directly and without cookies."""

    def __init__(self, application: Any) -> None:
        self.browser = WsgiBrowser(application, Response, use_cookies=False)

    def request(
        self,
        method: str,
        path: str,
        json: Any = None,
        headers: Mapping[str, str] | None = None,
        token: str | None = None,
    ) -> Reply:
        sent = _headers(headers, token)
        data = None
        if json is not None:
            data = json_text.dumps(json)
            sent["Content-Type"] = "application/json"
        answer = self.browser.open(path, method=method, data=data, headers=sent)
        return answer.status_code, dict(answer.headers), answer.get_data()
