"""`justa migrate`: databases brought up to date.

The folder of the embedded set-up must not be in use meanwhile. On PostgreSQL the services may
run: what they may meet, migrations only add.
"""

from collections.abc import Iterable, Iterator

from services.app.lock import DataLock
from shared.db import open_engine
from shared.full_settings import full_settings
from shared.migrate import migrate, newest_revision
from shared.service import Service
from shared.settings import Settings


def migrate_services(
    services: Iterable[Service], settings: Settings
) -> Iterator[tuple[str, str | None]]:
    """Migrate one after the other; yields each one's name and revision once it is done.

    Raises `DataFolderInUse`.
    """
    with DataLock(settings.data, "justa migrate"):
        for service in services:
            yield _migrated(service, settings.sqlite_url(service.name))


def migrate_full(services: Iterable[Service]) -> Iterator[tuple[str, str | None]]:
    """The same on PostgreSQL, each service with its own role; raises `BadSetting`."""
    each = [(service, full_settings(service.name, ["database_url"])) for service in services]
    for service, settings in each:
        yield _migrated(service, str(settings.database_url))


def _migrated(service: Service, url: str) -> tuple[str, str | None]:
    engine = open_engine(url, pool_size=1)
    try:
        migrate(service, engine)
    finally:
        engine.dispose()
    return service.name, newest_revision(service)
