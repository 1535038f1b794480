"""`Idempotency-Key`: the first answer is stored with the effect and given again.

A duplicate that comes while the first is at work waits on the row that the first has entered.
Keys are the caller's own and hold for 24 hours of real time.
"""

import hashlib
import json
from datetime import timedelta

from flask import Response, request
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from shared.clock import real_now
from shared.errors import BadRequest, Problem
from shared.tables import answers
from shared.unit_of_work import UnitOfWork
from shared.web.tokens import Caller

LIFETIME = timedelta(hours=24)
LONGEST_KEY = 255
_KEPT_HEADERS = ("Content-Type", "Location", "Content-Language", "Retry-After")


class IdempotencyKeyReused(Problem):
    status, code = 422, "idempotency_key_reused"
    title = "That idempotency key came with another request before"


def asked_key(caller: Caller) -> str | None:
    """The key of the present request, if it is a POST by a logged-in caller."""
    key = request.headers.get("Idempotency-Key")
    if not key or request.method != "POST" or caller.account_id is None:
        return None
    if len(key) > LONGEST_KEY:
        raise BadRequest(f"an idempotency key has at most {LONGEST_KEY} characters")
    return key


def first_answer(uow: UnitOfWork, caller: Caller, key: str) -> Response | None:
    """Enter the key; the stored answer if it was entered before.

    Raises `IdempotencyKeyReused` if it came with another path or body.
    """
    mine = {"caller": caller.account, "key": key}
    where = (answers.c.caller == mine["caller"], answers.c.key == key)
    uow.connection.execute(
        delete(answers).where(*where, answers.c.asked_at < real_now() - LIFETIME)
    )
    try:
        with uow.connection.begin_nested():
            row = {**mine, "fingerprint": _fingerprint(), "asked_at": real_now()}
            uow.connection.execute(insert(answers).values(**row))
    except IntegrityError:
        return _repeat(uow.connection.execute(select(answers).where(*where)).one())
    return None


def remember(uow: UnitOfWork, caller: Caller, key: str, response: Response) -> None:
    """Store the answer beside its effect."""
    kept = {name: response.headers[name] for name in _KEPT_HEADERS if name in response.headers}
    uow.connection.execute(
        update(answers)
        .where(answers.c.caller == caller.account, answers.c.key == key)
        .values(
            status=response.status_code,
            headers=json.dumps(kept),
            body=response.get_data(as_text=True),
        )
    )


def _repeat(row: object) -> Response:
    stored = row._mapping  # type: ignore[attr-defined]  # a SQLAlchemy row
    if stored["fingerprint"] != _fingerprint():
        raise IdempotencyKeyReused
    response = Response(stored["body"], stored["status"])
    response.headers.update(json.loads(stored["headers"]))
    return response


def _fingerprint() -> str:
    asked = request.full_path.encode() + b"\n" + request.get_data()
    return hashlib.sha256(asked).hexdigest()
