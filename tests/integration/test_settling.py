"""What it means that the platform is at rest: whoever has waited for it finds everything done."""

import threading
from collections.abc import Callable

import pytest

from services.app.platform import Platform
from shared.events.catalogue import SolvingOpened
from shared.messaging.relay import Relay
from shared.runtime import Runtime
from tests.clients import RunningPlatform


class _SlowCommit:
    """A commit that a look at the platform meets halfway.

    It is made when the look has found the outbox empty, and the thread that made it comes to
    itself only when that look, or the next one, is over.
    """

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._backlog = Relay.backlog.fget  # type: ignore[attr-defined]
        self.begun, self.looked = threading.Event(), threading.Event()
        self.done, self.over = threading.Event(), threading.Event()
        self.thread = threading.Thread(target=self._write)

    def backlog(self, relay: Relay) -> int:
        """What the outbox holds, and then the commit."""
        found: int = self._backlog(relay)
        if relay is self._runtime.relay and not self.done.is_set():
            self._make()
        return found

    def watch(self, look: Callable[[], bool]) -> bool:
        """One look of the platform; the first that did not come to the outbox has the commit made
        all the same.
        """
        first = not self.done.is_set()
        found = look()
        if not self.done.is_set():
            self._make()
        elif not first or found:
            self.over.set()
        return found

    def _make(self) -> None:
        self.looked.set()
        self.done.wait()

    def _write(self) -> None:
        with self._runtime.writing() as uow:
            commit = uow.commit
            uow.emit(SolvingOpened(season_id="s", round=1, matches=0))

            def slowly() -> bool:
                self.begun.set()
                self.looked.wait()
                emitted = commit()
                self.done.set()
                self.over.wait()
                return emitted

            uow.commit = slowly  # type: ignore[method-assign]


def test_a_commit_under_way_is_no_rest(
    platform: RunningPlatform, monkeypatch: pytest.MonkeyPatch
) -> None:
    justa: Platform = platform.platform
    scheduler = justa.runtimes["scheduler"]
    slow, look = _SlowCommit(scheduler), justa._at_rest
    backlog = scheduler.relay.__class__.backlog.fget  # type: ignore[attr-defined]
    monkeypatch.setattr(Relay, "backlog", property(slow.backlog))
    monkeypatch.setattr(justa, "_at_rest", lambda: slow.watch(look))
    slow.thread.start()
    slow.begun.wait()
    justa.settle()
    left = backlog(scheduler.relay)
    slow.over.set()
    slow.thread.join()
    assert left == 0
