"""The note that a data folder has moved: two platforms with one past must not both go on."""

import json
from pathlib import Path

from shared.clock import real_now

FILE = "moved"


def leave(folder: Path, place: str) -> None:
    """Note that what is in `folder` goes on at `place`."""
    note = {"to": place, "at": real_now().isoformat(timespec="seconds")}
    (folder / FILE).write_text(json.dumps(note))


def read(folder: Path) -> str | None:
    """Where the folder's content has moved, and when; None if it has not."""
    file = folder / FILE
    if not file.exists():
        return None
    note = json.loads(file.read_text())
    return f"{note['to']} (since {note['at']})"
