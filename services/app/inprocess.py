"""The gateway's way to the services when all live in one process: call their WSGI applications."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from flask import Flask


class InProcessServices:
    """Passes a request on to a service's own Flask application, bytes in, bytes out."""

    def __init__(self, apps: Mapping[str, Flask]) -> None:
        self._apps = apps

    def call(
        self, service: str, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        return self._apps[service](environ, start_response)
