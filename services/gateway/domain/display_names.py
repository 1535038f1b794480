"""What somebody may be called, and when two names are the same."""

import unicodedata

from services.gateway.domain.lookalikes import looks
from shared.errors import invalid_field

COMPUTER_LEVELS = ("easy", "normal", "perfect")
LONGEST = 40
# A few signs unfold into many letters where names are compared.
LONGEST_KEY = 200
# What the history of a deleted account stands under, and the computer plays under; nobody may pass
# for either.
_NOT_PEOPLE = ("deleted player", "computer", *(f"computer ({level})" for level in COMPUTER_LEVELS))
RESERVED = frozenset[str]().union(*(looks(name) for name in _NOT_PEOPLE))
# Letters by their category, blanks to the eye: Hangul fillers and the empty Braille cell.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800")
# Control and invisible characters, half characters, private and unassigned ones, line breaks.
_UNFIT = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def accepted_name(text: str) -> str:
    """The name as it is kept: composed, trimmed, one blank between words.

    Raises `Invalid` for an empty or too long one and for characters that cannot be seen.
    """
    composed = unicodedata.normalize("NFC", text).strip()
    if any(_is_unfit(letter) for letter in composed):
        raise invalid_field("display_name", "It must not hold control or invisible characters.")
    name = " ".join(composed.split())
    longest_key = max(map(len, (name_key(name), *looks(name))))
    if not 1 <= len(name) <= LONGEST or longest_key > LONGEST_KEY:
        raise invalid_field("display_name", f"It must have 1 to {LONGEST} characters.")
    return name


def _is_unfit(letter: str) -> bool:
    return letter in _BLANK or unicodedata.category(letter) in _UNFIT


def name_key(name: str) -> str:
    """Equal for names that read the same: case, width and composition make no difference."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def is_reserved(name: str) -> bool:
    return not RESERVED.isdisjoint(looks(name))
