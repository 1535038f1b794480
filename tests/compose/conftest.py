"""The full deployment in containers, as an operator starts it, with secrets drawn for this run."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.compose.composed import Composed


@pytest.fixture(scope="module")
def justa(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Composed]:
    with Composed(Path(__file__).parents[2], tmp_path_factory.mktemp("compose")) as composed:
        composed.up()
        yield composed
