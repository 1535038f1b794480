"""docs/decisions/README.md: the index of what was decided, from the notes' own titles."""

from pathlib import Path

_HEAD = """# Decisions

<!-- Written by `make docs` from the titles of the notes; `make check` fails if it is stale. -->

What was decided where the rules leave a choice open or another way was possible, why, and what was
rejected. Numbers are only names.

"""


def decisions_page(folder: Path) -> str:
    """One line for each note in `folder`, in the order of their numbers."""
    notes = sorted(file for file in folder.glob("*.md") if file.name != "README.md")
    return _HEAD + "".join(f"- [{_title(note)}]({note.name})\n" for note in notes)


def _title(note: Path) -> str:
    return note.read_text().splitlines()[0].removeprefix("# ")
