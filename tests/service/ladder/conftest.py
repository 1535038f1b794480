"""The ladder service on a database of its own."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.ladder.service import SERVICE
from shared.db import open_engine
from shared.migrate import migrate
from tests.service.ladder.harness import Ladder


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database to copy: migrating takes longer than most tests."""
    file = tmp_path_factory.mktemp("ladder") / "ladder.sqlite"
    engine = open_engine(f"sqlite:///{file}")
    migrate(SERVICE, engine)
    engine.dispose()
    return file


@pytest.fixture
def ladder(tmp_path: Path, migrated: Path) -> Iterator[Ladder]:
    shutil.copy(migrated, tmp_path / migrated.name)
    service = Ladder(tmp_path, migrated=True)
    yield service
    service.runtime.engine.dispose()
