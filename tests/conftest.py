"""Fixtures shared by all tests."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.clients import RunningPlatform


@pytest.fixture
def platform(tmp_path: Path) -> "Iterator[RunningPlatform]":
    """The embedded platform on a manual clock; its bus doubles and reorders every event."""
    # Unit tests do without the platform, and so without its imports.
    from tests.clients import embedded

    with embedded(tmp_path) as running:
        yield running
