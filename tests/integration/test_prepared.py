"""Statements compiled once: the same rows as SQLAlchemy's own way, in either kind of database."""

import select as waiting
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Engine,
    Integer,
    MetaData,
    RootTransaction,
    String,
    Table,
    bindparam,
    func,
    insert,
    select,
    text,
    union_all,
    update,
)
from sqlalchemy.exc import DBAPIError, IntegrityError

from shared.db import AWAY, Instant, open_engine
from shared.many import among
from shared.prepared import Prepared, committed_at_once, together

METADATA = MetaData()
things = Table(
    "things",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String(20), unique=True),
    Column("there", Boolean),
    Column("at", Instant),
    Column("told", JSON),
)
AT = datetime(2030, 1, 1, 12, 0, 0, 250_000, UTC)
ROWS = [
    {"id": n, "name": f"ñ'%s {n}", "there": n % 2 == 0, "at": AT, "told": {"a": [1, None, n]}}
    for n in range(1, 8)
]
ONE = Prepared(select(things).where(things.c.id == bindparam("id")))
SOME = select(things).where(among(things.c.id, "ids")).order_by(things.c.id)
COUNTED = Prepared(select(func.count().label("number")).select_from(things))
RENAMED = Prepared(
    update(things).where(things.c.id == bindparam("which")).values(name=bindparam("new"))
)


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    url = f"sqlite:///{tmp_path / 'things.sqlite'}"
    if request.param == "postgresql":
        make_database: Callable[[str], str] = request.getfixturevalue("make_database")
        url = make_database("things")
    engine = open_engine(url, pool_size=2)
    METADATA.create_all(engine)
    with engine.begin() as connection:
        connection.execute(insert(things), ROWS)
    yield engine
    engine.dispose()


def plain(rows: list[Any]) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in rows]


def test_rows_are_those_of_the_statement(engine: Engine) -> None:
    with engine.begin() as connection:
        asked = {"ids": [6, 2, 99]}
        expected = plain(list(connection.execute(SOME, asked)))
        assert plain(Prepared(SOME).run(connection, **asked)) == expected != []
        (one,) = ONE.run(connection, id=3)
        assert (one.name, one.there, one.at, one.told) == ("ñ'%s 3", False, AT, {"a": [1, None, 3]})
        assert ONE.run(connection, id=99) == []


def test_one_parameter_may_stand_in_two_places(engine: Engine) -> None:
    named = select(things.c.id, things.c.name.label("what")).where(among(things.c.id, "ids"))
    there = select(things.c.id, things.c.name).where(among(things.c.id, "ids"), things.c.there)
    both = Prepared(union_all(named, there).order_by("id"))
    with engine.begin() as connection:
        assert [row.id for row in both.run(connection, ids=[1, 2])] == [1, 2, 2]


def test_statements_sent_together_are_done_in_their_order(engine: Engine) -> None:
    with engine.begin() as connection:
        before, changed, after = together(
            connection, (ONE, {"id": 1}), (RENAMED, {"which": 1, "new": "other"}), (ONE, {"id": 1})
        )
    assert [row.name for row in (*before, *changed, *after)] == ["ñ'%s 1", "other"]


def test_what_fails_raises_what_sqlalchemy_raises_and_leaves_nothing(engine: Engine) -> None:
    taken = {"which": 1, "new": "ñ'%s 2"}
    with pytest.raises(IntegrityError), engine.begin() as connection:
        together(
            connection, (RENAMED, {"which": 3, "new": "free"}), (RENAMED, taken), (COUNTED, {})
        )
    with pytest.raises(IntegrityError), engine.begin() as connection:
        RENAMED.run(connection, **taken)
    with engine.begin() as connection:
        assert ONE.run(connection, id=3)[0].name == "ñ'%s 3"


def rename_both(transaction: RootTransaction) -> None:
    with committed_at_once(transaction):
        RENAMED.run(transaction.connection, which=3, new="free")
        RENAMED.run(transaction.connection, which=1, new="ñ'%s 2")


