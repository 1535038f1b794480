"""Where a platform is made to run the same way twice: its ids, its clock, its chance."""

import sys
import threading
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from services.app import platform as embedded
from services.app.platform import Platform
from shared.clock import ManualClock
from shared.runtime import Runtime
from shared.settings import Settings
from tests.e2e.seams import quick_passwords

OPERATOR = {"email": "operator@example.org", "password": "correct horse battery"}


class Ids:
    """Ids in the form of UUIDs, counted apart for each place in the code that asks for one.

    Real ids are random and tell nothing. One count for all would let a secret move shift the
    ids of everybody else. What is made in a later era sorts behind what an earlier one made.
    """

    def __init__(self, era: int) -> None:
        self._era = era
        self._made: Counter[int] = Counter()
        self._lock = threading.Lock()

    def __call__(self) -> str:
        place = zlib.crc32(sys._getframe(1).f_code.co_filename.encode()) & 0xFFFF
        with self._lock:
            self._made[place] += 1
            return f"0190{self._era:04x}-{place:04x}-7000-8000-{self._made[place]:012x}"


class LaggingClock(ManualClock):
    """A manual clock that shows the timers of some services an instant that has passed."""

    def __init__(self, file: Path) -> None:
        super().__init__(file)
        self._shown: dict[str, datetime] = {}

    def now(self, connection: Any = None) -> datetime:
        return self._shown.get(threading.current_thread().name) or super().now(connection)

    def hold(self, *services: str) -> None:
        """Let the timers of just these services stay at what is now to them, whatever comes."""
        present = self.now()
        names = [f"{service}-timers" for service in services]
        self._shown = {name: self._shown.get(name, present) for name in names}

    def is_held(self, service: str) -> bool:
        return f"{service}-timers" in self._shown


class TestPlatform(Platform):
    """The embedded platform, at rest also where only held timers have something to do."""

    __test__ = False
    clock: LaggingClock

    def _is_due(self, runtime: Runtime) -> bool:
        return not self.clock.is_held(runtime.name) and super()._is_due(runtime)


@contextmanager
def running(folder: Path, era: int, **settings: Any) -> Iterator[TestPlatform]:
    """The platform on the data in `folder`, nothing in it left to chance or slow on purpose."""
    chosen: dict[str, Any] = {"rate_limits": False, **settings}
    with quick_passwords(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(embedded, "ManualClock", LaggingClock)
        patch.setattr("secrets.randbelow", lambda _count: 0)
        platform = TestPlatform(
            Settings(
                data=folder,
                secret="s" * 48,
                clock="manual",
                operator_email=OPERATOR["email"],
                operator_password=OPERATOR["password"],
                **chosen,
            ),
            new_id=Ids(era),
        )
        platform.migrate()
        platform.start()
        try:
            yield platform
        finally:
            platform.stop()
