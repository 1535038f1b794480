"""Every refusal that Justa can answer with, found by the code's own tree of exceptions."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from shared.errors import Problem
from shared.web.problems import FRAMEWORK
from shared.web.spanish import SPANISH


@dataclass(frozen=True)
class Refusal:
    """One stable `code`, its status, and its title in both languages."""

    code: str
    status: int
    title: str

    @property
    def spanish(self) -> str:
        return SPANISH[self.code]

    @property
    def example(self) -> dict[str, Any]:
        """The answer as a client gets it."""
        body: dict[str, Any] = {
            "type": f"urn:justa:problem:{self.code}",
            "title": self.title,
            "status": self.status,
            "detail": self.title,
            "code": self.code,
        }
        return (
            {**body, "errors": {"field": ["Why it is not acceptable."]}}
            if self.status == 422
            else body
        )


def all_refusals() -> dict[str, Refusal]:
    """By code, in the order of status and code. All services must have been imported."""
    found = {code: Refusal(code, status, title) for status, (code, title) in FRAMEWORK.items()} | {
        kind.code: Refusal(kind.code, kind.status, kind.title)
        for kind in sorted(kinds(Problem), key=lambda kind: kind.status)
        # A code's title is that of the general case: "There is no such thing", not "… table".
        if getattr(kind.__base__, "code", "") != kind.code
    }
    return dict(sorted(found.items(), key=lambda item: (item[1].status, item[0])))


def kinds(kind: type[Problem]) -> Iterator[type[Problem]]:
    """`kind` and all that derive from it."""
    yield kind
    for derived in kind.__subclasses__():
        yield from kinds(derived)
