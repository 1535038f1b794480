"""Whom the interface names in English because it is nobody: pages say so in the reader's words.

These names are kept from people, so that none of them is changed.
"""

from typing import Any

from flask_babel import lazy_gettext as _l

NAMES = {
    "deleted player": _l("deleted player"),
    "Computer (easy)": _l("Computer (easy)"),
    "Computer (normal)": _l("Computer (normal)"),
    "Computer (perfect)": _l("Computer (perfect)"),
}


def in_readers_words(found: dict[str, Any]) -> dict[str, Any]:
    """One object of an answer, its name told so where it is nobody's."""
    name = NAMES.get(found.get("display_name", ""))
    return found if name is None else {**found, "display_name": str(name)}
