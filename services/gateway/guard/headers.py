"""What every answer tells browsers to forbid themselves."""

from functools import cache

Headers = list[tuple[str, str]]

# An answer of the interface is data: nothing in it may run, be framed or load anything.
_DATA = "default-src 'none'; frame-ancestors 'none'"
_ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_HTTPS_ALONE = "max-age=31536000"


def guarded(headers: Headers, *, is_data: bool, reads: bool, by_https: bool) -> Headers:
    """`headers` and what guards them; what is there already stays as it is.

    `is_data`: an answer of the interface, no page. Answers to anything but reads are not stored.
    """
    present = {name.lower() for name, _ in headers}
    added = _guards(is_data, reads, by_https)
    return headers + [header for name, header in added if name not in present]


@cache
def _guards(is_data: bool, reads: bool, by_https: bool) -> list[tuple[str, tuple[str, str]]]:
    """Each header behind its name in small letters; there are eight such lists in all."""
    added = dict(_ALWAYS)
    if is_data:
        added["Content-Security-Policy"] = _DATA
    if not reads:
        added["Cache-Control"] = "no-store"
    if by_https:
        added["Strict-Transport-Security"] = _HTTPS_ALONE
    return [(name.lower(), (name, value)) for name, value in added.items()]
