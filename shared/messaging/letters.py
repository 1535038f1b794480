"""A service's dead letters: what it could not handle, kept in its own database for operators."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from sqlalchemy import Connection, and_, delete, func, or_, select

from shared.clock import real_now
from shared.inserting import insert_new
from shared.messaging.bus import Letter
from shared.tables import dead_letters

LONGEST_TYPE, LONGEST_REASON = 64, 4000
_ID = re.compile(r"[A-Za-z0-9_-]{1,36}")

_c = dead_letters.c


@dataclass(frozen=True)
class KeptLetter(Letter):
    """A letter in its place; `buried_at` is real time, UTC."""

    buried_at: datetime


def keep(connection: Connection, letter: Letter) -> None:
    """Lay a letter among the others; a copy of one that lies there changes nothing.

    Nothing keeps a letter out: it may be of any length, and may claim another one's id.
    """
    row = _row(letter)
    if _is_id(letter.id) and insert_new(connection, dead_letters, [row], ["id"]):
        return
    if _body(connection, letter.id) != row["envelope"]:
        row["id"] = str(uuid5(NAMESPACE_OID, f"{letter.id} {row['envelope']}"))
        insert_new(connection, dead_letters, [row], ["id"])


def count(connection: Connection) -> int:
    counted = connection.execute(select(func.count()).select_from(dead_letters))
    return int(counted.scalar_one())


def oldest(connection: Connection) -> list[KeptLetter]:
    """All of them."""
    return [_kept(row) for row in connection.execute(_letters().order_by(_c.buried_at, _c.id))]


def newest(
    connection: Connection,
    most: int,
    *,
    before: tuple[datetime, str] | None,
    without: Collection[str],
) -> Sequence[KeptLetter]:
    """The latest letters, those of some types left out; `before` is the last of a page's key."""
    asked = _letters().where(_c.type.not_in(without))
    if before is not None:
        at, id = before
        asked = asked.where(or_(_c.buried_at < at, and_(_c.buried_at == at, _c.id < id)))
    rows = connection.execute(asked.order_by(_c.buried_at.desc(), _c.id.desc()).limit(most))
    return [_kept(row) for row in rows]


def find(connection: Connection, id: str, *, for_change: bool = False) -> KeptLetter | None:
    asked = _letters().where(_c.id == id)
    row = connection.execute(asked.with_for_update() if for_change else asked).one_or_none()
    return None if row is None else _kept(row)


def remove(connection: Connection, id: str) -> bool:
    """Forget a letter; False if it is not there."""
    gone = delete(dead_letters).where(_c.id == id).returning(_c.id)
    return connection.execute(gone).one_or_none() is not None


def _letters() -> Any:
    return select(_c.id, _c.type, _c.envelope, _c.reason, _c.attempts, _c.buried_at)


def _kept(row: Any) -> KeptLetter:
    return KeptLetter(
        id=row.id,
        type=row.type,
        body=row.envelope,
        reason=row.reason,
        attempts=row.attempts,
        buried_at=row.buried_at,
    )


def _row(letter: Letter) -> dict[str, Any]:
    return {
        "id": letter.id,
        "type": _storable(letter.type)[:LONGEST_TYPE],
        "envelope": _storable(letter.body),
        "reason": _storable(letter.reason)[:LONGEST_REASON],
        "attempts": letter.attempts,
        "buried_at": real_now(),
    }


def _is_id(text: str) -> bool:
    """Whether a letter may lie under this: it is a part of an address as well."""
    return _ID.fullmatch(text) is not None


def _body(connection: Connection, id: str) -> str | None:
    if not _is_id(id):
        return None
    found = connection.execute(select(_c.envelope).where(_c.id == id)).scalar_one_or_none()
    return None if found is None else str(found)


def _storable(text: str) -> str:
    """No database keeps a NUL, nor half a letter."""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}").encode("utf-8", "replace").decode()
