"""`/healthz`: the process lives. `/readyz`: it can do its work, the database answers."""

from flask import Blueprint, jsonify
from flask.typing import ResponseReturnValue
from sqlalchemy import text

from shared.errors import ServiceUnavailable
from shared.web.edge import runtime

health = Blueprint("health", __name__)


@health.get("/healthz")
def healthz() -> ResponseReturnValue:
    return jsonify(status="alive", service=runtime().name)


@health.get("/readyz")
def readyz() -> ResponseReturnValue:
    try:
        with runtime().engine.connect() as connection:
            connection.execute(text("SELECT 1"))
    except Exception as error:
        raise ServiceUnavailable("the database does not answer", retry_after=5) from error
    return jsonify(status="ready", service=runtime().name)