def test_a_failure_told_at_the_commit_leaves_nothing(engine: Engine) -> None:
    # The pool's only connection comes again, and must be none with a transaction that failed.
    for _ in range(3):
        with engine.connect() as connection, pytest.raises(IntegrityError):
            rename_both(connection.begin())
        with engine.begin() as connection:
            assert ONE.run(connection, id=3)[0].name == "ñ'%s 3"


def test_a_commit_at_once_is_a_commit(engine: Engine) -> None:
    with engine.connect() as connection, committed_at_once(connection.begin()):
        RENAMED.run(connection, which=3, new="free")
    with engine.begin() as connection:
        assert ONE.run(connection, id=3)[0].name == "free"


def test_an_instant_without_a_zone_is_refused(engine: Engine) -> None:
    at = Prepared(select(things.c.id).where(things.c.at == bindparam("at", type_=Instant)))
    with engine.begin() as connection:
        assert len(at.run(connection, at=AT)) == len(ROWS)
        with pytest.raises(ValueError, match="needs a time zone"):
            at.run(connection, at=AT.replace(tzinfo=None))


@pytest.fixture
def postgres_engine(make_database: Callable[[str], str]) -> Iterator[Engine]:
    engine = open_engine(make_database("things"), pool_size=2)
    METADATA.create_all(engine)
    with engine.begin() as connection:
        connection.execute(insert(things), ROWS)
    yield engine
    engine.dispose()


def test_what_comes_after_a_lock_is_as_it_is_after_the_wait(postgres_engine: Engine) -> None:
    lock = Prepared(select(things.c.id).where(things.c.id == bindparam("id")).with_for_update())
    found: list[Any] = []

    def wait() -> None:
        with postgres_engine.begin() as connection:
            found.extend(together(connection, (lock, {"id": 1}), (COUNTED, {}))[1])

    waiting = threading.Thread(target=wait)
    with postgres_engine.begin() as connection:
        lock.run(connection, id=1)
        waiting.start()
        until_waiting(postgres_engine)
        connection.execute(insert(things), [{**ROWS[0], "id": 100, "name": "late"}])
    waiting.join()
    assert [row.number for row in found] == [len(ROWS) + 1]


def until_waiting(engine: Engine) -> None:
    asked = (
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        while not connection.execute(text(asked)).scalar_one():
            """Asking takes its own while."""


def test_a_lost_connection_is_told_as_one_and_replaced(postgres_engine: Engine) -> None:
    with postgres_engine.connect() as connection:
        mine = connection.scalar(text("SELECT pg_backend_pid()"))
        with postgres_engine.begin() as other:
            other.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": mine})
        with pytest.raises(DBAPIError) as told:
            together(connection, (COUNTED, {}), (COUNTED, {}))
        assert told.value.connection_invalidated
    with postgres_engine.begin() as connection:
        assert COUNTED.run(connection)[0].number == len(ROWS)


@pytest.mark.parametrize("prepared", [True, False])
def test_whoever_gets_no_turn_within_a_transaction_is_told_of_a_timeout_as_ever(
    postgres_engine: Engine, prepared: bool
) -> None:
    with postgres_engine.connect() as connection:
        connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 1"))
        hung_up = waiting.poll()
        hung_up.register(connection.connection.driver_connection.pgconn.socket, waiting.POLLIN)
        assert hung_up.poll(20_000)
        with pytest.raises(AWAY) as told:
            COUNTED.run(connection) if prepared else connection.execute(text("SELECT 1"))
    assert told.value.connection_invalidated


def test_what_is_planned_once_is_planned_once(postgres_engine: Engine) -> None:
    asked = "SELECT custom_plans, generic_plans FROM pg_prepared_statements WHERE statement LIKE :s"
    once = Prepared(SOME, planned_once=True)
    with postgres_engine.connect() as connection:
        for number in range(20):
            with connection.begin():
                assert len(once.run(connection, ids=[1, number % 7 + 1])) in (1, 2)
        (plans,) = connection.execute(text(asked), {"s": "SELECT things.id%"})
        assert (plans.custom_plans, plans.generic_plans > 10) == (0, True)
        told = connection.execute(text("SHOW plan_cache_mode")).scalar_one()
        assert told == "auto", "others are planned as ever"
