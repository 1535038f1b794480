"""Batches of reports: each item read and answered as if it had come alone."""

from collections.abc import Sequence
from typing import Any

import marshmallow as ma

from services.ladder.bodies import ReportIn
from services.ladder.usecases.reporting import Judged
from shared.errors import Invalid, Problem
from shared.web.problems import field_errors, problem_body

_REPORT = ReportIn()


def report_of(item: Any) -> dict[str, Any] | Problem:
    """One item of a batch, or why it is none."""
    try:
        body: dict[str, Any] = _REPORT.load(item)
    except ma.ValidationError as error:
        return Invalid(errors=field_errors(error.messages))
    return body


def batch_answer(judged: Sequence[Judged]) -> dict[str, Any]:
    return {"items": [_answer(one) for one in judged]}


def _answer(one: Judged) -> dict[str, Any]:
    if isinstance(one, Problem):
        return {"status": one.status, "problem": problem_body(one)}
    return {"status": 200 if one.repeated else 201, "game": one.answer}
