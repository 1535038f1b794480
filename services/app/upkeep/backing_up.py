"""`justa backup`: a copy of a whole data folder as it was at one instant, while the platform runs.

Events go from file to file, so five files copied one after the other would not fit together: a
service could have heard what its teller never said. So all five are held still for a moment,
a snapshot of each is opened in it, and from these they are copied while everybody writes on.
"""

import os
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from services.app.upkeep.databases import file_of
from shared.events.catalogue import ALL_SERVICES

BESIDE = ("secret", "clock.json")
TRIES = 20
WAIT_SECONDS = 0.5


class BackupFailed(Exception):
    """There is no backup; the message says why."""


def back_up(folder: Path, to: Path) -> int:
    """Copy `folder` to the new folder `to`; how many bytes that are.

    Raises `BackupFailed`, and `BadSetting` where there is nothing to copy.
    """
    files = {service: file_of(service, folder) for service in ALL_SERVICES}
    if to.exists():
        raise BackupFailed(f"{to} is there already")
    draft = to.with_name(f"{to.name}.part")
    draft.mkdir(mode=0o700)
    try:
        with _snapshots(files, lambda: _copy_beside(folder, draft)) as snapshots:
            for service, snapshot in snapshots.items():
                _copy(snapshot, draft / files[service].name)
        _sync(draft)
        draft.rename(to)
        _sync(to.parent)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise
    return sum(file.stat().st_size for file in to.iterdir())


@contextmanager
def _snapshots(
    files: Mapping[str, Path], meanwhile: Callable[[], None]
) -> Iterator[dict[str, sqlite3.Connection]]:
    """Every file as it was at one instant; `meanwhile` is done while they stand still."""
    with ExitStack() as opened:
        with _held_still(files.values()):
            meanwhile()
            snapshots = {
                service: opened.enter_context(closing(_connect(file)))
                for service, file in files.items()
            }
            for snapshot in snapshots.values():
                snapshot.execute("BEGIN")
                # The snapshot is the one of the first look.
                snapshot.execute("SELECT count(*) FROM sqlite_master").fetchone()
        yield snapshots


@contextmanager
def _held_still(files: Iterable[Path]) -> Iterator[None]:
    """Nobody writes into any of the files. Waits for those who do, but holds nobody up for long."""
    files, pause = list(files), threading.Event()
    for _ in range(TRIES):
        with ExitStack() as opened:
            if _locked(opened, files):
                yield
                return
        pause.wait(WAIT_SECONDS)
    raise BackupFailed("the platform is too busy just now: somebody is always writing")


def _locked(opened: ExitStack, files: Iterable[Path]) -> bool:
    try:
        for file in files:
            writer = opened.enter_context(closing(_connect(file)))
            writer.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError:
        return False
    return True


def _connect(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(file, timeout=WAIT_SECONDS, isolation_level=None)


def _copy(snapshot: sqlite3.Connection, to: Path) -> None:
    with closing(sqlite3.connect(to)) as copy:
        # Within the transaction that is open already: what is written meanwhile is not seen.
        snapshot.backup(copy)
        (verdict,) = copy.execute("PRAGMA quick_check").fetchone()
    if verdict != "ok":
        raise BackupFailed(f"{to.name} is damaged: {verdict}")
    _sync(to)


def _copy_beside(folder: Path, to: Path) -> None:
    for name in BESIDE:
        if (folder / name).exists():
            shutil.copy2(folder / name, to / name)
            _sync(to / name)


def _sync(path: Path) -> None:
    """Have it on the disk before anybody relies on it."""
    fd = os.open(path, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
