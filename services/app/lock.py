"""One Justa a data folder: an exclusive lock, and a note of who holds it.

The lock is the operating system's (`flock`), so a killed process never leaves it behind; the
note beside it only serves to tell people who is in the way.
"""

import fcntl
import json
import os
import threading
from dataclasses import asdict, dataclass
from pathlib import Path

from shared.clock import real_now

FILE = "lock"
PATIENCE_SECONDS = 20.0
_POLL_SECONDS = 0.05


@dataclass(frozen=True)
class Holder:
    """The process that has the data folder, and since when (ISO instant, UTC)."""

    pid: int
    since: str
    doing: str

    def __str__(self) -> str:
        return f"process {self.pid} ({self.doing}, since {self.since})"


class DataFolderInUse(Exception):
    """Another process has the folder; `holder` is None if it left no note yet."""

    def __init__(self, folder: Path, holder: Holder | None) -> None:
        super().__init__(f"{folder} is in use by {holder or 'another process'}")
        self.folder = folder
        self.holder = holder


class DataLock:
    """Holds the data folder from `acquire` until `release`, or until every process with it dies.

    Processes forked meanwhile hold it too.
    """

    def __init__(self, folder: Path, doing: str) -> None:
        self._folder = folder
        self._doing = doing
        self._fd: int | None = None

    def acquire(self) -> "DataLock":
        """Take the folder; raises `DataFolderInUse`.

        If the holder's own process is dead, its worker is on its way out: that is waited for.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        fd = os.open(self._folder / FILE, os.O_RDWR | os.O_CREAT, 0o600)
        if not self._locked(fd):
            holder = holder_of(self._folder)
            os.close(fd)
            raise DataFolderInUse(self._folder, holder)
        note = Holder(os.getpid(), real_now().isoformat(timespec="seconds"), self._doing)
        os.truncate(fd, 0)
        os.pwrite(fd, json.dumps(asdict(note)).encode(), 0)
        self._fd = fd
        return self

    def release(self) -> None:
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None

    def __enter__(self) -> "DataLock":
        return self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()

    def _locked(self, fd: int) -> bool:
        pause, waited = threading.Event(), 0.0
        while not try_lock(fd):
            holder = holder_of(self._folder)
            if waited >= PATIENCE_SECONDS or (holder and is_alive(holder.pid)):
                return False
            pause.wait(_POLL_SECONDS)
            waited += _POLL_SECONDS
        return True


def try_lock(fd: int) -> bool:
    """Lock the open file `fd` if nobody else has; never waits."""
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def holder_of(folder: Path) -> Holder | None:
    """Who wrote the note last; it may be about a process that is gone."""
    try:
        return Holder(**json.loads((folder / FILE).read_text()))
    except (OSError, ValueError, TypeError):
        return None


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def is_held(folder: Path) -> bool:
    """Whether anybody has the folder just now."""
    try:
        fd = os.open(folder / FILE, os.O_RDWR)
    except OSError:
        return False
    try:
        return not try_lock(fd)
    finally:
        os.close(fd)
