"""Databases of a test's own on a PostgreSQL server, whoever else uses that server."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

from shared.ids import new_id
from tests.servers import PostgresServer

MakeDatabase = Callable[[str], str]
"""Makes an empty database and returns its URL."""


@contextmanager
def new_databases(server: PostgresServer) -> Iterator[MakeDatabase]:
    """Databases that nobody else has, each named after what it is for; all go in the end."""
    made: list[str] = []
    admin = create_engine(server.url, isolation_level="AUTOCOMMIT")

    def make(name: str) -> str:
        database = f"{name}_{new_id().replace('-', '')}"
        with admin.connect() as connection:
            connection.execute(text(f'CREATE DATABASE "{database}"'))
        made.append(database)
        return make_url(server.url).set(database=database).render_as_string(hide_password=False)

    yield make
    with admin.connect() as connection:
        for database in made:
            connection.execute(text(f'DROP DATABASE "{database}" WITH (FORCE)'))
    admin.dispose()
