"""The gateway's database as an older release had it."""

from alembic.runtime.migration import MigrationContext
from sqlalchemy import Engine

from services.gateway.service import SERVICE
from shared.migrate import migrate


def go_back_before(engine: Engine, revision: str) -> None:
    """Undo the migration `revision` and all after it."""
    while (present := _present(engine)) is not None and present >= revision:
        migrate(SERVICE, engine, "-1")


def _present(engine: Engine) -> str | None:
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()
