"""Allowances in the database: spent by one statement, whoever else spends just now."""

from typing import Any

from sqlalchemy import BigInteger, Connection, bindparam, case, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from services.gateway.tables.guard import AllowanceRow
from shared.prepared import Prepared


def spend(connection: Connection, key: str, *, cost: int, ahead: int, now: int) -> bool:
    """Pay `cost` for `key` unless that reaches more than `ahead` beyond `now` (microseconds)."""
    paying = _PAYING[connection.dialect.name]
    return bool(paying.run(connection, key=key, cost=cost, ahead=ahead, now=now))


def paid_until(connection: Connection, key: str) -> int:
    """How far `key` has paid; 0 if never."""
    found = select(AllowanceRow.paid_until).where(AllowanceRow.key == key)
    return connection.execute(found).scalar_one_or_none() or 0


def forget_rested(connection: Connection, now: int, most: int) -> int:
    """Remove up to `most` allowances that are whole again; how many went."""
    rested = select(AllowanceRow.key).where(AllowanceRow.paid_until < now).limit(most)
    gone = delete(AllowanceRow).where(AllowanceRow.key.in_(rested), AllowanceRow.paid_until < now)
    return connection.execute(gone).rowcount


def _paying(dialect: Any) -> Prepared:
    """The statement that pays; it returns a row if it did."""
    cost, ahead, now = (bindparam(name, type_=BigInteger) for name in ("cost", "ahead", "now"))
    paid = AllowanceRow.paid_until
    rested = case((paid > now, paid), else_=now)
    paying = (
        dialect.insert(AllowanceRow)
        .values(key=bindparam("key"), paid_until=now + cost)
        .on_conflict_do_update(
            index_elements=["key"],
            set_={"paid_until": rested + cost},
            where=rested + cost <= now + ahead,
        )
        .returning(paid)
    )
    return Prepared(paying, [paid])


_PAYING = {"sqlite": _paying(sqlite), "postgresql": _paying(postgresql)}
