"""What no service should have to look at: it is refused at the edge, whoever asks."""

import re

from services.gateway.domain.errors import TooLarge
from services.gateway.ports import Environ
from shared.errors import BadRequest, NotFound
from shared.web.app import MOST_BYTES

# A service would see these with other eyes than the table of addresses did.
_DOTS = frozenset({".", ".."})
_NOT_IN_PATHS = frozenset("\\;%\x7f").union(map(chr, range(32)))
LONGEST_PATH = 1000
# In a header a line break would begin another one, or another request, for the service. Servers
# refuse them; the pages' own calls bring what was typed into a form.
_NOT_IN_HEADERS = re.compile(r"[^\t\x20-\x7e\x80-\xff]")


def require_passable(environ: Environ) -> None:
    """Raises `NotFound`, `BadRequest` or `TooLarge`.

    The path is decoded once already: a percent sign that is left was encoded twice. A tab or a line
    break would be left out by whoever follows a redirect to it, and `/`, tab, `/` become `//`.
    """
    path: str = environ["PATH_INFO"]
    if len(path) > LONGEST_PATH or not _NOT_IN_PATHS.isdisjoint(path):
        raise NotFound
    if not _DOTS.isdisjoint(path.split("/")) or "//" in path or _has_encoded_slash(environ):
        raise NotFound
    if "%00" in environ.get("QUERY_STRING", ""):
        raise BadRequest("A text holds NUL")
    if any(_NOT_IN_HEADERS.search(told) for name, told in environ.items() if _is_header(name)):
        raise BadRequest("A header holds what none may hold")
    _require_short(environ)


def _is_header(name: str) -> bool:
    return name.startswith("HTTP_") or name == "CONTENT_TYPE"


def _has_encoded_slash(environ: Environ) -> bool:
    """Whether a slash inside a part of the path would become one between parts."""
    raw: str = environ.get("RAW_URI") or environ.get("REQUEST_URI") or ""
    return "%2f" in raw.partition("?")[0].lower()


def _require_short(environ: Environ) -> None:
    given = environ.get("CONTENT_LENGTH") or "0"
    # Another reader further in might see less, or more, in a sign or a blank.
    if not given.isascii() or not given.isdigit():
        raise BadRequest("The length of the body is no number")
    if int(given) > MOST_BYTES:
        raise TooLarge
