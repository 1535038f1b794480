"""`justa move`: a whole data folder of the embedded set-up into five PostgreSQL databases.

Each service's tables are copied and compared in one transaction of its own database, and these
commit only once all five are right: until then nothing has happened. Killed between two of the
commits, the command is run again and finds those databases moved already.
"""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from alembic.migration import MigrationContext
from sqlalchemy import Connection, Engine, Table, create_engine, make_url, text

from services.app.composition import SERVICES
from services.app.lock import DataLock
from services.app.upkeep import note
from services.app.upkeep.copying import (
    Content,
    Progress,
    content,
    continue_sequences,
    copy_table,
    count,
)
from services.app.upkeep.databases import file_of
from shared.db import open_engine
from shared.leadership import RECONCILIATION_LOCK, RELAY_LOCK, TIMER_LOCK
from shared.migrate import migrate, newest_revision, whole_metadata
from shared.service import Service

LOCK_SECONDS = 5


class MoveRefused(Exception):
    """Nothing was moved; the message says why."""


@dataclass
class Removal:
    """One service on its way. `present` are the tables that were there, alike, before."""

    service: Service
    source: Connection
    target: Connection
    tables: list[Table]
    rows: int
    present: dict[str, Content] = field(default_factory=dict)

    @property
    def to_copy(self) -> list[Table]:
        return [table for table in self.tables if table.name not in self.present]


@contextmanager
def removals(folder: Path, targets: Mapping[str, str]) -> Iterator[list[Removal]]:
    """Everything that there is to move, held still on both sides until it is done.

    What was copied is there once the block ends, and nothing of it if the block raises. Raises
    `MoveRefused`, and `DataFolderInUse`.
    """
    with DataLock(folder, "justa move"), ExitStack() as opened:
        _refuse_manual_clock(folder)
        found = [
            _open(opened, service, file_of(service.name, folder), targets[service.name])
            for service in SERVICES
        ]
        for removal in found:
            _refuse_unready(removal)
        yield found
        for removal in found:
            removal.target.commit()
        note.leave(folder, _place(targets["gateway"]))


def copy(removal: Removal, progress: Progress) -> None:
    """Copy what is not there yet."""
    for table in removal.to_copy:
        copy_table(removal.source, removal.target, table, progress)
    for table in removal.tables:
        continue_sequences(removal.source, removal.target, table)


def check(removal: Removal, progress: Progress) -> None:
    """Read both sides again, row for row; raises `MoveRefused` where they differ."""
    for table in removal.to_copy:
        before = content(removal.source, table, progress)
        after = content(removal.target, table, progress)
        if before != after:
            raise MoveRefused(
                f"{removal.service.name}: {table.name} has {before.rows} rows here and "
                f"{after.rows} there, or others"
            )


def _open(opened: ExitStack, service: Service, file: Path, url: str) -> Removal:
    source, target = open_engine(f"sqlite:///{file}", pool_size=1), _patient_engine(url)
    for engine in (source, target):
        opened.callback(engine.dispose)
    migrate(service, source)
    tables = list(whole_metadata(service).sorted_tables)
    here = opened.enter_context(source.connect())
    there = opened.enter_context(target.connect())
    rows = sum(count(here, table) for table in tables)
    return Removal(service, here, there, tables, rows)


def _patient_engine(url: str) -> Engine:
    """The limits that keep transactions short are not for this one."""
    return create_engine(url, connect_args={"options": f"-c lock_timeout={LOCK_SECONDS}s"})


def _refuse_manual_clock(folder: Path) -> None:
    if (folder / "clock.json").exists():
        raise MoveRefused(
            f"{folder} goes by a clock that is moved by hand, and the full deployment by the "
            "real one: its seasons would find all their deadlines past, or years ahead"
        )


def _refuse_unready(removal: Removal) -> None:
    """Raise unless both sides are as they must be; holds the target's tables from then on."""
    name = removal.service.name
    present = MigrationContext.configure(removal.target).get_current_revision()
    if present != newest_revision(removal.service):
        raise MoveRefused(f"the database for {name} is not at the program's version: justa migrate")
    _hold_still(removal)
    for table in removal.tables:
        if count(removal.target, table):
            _require_alike(removal, table)


def _hold_still(removal: Removal) -> None:
    locked = "SELECT pg_try_advisory_xact_lock(:key)"
    for key in (RELAY_LOCK, TIMER_LOCK, RECONCILIATION_LOCK):
        if not removal.target.execute(text(locked), {"key": key}).scalar():
            raise MoveRefused(f"a worker of {removal.service.name} runs already: stop it")
    quote = removal.target.dialect.identifier_preparer.format_table
    names = ", ".join(quote(table) for table in removal.tables)
    removal.target.execute(text(f"LOCK TABLE {names} IN EXCLUSIVE MODE"))


def _require_alike(removal: Removal, table: Table) -> None:
    """Some rows come with the migrations, others from a move that was interrupted."""
    here = content(removal.source, table, _untold)
    if here != content(removal.target, table, _untold):
        raise MoveRefused(f"the database for {removal.service.name} has {table.name} already")
    removal.present[table.name] = here


def _untold(_rows: int) -> None:
    """Nobody watches."""


def _place(url: str) -> str:
    place = make_url(url)
    return f"{place.host or 'localhost'}:{place.port or 5432}"
