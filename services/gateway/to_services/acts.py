"""Passing an operator's act on: it is in the audit log before it can have happened.

The entry is completed with the status of the answer. If that never comes, the entry stays open
and is shown: the act may have taken effect.
"""

import io
import json
from collections.abc import Iterable
from typing import Any

from services.gateway.domain.errors import TooLarge
from services.gateway.ports import Environ, StartResponse, Wsgi
from services.gateway.usecases import audit
from shared.runtime import Runtime
from shared.web.app import MOST_BYTES
from shared.web.tokens import Caller


def pass_act(
    runtime: Runtime, operator: Caller, call: Wsgi, environ: Environ, start_response: StartResponse
) -> Iterable[bytes]:
    """Pass `environ` to `call` and audit it; no transaction is open meanwhile."""
    reason = _reason(_keep_body(environ))
    with runtime.writing() as uow:
        entry = audit.enter(
            uow,
            operator,
            method=environ["REQUEST_METHOD"],
            path=environ["PATH_INFO"],
            reason=reason,
            request_id=environ["HTTP_X_REQUEST_ID"],
        )
    statuses: list[int] = []

    def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
        statuses.append(int(status.split(" ", 1)[0]))
        return start_response(status, headers, exc_info)

    answer = _whole(call(environ, start))
    with runtime.writing() as uow:
        audit.answered(uow, entry, statuses[-1])
    return answer


def _whole(answer: Iterable[bytes]) -> list[bytes]:
    """The answer at once: only then has its status been told for sure."""
    try:
        return list(answer)
    finally:
        close = getattr(answer, "close", None)
        if close:
            close()


def _keep_body(environ: Environ) -> bytes:
    """Read the body and put it back for whoever comes next; raises `TooLarge`."""
    length = environ.get("CONTENT_LENGTH")
    if not length and not environ.get("wsgi.input_terminated"):
        return b""
    body: bytes = environ["wsgi.input"].read(int(length) if length else MOST_BYTES + 1)
    if len(body) > MOST_BYTES:
        raise TooLarge
    environ["wsgi.input"] = io.BytesIO(body)
    environ["CONTENT_LENGTH"] = str(len(body))
    environ.pop("HTTP_TRANSFER_ENCODING", None)
    return body


def _reason(body: bytes) -> str | None:
    """The reason that an act gives, fit to be stored; the service itself judges the body."""
    try:
        given = json.loads(body)["reason"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    if not isinstance(given, str):
        return None
    return given.replace("\0", "").encode("utf-8", "replace").decode()
