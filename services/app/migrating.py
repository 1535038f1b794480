"""`justa migrate`: databases brought up to date while nothing else runs on them."""

from collections.abc import Iterable, Iterator

from services.app.lock import DataLock
from shared.db import open_engine
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
            engine = open_engine(settings.sqlite_url(service.name), pool_size=1)
            migrate(service, engine)
            engine.dispose()
            yield service.name, newest_revision(service)
