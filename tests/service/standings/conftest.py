"""The standings service, empty."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.standings.harness import Standings


@pytest.fixture
def standings(tmp_path: Path) -> Iterator[Standings]:
    service = Standings(tmp_path)
    yield service
    service.close()
