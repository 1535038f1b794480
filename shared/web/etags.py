"""ETags are made of the body alone, so that they tell nothing that the body does not."""

import hashlib

from flask import Response, request

from shared.errors import PreconditionFailed
from shared.web.problems import problem_response


def etag_of(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:32]


def add_etag(response: Response) -> Response:
    """Tag a successful read and answer a matching `If-None-Match` with 304, and an `If-Match` that
    names another version with 412.
    """
    if (
        request.method in ("GET", "HEAD")
        and response.status_code == 200
        and not response.is_streamed
    ):
        response.set_etag(etag_of(response.get_data()))
        response.headers.setdefault("Cache-Control", "no-cache")
        response.make_conditional(request)
        if response.status_code == PreconditionFailed.status:
            return problem_response(PreconditionFailed())
    return response


def require_unchanged(present_body: bytes) -> None:
    """Honour `If-Match`: raises `PreconditionFailed` (412 `stale`) for an old version."""
    wanted = request.if_match
    if wanted and not wanted.contains(etag_of(present_body)):
        raise PreconditionFailed
