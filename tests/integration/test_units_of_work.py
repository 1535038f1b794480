"""Units of work: what becomes of what fails, with a session or past it, in either database."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Column, Integer, MetaData, String, Table, bindparam, insert, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError, InvalidRequestError
from sqlalchemy.orm import registry

from shared.clock import SystemClock
from shared.db import open_engine
from shared.events.catalogue import SolvingOpened
from shared.messaging.outbox import count_unpublished
from shared.prepared import Prepared
from shared.runtime import Runtime
from shared.service import Service
from shared.settings import Settings
from shared.tables import KIT
from shared.unit_of_work import UnitOfWork

METADATA = MetaData()
notes = Table(
    "notes",
    METADATA,
    Column("n", Integer, primary_key=True),
    Column("text", String(20), unique=True),
)
mapped = registry(metadata=METADATA)


class Note:
    """A note as a mapped row."""

    def __init__(self, n: int, text: str) -> None:
        self.n, self.text = n, text


mapped.map_imperatively(Note, notes)
ADDED = Prepared(insert(notes).values(n=bindparam("number"), text=bindparam("told")))
ALL = Prepared(select(notes.c.n).order_by(notes.c.n), planned_once=True)
TEXTS = Prepared(select(notes.c.text))
OPENED = SolvingOpened(season_id="s", round=1, matches=0)


def running(url: str, data: Path) -> Iterator[Runtime]:
    runtime = Runtime(
        Service("scheduler", "services.scheduler", METADATA, blueprints=(), handlers={}),
        settings=Settings(data=data, secret="k" * 48, pool_size=2),
        url=url,
        clock=SystemClock(),
        bus=None,
    )
    for metadata in (KIT, METADATA):
        metadata.create_all(runtime.engine)
    with runtime.writing() as uow:
        add(uow, 1)
    yield runtime
    runtime.engine.dispose()


@pytest.fixture
def on_postgres(make_database: Callable[[str], str], tmp_path: Path) -> Iterator[Runtime]:
    yield from running(make_database("notes"), tmp_path)


@pytest.fixture(params=["sqlite", "postgresql"])
def runtime(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Runtime]:
    if request.param == "postgresql":
        yield request.getfixturevalue("on_postgres")
    else:
        yield from running(f"sqlite:///{tmp_path / 'notes.sqlite'}", tmp_path)


def add(uow: UnitOfWork, n: int) -> None:
    """Past the session."""
    ADDED.run(uow.connection, number=n, told=str(n))


def add_together(uow: UnitOfWork, n: int) -> None:
    """In one round trip with another statement that is planned once."""
    uow.ask_with_now((ADDED, {"number": n, "told": str(n)}), (ALL, {}))


def add_mapped(uow: UnitOfWork, n: int) -> None:
    uow.session.add(Note(n, str(n)))
    uow.session.flush()


def add_at_commit(uow: UnitOfWork, n: int) -> None:
    uow.insert_at_commit(notes, [{"n": n, "text": str(n)}])


def kept(runtime: Runtime) -> tuple[list[int], int]:
    """The notes there are, and how many events."""
    with runtime.reading() as uow:
        return [row.n for row in uow.ask(ALL)], count_unpublished(uow.connection)


def use_session(uow: UnitOfWork) -> None:
    uow.session.get(Note, 1)


def use_none(_uow: UnitOfWork) -> None:
    """Nothing needs a session before."""


Step = Callable[..., None]
before = pytest.mark.parametrize("before", [use_session, use_none])
way = pytest.mark.parametrize("way", [add, add_together, add_mapped, add_at_commit])


def write(runtime: Runtime, *steps: Callable[[UnitOfWork], None]) -> None:
    with runtime.writing() as uow:
        uow.emit(OPENED)
        for step in steps:
            step(uow)


def fail_in_part(uow: UnitOfWork, way: Step) -> None:
    with uow.savepoint():
        way(uow, 3)
        uow.emit(OPENED)
        raise LookupError


@before
@way
def test_a_part_that_fails_takes_its_changes_with_it(
    runtime: Runtime, before: Callable[[UnitOfWork], None], way: Step
) -> None:
    with runtime.writing() as uow:
        before(uow)
        way(uow, 2)
        with pytest.raises(LookupError):
            fail_in_part(uow, way)
        way(uow, 4)
        uow.emit(OPENED)
    assert kept(runtime) == ([1, 2, 4], 1)


@before
@pytest.mark.parametrize("way", [add, add_together, add_mapped])
def test_what_the_database_refuses_of_a_part_leaves_the_rest(
    runtime: Runtime, before: Callable[[UnitOfWork], None], way: Step
) -> None:
    with runtime.writing() as uow:
        before(uow)
        with uow.savepoint():
            with pytest.raises(IntegrityError), uow.savepoint():
                way(uow, 1)
            way(uow, 2)
        way(uow, 3)
    assert kept(runtime) == ([1, 2, 3], 0)


@way
def test_what_the_database_refuses_of_the_whole_leaves_nothing(runtime: Runtime, way: Step) -> None:
    for _ in range(3):
        with pytest.raises(IntegrityError):
            write(runtime, partial(add, n=2), partial(way, n=1))
        assert kept(runtime) == ([1], 0)
    with runtime.writing() as uow:
        way(uow, 2)
    assert kept(runtime) == ([1, 2], 0), "the connection is as good as before"


def be_refused(uow: UnitOfWork) -> None:
    with pytest.raises(IntegrityError):
        add_mapped(uow, 1)


@pytest.mark.parametrize("after", [use_none, partial(add_at_commit, n=3)])
def test_who_goes_on_after_a_refusal_without_a_savepoint_is_told(
    runtime: Runtime, after: Callable[[UnitOfWork], None]
) -> None:
    """Half of the unit of work is gone: the other half must not be committed alone."""
    with pytest.raises((InvalidRequestError, DBAPIError)):
        write(runtime, partial(add, n=2), be_refused, after)
    assert kept(runtime) == ([1], 0)


def test_a_prepared_statement_begins_a_transaction_as_any_other(runtime: Runtime) -> None:
    with runtime.engine.connect() as connection:
        ADDED.run(connection, number=2, told="2")
        connection.rollback()
        ADDED.run(connection, number=3, told="3")
        connection.commit()
    assert kept(runtime) == ([1, 3], 0)


def hang_up(runtime: Runtime, uow: UnitOfWork) -> None:
    """Have the server drop the connection of a unit of work."""
    mine = uow.connection.scalar(text("SELECT pg_backend_pid()"))
    with runtime.engine.begin() as other:
        other.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": mine})


@way
def test_a_connection_lost_at_the_commit_is_told_as_one_and_replaced(
    on_postgres: Runtime, way: Step
) -> None:
    with pytest.raises(DBAPIError) as told:
        write(on_postgres, partial(way, n=2), partial(hang_up, on_postgres))
    assert told.value.connection_invalidated
    assert kept(on_postgres) == ([1], 0)


def be_impatient(uow: UnitOfWork) -> None:
    uow.connection.execute(text("SET LOCAL lock_timeout = '20ms'"))


def test_a_lock_that_is_not_had_at_the_commit_leaves_nothing(on_postgres: Runtime) -> None:
    with on_postgres.engine.begin() as other:
        ADDED.run(other, number=2, told="2")
        with pytest.raises(DBAPIError, match="lock timeout"):
            write(on_postgres, be_impatient, partial(add, n=3), partial(add_at_commit, n=2))
    assert kept(on_postgres) == ([1, 2], 0)


def test_what_the_commit_itself_refuses_leaves_nothing(on_postgres: Runtime) -> None:
    later = "ALTER TABLE notes ADD CONSTRAINT later UNIQUE (text) DEFERRABLE INITIALLY DEFERRED"
    with on_postgres.engine.begin() as connection:
        connection.execute(text("ALTER TABLE notes DROP CONSTRAINT notes_text_key"))
        connection.execute(text(later))
    twice = {"n": 2, "text": "1"}
    for _ in range(3):
        with pytest.raises(IntegrityError):
            write(on_postgres, lambda uow: uow.insert_at_commit(notes, [twice]))
        assert kept(on_postgres) == ([1], 0)


def migrate(runtime: Runtime, statement: str) -> None:
    """Change the tables as another program would, past the connections of the runtime."""
    engine = open_engine(runtime.engine.url.render_as_string(hide_password=False))
    with engine.begin() as connection:
        connection.execute(text(statement))
    engine.dispose()


def texts(runtime: Runtime) -> list[str]:
    with runtime.reading() as uow:
        return [row.text for row in uow.ask(TEXTS)]


def test_statements_planned_before_a_table_grew_go_on(on_postgres: Runtime) -> None:
    """A migration adds columns while programs run, old ones too."""
    for n in range(2, 10):
        write(on_postgres, partial(add, n=n), partial(add_at_commit, n=100 + n))
        texts(on_postgres)
    migrate(on_postgres, "ALTER TABLE notes ADD more integer NOT NULL DEFAULT 7")
    write(on_postgres, partial(add, n=10), partial(add_at_commit, n=110))
    assert len(texts(on_postgres)) == 19


def test_a_column_of_another_type_costs_a_connection_one_failure(on_postgres: Runtime) -> None:
    for _ in range(8):
        texts(on_postgres)
    migrate(on_postgres, "ALTER TABLE notes ALTER text TYPE varchar(40)")
    with pytest.raises(DBAPIError, match="must not change result type"):
        texts(on_postgres)
    assert texts(on_postgres) == ["1"]
