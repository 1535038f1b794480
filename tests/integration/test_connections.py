"""Connections of the pool to PostgreSQL: those that it has ended are replaced unnoticed."""

from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import Engine, text

from shared.db import open_engine

MakeDatabase = Callable[[str], str]


@pytest.fixture
def engine(make_database: MakeDatabase) -> Iterator[Engine]:
    engine = open_engine(make_database("connections"), pool_size=2)
    yield engine
    engine.dispose()


def _backends(engine: Engine) -> set[int]:
    """Which processes of the server serve the two connections of the pool."""
    asked = text("SELECT pg_backend_pid()")
    with engine.connect() as one, engine.connect() as other:
        return {line.execute(asked).scalar_one() for line in (one, other)}


def _end(engine: Engine, backends: set[int]) -> None:
    """End them all, waiting until they are gone."""
    asked = text("SELECT pg_terminate_backend(pid, 20000) FROM unnest(:pids) AS pid")
    with engine.connect() as line:
        line.execute(asked, {"pids": list(backends)}).all()


def test_what_the_server_has_hung_up_on_is_replaced(
    engine: Engine, make_database: MakeDatabase
) -> None:
    before = _backends(engine)
    admin = open_engine(make_database("admin"))
    _end(admin, before)
    admin.dispose()
    after = _backends(engine)
    assert (len(after), after & before) == (2, set())


def test_a_quiet_connection_is_kept_without_asking(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, asked = _backends(engine), list[object]()
    monkeypatch.setattr(engine.dialect, "do_ping", asked.append)
    assert (_backends(engine), asked) == (before, [])
