"""E-mail addresses: which are taken, and when two are the same."""

import re
import unicodedata

from shared.errors import invalid_field

LONGEST = 254
# What comes through here is proven by a message sent there, not by grammar.
_ADDRESS = re.compile(r"(?P<box>[^\s@\"(),:;<>\[\]\\]{1,64})@(?P<domain>[\w-]+(\.[\w-]+)+)")


def accepted_email(text: str) -> str:
    """The address as it is kept and written to; raises `Invalid` for what cannot be one."""
    address = unicodedata.normalize("NFC", text.strip())
    found = _ADDRESS.fullmatch(address)
    dots_amiss = found and (found["box"].strip(".") != found["box"] or ".." in found["box"])
    too_long = max(len(address), len(email_key(address))) > LONGEST
    if not found or dots_amiss or too_long or not address.isprintable():
        raise invalid_field("email", "It is not an e-mail address.")
    return f"{found['box']}@{found['domain'].lower()}"


def email_key(text: str) -> str:
    """Equal for addresses that differ in case alone; never raises."""
    return unicodedata.normalize("NFKC", text.strip()).casefold()
