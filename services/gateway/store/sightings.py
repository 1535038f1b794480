"""From which networks and with which devices accounts were seen; only digests are kept."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import product
from typing import Any

from sqlalchemy import Row, delete, select

from services.gateway.domain.signals import Observation
from services.gateway.tables.fair_play import SightingRow
from shared.many import among
from shared.unit_of_work import UnitOfWork

ANYWHERE = ""
_KEY = ("account_id", "match_id", "kind", "digest")


def add(
    uow: UnitOfWork, account_id: str, match_id: str, seen: Mapping[str, str], at: datetime
) -> None:
    """Keep the digests in `seen`, by kind; the first time they were seen counts."""
    same = {"account_id": account_id, "match_id": match_id, "seen_at": at}
    rows = [{**same, "kind": kind, "digest": digest} for kind, digest in seen.items()]
    uow.insert_at_commit(SightingRow, rows, unless=_KEY)


def shared(uow: UnitOfWork, matches: Sequence[Observation]) -> dict[str, dict[str, str]]:
    """What both players of each match had in common, by match and kind: seen in its "play", or
    at "login".
    """
    accounts = {one for match in matches for one in match.accounts}
    places = [ANYWHERE, *(match.match_id for match in matches)]
    asked = select(SightingRow.__table__).where(
        among(SightingRow.account_id, accounts), among(SightingRow.match_id, places)
    )
    rows: dict[tuple[str, str], list[Row[Any]]] = {}
    for row in uow.connection.execute(asked) if matches else ():
        rows.setdefault((row.account_id, row.match_id), []).append(row)
    return {match.match_id: _in_common(match, rows) for match in matches}


def _in_common(
    match: Observation, rows: Mapping[tuple[str, str], Sequence[Row[Any]]]
) -> dict[str, str]:
    first, second = match.accounts
    seen: dict[tuple[str, str], set[tuple[str, bool]]] = {}
    for account, place in product(match.accounts, (match.match_id, ANYWHERE)):
        for row in rows.get((account, place), ()):
            seen.setdefault((row.kind, row.digest), set()).add((account, bool(place)))
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
