"""What makes a password; how it is kept is not decided here."""

import unicodedata

from shared.errors import invalid_field

SHORTEST = 8
LONGEST = 200


def accepted_password(text: str) -> str:
    """The password in the form that is hashed; raises `Invalid` by its length alone.

    Length is what helps; rules about digits and signs only make people write passwords down.
    """
    password = prepared(text)
    if not SHORTEST <= len(password) <= LONGEST:
        raise invalid_field("password", f"It must have {SHORTEST} to {LONGEST} characters.")
    return password


def prepared(text: str) -> str:
    """The same for every keyboard: one form for letters that can be composed in several ways."""
    return unicodedata.normalize("NFKC", text)
