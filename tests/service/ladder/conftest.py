"""The ladder service on a database of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.ladder.harness import Ladder


@pytest.fixture
def ladder(tmp_path: Path) -> Iterator[Ladder]:
    service = Ladder(tmp_path)
    yield service
    service.close()
