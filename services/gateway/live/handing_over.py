"""Handing listeners' connections over from the web server to the broadcast."""

import socket
from collections.abc import Callable, Iterable
from typing import Any

from services.gateway.live.broadcast import Broadcast
from services.gateway.live.listener import Listener

LISTENERS = "justa.listeners"


def handing_over(wsgi: Any, broadcast: Broadcast) -> Any:
    """`wsgi`, whose listeners' connections go over to `broadcast` once they are let in."""

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        begun: list[Listener] = []
        told: list[tuple[str, list[tuple[str, str]]]] = []

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
            told.append((status, headers))
            return None if begun else start_response(status, headers, exc_info)

        body = wsgi({**environ, LISTENERS: begun}, start)
        if not begun:
            return body  # type: ignore[no-any-return]  # as the application gave it
        taken = environ["gunicorn.socket"]
        connection = socket.socket(fileno=taken.detach())
        broadcast.add(connection, _head(*told[-1]), begun[0])
        # The server has nothing to close any more: for it, this request never was answered.
        raise StopIteration

    return answer


def _head(status: str, headers: list[tuple[str, str]]) -> bytes:
    kept = [(name, value) for name, value in headers if name.lower() != "content-length"]
    lines = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in kept)]
    return "\r\n".join([*lines, "Connection: close", "", ""]).encode("latin-1")
