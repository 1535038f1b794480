"""Real servers, started once a run; a database or virtual host of its own for each test."""

from collections.abc import Iterator

import pytest

from tests.broker import wipe
from tests.databases import MakeDatabase, new_databases
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
def make_database(postgres: PostgresServer) -> Iterator[MakeDatabase]:
    """Makes an empty database and returns its URL; it goes with the test."""
    with new_databases(postgres) as make:
        yield make
