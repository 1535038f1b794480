"""What every answer tells browsers to forbid themselves."""

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
    added = dict(_ALWAYS)
    if is_data:
        added["Content-Security-Policy"] = _DATA
    if not reads:
        added["Cache-Control"] = "no-store"
    if by_https:
        added["Strict-Transport-Security"] = _HTTPS_ALONE
    present = {name.lower() for name, _ in headers}
    return headers + [(n, value) for n, value in added.items() if n.lower() not in present]
