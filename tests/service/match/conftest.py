"""The match service alone: told events by hand, asked over HTTP, on a clock that is moved."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.service.match.desk import Desk


@pytest.fixture
def make_desk(tmp_path: Path) -> Iterator[Callable[[str], Desk]]:
    """Makes match services, each with a database of its own."""
    made: list[Desk] = []

    def make(name: str = "desk") -> Desk:
        made.append(Desk(tmp_path / name))
        return made[-1]

    yield make
    for desk in made:
        desk.runtime.engine.dispose()


@pytest.fixture
def desk(make_desk: Callable[..., Desk]) -> Desk:
    return make_desk()
