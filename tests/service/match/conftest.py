"""The match service alone: told events by hand, asked over HTTP, on a clock that is moved."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from services.match.service import SERVICE
from services.match.usecases import hearing
from shared.db import open_engine
from shared.migrate import migrate
from tests.service.match.desk import Desk

MakeDesk = Callable[..., Desk]


@pytest.fixture(autouse=True)
def no_ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody here hears of live duels, so that answers must not wait for it."""
    monkeypatch.setattr(hearing, "PATIENCE_SECONDS", 0.0)


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database to copy: migrating takes longer than most tests."""
    file = tmp_path_factory.mktemp("match") / "match.sqlite"
    engine = open_engine(f"sqlite:///{file}")
    migrate(SERVICE, engine)
    engine.dispose()
    return file


@pytest.fixture
def make_desk(tmp_path: Path, migrated: Path) -> Iterator[MakeDesk]:
    """Makes match services, each with a database of its own."""
    made: list[Desk] = []

    def make(name: str = "desk") -> Desk:
        (tmp_path / name).mkdir()
        shutil.copy(migrated, tmp_path / name / migrated.name)
        made.append(Desk(tmp_path / name))
        return made[-1]

    yield make
    for desk in made:
        desk.runtime.engine.dispose()


@pytest.fixture
def desk(make_desk: MakeDesk) -> Desk:
    return make_desk()
