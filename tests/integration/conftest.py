"""Real servers, started once a run; a database or virtual host of its own for each test."""

from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

from shared.ids import new_id
from tests.broker import wipe
from tests.servers import PostgresServer, RabbitServer, postgres_server, rabbit_server


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    with postgres_server() as server:
        yield server


@pytest.fixture(scope="session")
def rabbit() -> Iterator[RabbitServer]:
    with rabbit_server() as server:
        yield server


@pytest.fixture
def fresh_rabbit(rabbit: RabbitServer) -> Iterator[RabbitServer]:
    """The broker without anything that another test left in it."""
    yield rabbit
    wipe(rabbit.url)


@pytest.fixture
def make_database(postgres: PostgresServer) -> Iterator[Callable[[str], str]]:
    """Makes an empty database and returns its URL; it goes with the test."""
    made: list[str] = []
    admin = create_engine(postgres.url, isolation_level="AUTOCOMMIT")

    def make(name: str) -> str:
        database = f"{name}_{new_id().replace('-', '')}"
        with admin.connect() as connection:
            connection.execute(text(f'CREATE DATABASE "{database}"'))
        made.append(database)
        return make_url(postgres.url).set(database=database).render_as_string(hide_password=False)

    yield make
    with admin.connect() as connection:
        for database in made:
            connection.execute(text(f'DROP DATABASE "{database}" WITH (FORCE)'))
    admin.dispose()
