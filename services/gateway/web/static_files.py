"""The pages' style, scripts and pictures, under addresses that change with what is in them."""

import hashlib
from functools import cache
from pathlib import Path

from flask import Response, send_from_directory

STATIC = Path(__file__).parent / "static"
FOR_EVER = "public, max-age=31536000, immutable"


@cache
def static_version() -> str:
    """Names what is in the static folder, so that browsers may keep it for ever."""
    found = hashlib.sha256()
    for file in sorted(STATIC.rglob("*")):
        if file.is_file():
            found.update(file.relative_to(STATIC).as_posix().encode() + file.read_bytes())
    return found.hexdigest()[:12]


def static(name: str) -> str:
    """The address of a file, as pages name it."""
    return f"/static/{static_version()}/{name}"


def send_static(version: str, name: str) -> Response:
    response = send_from_directory(STATIC, name)
    response.headers["Cache-Control"] = FOR_EVER if version == static_version() else "no-cache"
    return response
