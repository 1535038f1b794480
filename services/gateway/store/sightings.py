"""From which networks and with which devices accounts were seen; only digests are kept."""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import delete, select

from services.gateway.fair_play_tables import SightingRow
from shared.inserting import insert_new
from shared.unit_of_work import UnitOfWork

ANYWHERE = ""
_KEY = ("account_id", "match_id", "kind", "digest")


def add(
    uow: UnitOfWork, account_id: str, match_id: str, seen: Mapping[str, str], at: datetime
) -> None:
    """Keep the digests in `seen`, by kind; the first time they were seen counts."""
    same = {"account_id": account_id, "match_id": match_id, "seen_at": at}
    rows = [{**same, "kind": kind, "digest": digest} for kind, digest in seen.items()]
    insert_new(uow.connection, SightingRow, rows, _KEY)


def shared(uow: UnitOfWork, match_id: str, first: str, second: str) -> dict[str, str]:
    """What both players of a match had in common, by kind: seen in its "play", or at "login"."""
    asked = select(SightingRow).where(
        SightingRow.account_id.in_((first, second)),
        SightingRow.match_id.in_((match_id, ANYWHERE)),
    )
    seen: dict[tuple[str, str], set[tuple[str, bool]]] = {}
    for row in uow.session.scalars(asked):
        seen.setdefault((row.kind, row.digest), set()).add((row.account_id, bool(row.match_id)))
    found: dict[str, str] = {}
    for (kind, _), by in seen.items():
        if {account for account, _ in by} == {first, second}:
            in_play = {(first, True), (second, True)} <= by
            found[kind] = "play" if in_play else found.get(kind, "login")
    return found


def of_account(uow: UnitOfWork, account_id: str) -> list[dict[str, object]]:
    """What is kept of an account, without the digests."""
    asked = select(SightingRow).where(SightingRow.account_id == account_id)
    rows = uow.session.scalars(asked.order_by(SightingRow.seen_at, SightingRow.kind))
    return [
        {"kind": row.kind, "match_id": row.match_id or None, "seen_at": row.seen_at} for row in rows
    ]


def forget(uow: UnitOfWork, account_id: str) -> None:
    uow.session.execute(delete(SightingRow).where(SightingRow.account_id == account_id))
