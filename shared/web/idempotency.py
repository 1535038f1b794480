"""`Idempotency-Key`: the first answer is stored with the effect and given again.

A duplicate that comes while the first is at work waits on the row that the first has entered.
Keys are the caller's own and hold for 24 hours of real time. Where no transaction may be open
during the work (`shared.web.edge.done_apart`), a key is entered before it, and stands without an
answer until there is one.
"""

import hashlib
import json
from datetime import timedelta

from flask import Response, request
from sqlalchemy import ColumnElement, delete, insert, select, update
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
        raise BadRequest(f"An idempotency key has at most {LONGEST_KEY} characters")
    return key


def first_answer(uow: UnitOfWork, caller: Caller, key: str) -> Response | None:
    """Enter the key; the stored answer if it was entered before and has one.

    Raises `IdempotencyKeyReused` if it came with another path or body.
    """
    mine = {"caller": caller.account, "key": key}
    uow.connection.execute(
        delete(answers).where(*_of(caller, key), answers.c.asked_at < real_now() - LIFETIME)
    )
    try:
        with uow.connection.begin_nested():
            row = {**mine, "fingerprint": _fingerprint(), "asked_at": real_now()}
            uow.connection.execute(insert(answers).values(**row))
    except IntegrityError:
        return stored_answer(uow, caller, key)
    return None


def stored_answer(uow: UnitOfWork, caller: Caller, key: str) -> Response | None:
    """The answer that is stored for the key; raises `IdempotencyKeyReused` as `first_answer`."""
    young = answers.c.asked_at >= real_now() - LIFETIME
    row = uow.connection.execute(select(answers).where(*_of(caller, key), young)).one_or_none()
    return None if row is None else _repeat(row)


def remember(uow: UnitOfWork, caller: Caller, key: str, response: Response) -> Response:
    """Store the answer beside its effect; the stored one, if another came first."""
    kept = {name: response.headers[name] for name in _KEPT_HEADERS if name in response.headers}
    stored = uow.connection.execute(
        update(answers)
        .where(*_of(caller, key), answers.c.status.is_(None))
        .values(
            status=response.status_code,
            headers=json.dumps(kept),
            body=response.get_data(as_text=True),
        )
    )
    return response if stored.rowcount else stored_answer(uow, caller, key) or response


def forget(uow: UnitOfWork, caller: Caller) -> None:
    """Whoever goes takes along what was answered to them: it can hold what they wrote."""
    uow.connection.execute(delete(answers).where(answers.c.caller == caller.account))


def _of(caller: Caller, key: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return answers.c.caller == caller.account, answers.c.key == key


def _repeat(row: object) -> Response | None:
    stored = row._mapping  # type: ignore[attr-defined]  # a SQLAlchemy row
    if stored["fingerprint"] != _fingerprint():
        raise IdempotencyKeyReused
    if stored["status"] is None:
        return None
    response = Response(stored["body"], stored["status"])
    response.headers.update(json.loads(stored["headers"]))
    return response


def _fingerprint() -> str:
    asked = request.full_path.encode() + b"\n" + request.get_data()
    return hashlib.sha256(asked).hexdigest()
