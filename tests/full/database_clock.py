"""PostgreSQL servers whose clock stands still until a test moves it.

The full deployment goes by its databases' clock. In the databases of a test, a function of ours
stands before the server's own `clock_timestamp()` on the path of names: it tells an instant that
all databases share and that one transaction moves, as the comment on one of them. The program is
none the wiser, so that whole seasons are played in minutes, by real processes on real servers.
"""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.engine import make_url

_CLOCK = """
    CREATE SCHEMA standing;
    CREATE FUNCTION standing.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$
        SELECT shobj_description(oid, 'pg_database')::timestamptz
        FROM pg_catalog.pg_database WHERE datname = '{keeper}'
    $$;
    GRANT USAGE ON SCHEMA standing TO PUBLIC;
"""


class DatabaseClock:
    """The clock of some databases, which `keep` it in the first of them."""

    def __init__(self, databases: Mapping[str, str], start: datetime) -> None:
        names = [str(make_url(url).database) for url in databases.values()]
        self._keeper = names[0]
        self._engine: Engine = create_engine(
            next(iter(databases.values())), isolation_level="AUTOCOMMIT"
        )
        self.move(start)
        for url, name in zip(databases.values(), names, strict=True):
            self._install(url, name)

    def now(self, connection: Connection | None = None) -> datetime:  # noqa: ARG002
        told = "shobj_description(oid, 'pg_database')"
        asked = f"SELECT {told} FROM pg_database WHERE datname = :name"
        with self._engine.connect() as own:
            found = own.execute(text(asked), {"name": self._keeper}).scalar_one()
        return datetime.fromisoformat(found)

    def move(self, to: datetime) -> None:
        """Every process finds the new instant from its next look on."""
        with self._engine.connect() as connection:
            comment = f"COMMENT ON DATABASE \"{self._keeper}\" IS '{to.isoformat()}'"
            connection.exec_driver_sql(comment)

    def close(self) -> None:
        self._engine.dispose()

    def _install(self, url: str, name: str) -> None:
        engine = create_engine(url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            for statement in _CLOCK.format(keeper=self._keeper).split(";\n"):
                if statement.strip():
                    connection.exec_driver_sql(statement)
            path = "standing, pg_catalog, public"
            connection.exec_driver_sql(f'ALTER DATABASE "{name}" SET search_path = {path}')
        engine.dispose()
