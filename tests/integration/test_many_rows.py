"""Many rows by one statement: the same on SQLite and on PostgreSQL."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import JSON, Column, Connection, Integer, MetaData, String, Table, select

from shared.db import Instant, open_engine
from shared.inserting import (
    insert_and_tell,
    insert_new,
    insert_or_add,
    insert_or_replace,
    insert_rows,
)
from shared.many import among

METADATA = MetaData()
things = Table(
    "things",
    METADATA,
    Column("seq", Integer, primary_key=True, autoincrement=True),
    Column("left", String(20), unique=True),
    Column("count", Integer),
    Column("at", Instant),
    Column("told", JSON),
)
AT = datetime(2030, 1, 1, 12, 0, 0, 250_000, UTC)


@pytest.fixture(params=["sqlite", "postgresql"])
def connection(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Connection]:
    url = f"sqlite:///{tmp_path / 'rows.sqlite'}"
    if request.param == "postgresql":
        make_database: Callable[[str], str] = request.getfixturevalue("make_database")
        url = make_database("rows")
    engine = open_engine(url, pool_size=1)
    METADATA.create_all(engine)
    with engine.begin() as opened:
        yield opened
    engine.dispose()


def row(left: str, count: int = 1, **more: Any) -> dict[str, Any]:
    return {"left": left, "count": count, "at": AT, "told": {"a": [1, None, "ñ"]}, **more}


def everything(connection: Connection) -> list[tuple[Any, ...]]:
    return [tuple(one) for one in connection.execute(select(things).order_by(things.c.seq))]


def test_rows_are_kept_as_given_and_in_order(connection: Connection) -> None:
    names = [f"{n} ñ'\"\\%s" for n in range(300, 0, -1)]
    insert_rows(connection, things, [row(name, n) for n, name in enumerate(names)])
    kept = everything(connection)
    assert [one[1] for one in kept] == names
    assert [one[0] for one in kept] == sorted(one[0] for one in kept)
    assert kept[7][2:] == (7, AT, {"a": [1, None, "ñ"]})


def test_what_is_there_stays_and_new_rows_are_told(connection: Connection) -> None:
    insert_rows(connection, things, [row("a", 1)])
    given = [row("a", 2), row("b", 3), row("b", 4)]
    assert insert_and_tell(connection, things, given, ["left"]) == [("b",)]
    assert insert_new(connection, things, given, ["left"]) == 0
    assert [one[1:3] for one in everything(connection)] == [("a", 1), ("b", 3)]


def test_counters_are_added_to(connection: Connection) -> None:
    insert_rows(connection, things, [row("a", 5)])
    given = [{"left": "a", "count": 2}, {"left": "b", "count": 3}]
    counted = insert_or_add(connection, things, given, ["left"], "count")
    assert sorted(counted) == [("a", 7), ("b", 3)]


def test_what_is_there_takes_the_new_values_and_keeps_its_number(connection: Connection) -> None:
    insert_rows(connection, things, [row("a", 5), row("b", 6)])
    given = [row("b", 7, told={"b": "ñ"}), row("c", 8)]
    told = insert_or_replace(connection, things, given, ["left"], ["left", "seq"])
    assert dict(told)["b"] == 2
    assert {left for left, _ in told} == {"b", "c"}
    assert insert_or_replace(connection, things, [row("a", 9)], ["left"]) == []
    counts = {one[1]: (one[2], one[4]) for one in everything(connection)}
    plain = {"a": [1, None, "ñ"]}
    assert counts == {"a": (9, plain), "b": (7, {"b": "ñ"}), "c": (8, plain)}


def test_no_rows_are_no_statement(connection: Connection) -> None:
    insert_rows(connection, things, [])
    assert insert_and_tell(connection, things, [], ["left"]) == []
    assert insert_or_add(connection, things, [], ["left"], "count") == []
    assert insert_or_replace(connection, things, [], ["left"], ["seq"]) == []


def test_an_instant_without_a_zone_is_refused(connection: Connection) -> None:
    with pytest.raises(Exception, match="an instant needs a time zone"):
        insert_rows(connection, things, [row("a", at=AT.replace(tzinfo=None))])


def test_rows_are_found_by_many_values(connection: Connection) -> None:
    insert_rows(connection, things, [row(name, n) for n, name in enumerate(["a", "b", "ñ'"])])

    def found(which: Any, **values: Any) -> set[str]:
        return set(connection.execute(select(things.c.left).where(which), values).scalars())

    assert found(among(things.c.left, ["b", "ñ'", "x"])) == {"b", "ñ'"}
    assert found(among(things.c.left, "names"), names=["a"]) == {"a"}
    assert found(among(things.c.count, [0, 2])) == {"a", "ñ'"}
    assert found(~among(things.c.count, [0, 2])) == {"b"}
    assert found(among(things.c.left, [])) == set()
