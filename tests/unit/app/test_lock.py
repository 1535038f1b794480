"""One Justa a data folder."""

import os
import subprocess
import sys

import pytest

from services.app import lock
from services.app.lock import DataFolderInUse, DataLock, Holder, holder_of, is_alive, is_held

_HOLD = (
    "import sys, pathlib; from services.app.lock import DataLock;"
    "DataLock(pathlib.Path(sys.argv[1]), 'test').acquire(); print('held', flush=True);"
    "sys.stdin.read()"
)


@pytest.fixture
def other_process(tmp_path):
    """Another process that holds the folder until its standard input ends."""
    process = subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout.readline() == "held\n"
    yield process
    process.kill()
    process.communicate()


def test_the_folder_is_free_again_after_release(tmp_path):
    with DataLock(tmp_path, "test"):
        assert is_held(tmp_path)
        assert holder_of(tmp_path).pid == os.getpid()
    assert not is_held(tmp_path)
    with DataLock(tmp_path, "test"):
        pass


def test_the_folder_is_made(tmp_path):
    with DataLock(tmp_path / "deep" / "down", "test"):
        assert (tmp_path / "deep" / "down").is_dir()


def test_a_second_one_is_told_who_is_in_the_way(tmp_path, other_process):
    with pytest.raises(DataFolderInUse, match=f"process {other_process.pid} \\(test, since"):
        DataLock(tmp_path, "test").acquire()


def test_a_killed_holder_leaves_nothing_behind(tmp_path, other_process):
    other_process.kill()
    other_process.wait()
    with DataLock(tmp_path, "test"):
        assert holder_of(tmp_path).pid == os.getpid()


def test_a_dead_parents_worker_is_waited_for(tmp_path, other_process, monkeypatch):
    """The note names a dead process while a child of it still holds the lock, then lets go."""
    note = '{"pid": 4194304, "since": "2026-01-01T00:00:00+00:00", "doing": "justa up"}'
    (tmp_path / lock.FILE).write_text(note)
    assert not is_alive(4194304)
    looks = []

    def look(pid):
        looks.append(pid)
        if len(looks) == 3:
            other_process.kill()
        return is_alive(pid)

    monkeypatch.setattr(lock, "is_alive", look)
    with DataLock(tmp_path, "test"):
        assert len(looks) >= 3


@pytest.mark.usefixtures("other_process")
def test_waiting_for_a_dead_parents_worker_ends(tmp_path, monkeypatch):
    monkeypatch.setattr(lock, "PATIENCE_SECONDS", 0.1)
    (tmp_path / lock.FILE).write_text("not a note")
    with pytest.raises(DataFolderInUse, match="another process"):
        DataLock(tmp_path, "test").acquire()


def test_a_holder_says_what_it_does():
    told = str(Holder(7, "2026-01-01T00:00:00+00:00", "justa up"))
    assert told == "process 7 (justa up, since 2026-01-01T00:00:00+00:00)"
