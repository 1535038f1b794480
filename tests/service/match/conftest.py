"""The match service alone: told events by hand, asked over HTTP, on a clock that is moved."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from services.match.usecases import hearing
from tests.service.match.desk import Desk

MakeDesk = Callable[..., Desk]


@pytest.fixture(autouse=True)
def no_ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody here hears of live duels, so that answers must not wait for it."""
    monkeypatch.setattr(hearing, "PATIENCE_SECONDS", 0.0)


@pytest.fixture
def make_desk(tmp_path: Path) -> Iterator[MakeDesk]:
    """Makes match services, each with a database of its own."""
    made: list[Desk] = []

    def make(name: str = "desk") -> Desk:
        (tmp_path / name).mkdir()
        made.append(Desk(tmp_path / name))
        return made[-1]

    yield make
    for desk in made:
        desk.close()


@pytest.fixture
def desk(make_desk: MakeDesk) -> Desk:
    return make_desk()
