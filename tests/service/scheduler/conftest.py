"""One scheduler for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.scheduler.harness import Scheduler


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[Scheduler]:
    service = Scheduler(tmp_path)
    yield service
    service.close()
