"""Connections to PostgreSQL that rest between two uses."""

from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import Engine, create_engine, text

from shared import db


@pytest.fixture
def engine(make_database: Callable[[str], str]) -> Iterator[Engine]:
    opened = db.open_engine(make_database("connections"), pool_size=1)
    yield opened
    opened.dispose()


def backend(engine: Engine) -> int:
    """The number of the server's process behind the connection that one gets."""
    with engine.connect() as connection:
        return int(connection.execute(text("SELECT pg_backend_pid()")).scalar_one())


def test_one_that_broke_while_it_rested_is_replaced(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(db, "RESTED_SECONDS", 0)
    first = backend(engine)
    assert backend(engine) == first
    with create_engine(engine.url).connect() as another:
        another.execute(text("SELECT pg_terminate_backend(:pid, 5000)"), {"pid": first})
    assert backend(engine) != first


def test_one_that_was_used_just_now_is_not_asked_again(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(db, "RESTED_SECONDS", 3600)
    first = backend(engine)
    asked: list[object] = []
    monkeypatch.setattr(engine.dialect, "do_ping", asked.append)
    assert backend(engine) == first
    assert asked == []
    monkeypatch.setattr(db, "RESTED_SECONDS", 0)
    assert backend(engine) == first
    assert len(asked) == 1
