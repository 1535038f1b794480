"""The gateway, fresh for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.gateway.gateway_under_test import Gateway


@pytest.fixture
def gateway(tmp_path: Path) -> Iterator[Gateway]:
    under_test = Gateway(tmp_path)
    yield under_test
    under_test.close()
