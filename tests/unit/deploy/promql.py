"""What queries of Prometheus ask for, by a parser of their language."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import promql_parser as promql

LE = "le"


@dataclass(frozen=True)
class Asked:
    """One series that a query names; `labels` are those that it matches or groups by."""

    name: str
    labels: frozenset[str]
    matched: frozenset[tuple[str, str]]


def asked(query: str) -> list[Asked]:
    """Every series of a query; raises `ValueError` for what is none."""
    return list(_asked(promql.parse(query), frozenset()))


def _asked(part: Any, grouped: frozenset[str]) -> Iterator[Asked]:
    if isinstance(part, promql.VectorSelector):
        matched = frozenset((one.name, one.value) for one in part.matchers.matchers)
        yield Asked(str(part.name), grouped | {name for name, _ in matched}, matched)
    elif isinstance(part, promql.MatrixSelector):
        yield from _asked(part.vector_selector, grouped)
    elif isinstance(part, promql.BinaryExpr):
        yield from _asked(part.lhs, grouped)
        yield from _asked(part.rhs, grouped)
    elif isinstance(part, promql.AggregateExpr):
        yield from _asked(part.expr, grouped | _grouping(part))
    elif isinstance(part, promql.Call):
        for argument in part.args:
            yield from _asked(argument, grouped)
    elif isinstance(part, promql.ParenExpr | promql.UnaryExpr | promql.SubqueryExpr):
        yield from _asked(part.expr, grouped)
    else:
        assert isinstance(part, promql.NumberLiteral | promql.StringLiteral), part


def _grouping(part: Any) -> frozenset[str]:
    """The labels that an aggregation keeps; those that it drops are asked for as well."""
    return frozenset(part.modifier.labels) if part.modifier else frozenset()
