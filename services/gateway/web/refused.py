"""A refusal of the interface, as pages meet it."""

from collections.abc import Mapping
from typing import Any


class Refused(Exception):
    """What a problem+json answer said; `errors` maps fields to their messages."""

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        super().__init__(problem.get("code", "http_error"))
        self.status = status
        self.code = str(problem.get("code", "http_error"))
        self.title = str(problem.get("title", ""))
        self.detail = str(problem.get("detail") or self.title)
        self.errors: dict[str, list[str]] = dict(problem.get("errors") or {})
