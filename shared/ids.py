"""Where ids come from: UUIDv7, as text, made at the edge of a use case and nowhere else."""

from collections.abc import Callable

import uuid_utils

NewId = Callable[[], str]


def new_id() -> str:
    return str(uuid_utils.uuid7())
