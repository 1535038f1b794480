"""`/healthz`: the process lives. `/readyz`: it can do its work, the database answers."""

from flask import Blueprint, jsonify
from flask.typing import ResponseReturnValue

from shared.errors import ServiceUnavailable
from shared.web.edge import runtime

RETRY_SECONDS = 5

health = Blueprint("health", __name__)


@health.get("/healthz")
def healthz() -> ResponseReturnValue:
    return jsonify(status="alive", service=runtime().name)


@health.get("/readyz")
def readyz() -> ResponseReturnValue:
    trouble = runtime().vitals.trouble()
    if trouble or runtime().stopping.is_set():
        raise ServiceUnavailable(trouble or "stopping", retry_after=RETRY_SECONDS)
    return jsonify(status="ready", service=runtime().name)
