"""Which pages of other origins may call the interface from a browser: those of the setting.

They show a bearer token like any program; cookies never count across origins.
"""

from services.gateway.ports import Environ

ANY = "*"
_SECONDS_REMEMBERED = "600"
_METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE"
_ASKED = (
    "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, "
    "X-Request-Id"
)
_SHOWN = "ETag, Location, Retry-After, Content-Language, X-Request-Id"


class Cors:
    """The rule of one platform; `origins` as in the setting, `https://a.example,https://b.example`."""

    def __init__(self, origins: str | None) -> None:
        self._origins = {one.strip() for one in (origins or "").split(",") if one.strip()}

    def headers(self, environ: Environ) -> list[tuple[str, str]]:
        """What lets the page that asks read the answer; nothing for others."""
        if not self._origins:
            return []
        if ANY in self._origins:
            return [("Access-Control-Allow-Origin", ANY), ("Access-Control-Expose-Headers", _SHOWN)]
        told = [("Vary", "Origin")]
        origin = environ.get("HTTP_ORIGIN")
        if origin in self._origins:
            told += [
                ("Access-Control-Allow-Origin", origin),
                ("Access-Control-Expose-Headers", _SHOWN),
            ]
        return told

    def is_question(self, environ: Environ) -> bool:
        """Whether a browser asks beforehand what a page may do, and there is anybody who may."""
        return bool(
            self._origins
            and environ["REQUEST_METHOD"] == "OPTIONS"
            and environ.get("HTTP_ORIGIN")
            and environ.get("HTTP_ACCESS_CONTROL_REQUEST_METHOD")
        )

    @staticmethod
    def permission() -> list[tuple[str, str]]:
        return [
            ("Access-Control-Allow-Methods", _METHODS),
            ("Access-Control-Allow-Headers", _ASKED),
            ("Access-Control-Max-Age", _SECONDS_REMEMBERED),
        ]
