"""Alembic for each service: up, down, and whether tables and models agree."""

from functools import cache
from importlib.resources import files
from typing import Any

from alembic import command, context
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, MetaData

from shared.service import Service
from shared.tables import KIT

LOCK_KEY = 0x4A757374


def migrate(service: Service, engine: Engine, to: str = "head") -> None:
    """Bring a service's database to revision `to`, inside one transaction."""
    with engine.begin() as connection:
        _take_time(connection)
        if connection.dialect.name == "postgresql":
            # Another migration may take its time; a table that is in use may not.
            connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK_KEY})")
            connection.exec_driver_sql("SET LOCAL lock_timeout = '10s'")
        config = _config(service, connection)
        present = MigrationContext.configure(connection).get_current_revision()
        if to == "base" or to.startswith("-"):
            command.downgrade(config, to)
        elif present is None or to != present:
            command.upgrade(config, to)


def newest_revision(service: Service) -> str | None:
    """The revision that the program's own migrations lead to."""
    return _revisions(service.package)[0]


def is_migrated(service: Service, connection: Connection) -> bool:
    """Whether the database has all that the program needs.

    A database ahead of the program has it too: migrations only add what a running program may
    meet, so that old and new can work side by side during an upgrade.
    """
    present = MigrationContext.configure(connection).get_current_revision()
    newest, known = _revisions(service.package)
    return present == newest or (present is not None and present not in known)


@cache
def _revisions(package: str) -> tuple[str | None, frozenset[str]]:
    """The newest revision of the program, and all that it knows."""
    config = Config()
    config.set_main_option("script_location", _location(package))
    scripts = ScriptDirectory.from_config(config)
    known = frozenset(script.revision for script in scripts.walk_revisions())
    return scripts.get_current_head(), known


def differences(service: Service, engine: Engine) -> list[Any]:
    """What the models say that the database does not have, or the reverse; empty is right."""
    with engine.connect() as connection:
        _take_time(connection)
        compared = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(compared, whole_metadata(service)))


def _take_time(connection: Connection) -> None:
    """Lift the limits that keep requests short: what is done here thinks longer than it asks."""
    if connection.dialect.name == "postgresql":
        for limit in ("statement_timeout", "idle_in_transaction_session_timeout"):
            connection.exec_driver_sql(f"SET LOCAL {limit} = 0")


def whole_metadata(service: Service) -> MetaData:
    """The service's own tables and those of the kit, in one collection."""
    whole = MetaData()
    for metadata in (KIT, service.metadata):
        for table in metadata.sorted_tables:
            table.to_metadata(whole)
    return whole


def run_environment() -> None:
    """What each service's `migrations/env.py` does."""
    attributes = context.config.attributes
    context.configure(
        connection=attributes["connection"],
        target_metadata=attributes["metadata"],
        render_as_batch=True,
        transactional_ddl=False,
    )
    context.run_migrations()


def _config(service: Service, connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", _location(service.package))
    config.attributes["connection"] = connection
    config.attributes["metadata"] = whole_metadata(service)
    return config


def _location(package: str) -> str:
    return str(files(package) / "migrations")
