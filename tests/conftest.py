"""Fixtures shared by all tests."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from tests.clients import RunningPlatform

# No test judges by time: a busy machine is slow, not wrong.
settings.register_profile("justa", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("justa")


@pytest.fixture
def platform(tmp_path: Path) -> "Iterator[RunningPlatform]":
    """The embedded platform on a manual clock; its bus doubles and reorders every event."""
    # Unit tests do without the platform, and so without its imports.
    from tests.clients import embedded

    with embedded(tmp_path) as running:
        yield running
