"""Fixtures shared by all tests."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from shared.messaging.local import LocalBus
from shared.settings import Settings

if TYPE_CHECKING:
    from tests.clients import RunningPlatform


@pytest.fixture
def platform(tmp_path: Path) -> "Iterator[RunningPlatform]":
    """The embedded platform on a manual clock; its bus doubles and reorders every event."""
    # Unit tests do without the platform, and so without its imports.
    from services.app.platform import Platform
    from tests.clients import RunningPlatform

    settings = Settings(
        data=tmp_path,
        secret="s" * 48,
        clock="manual",
        rate_limits=False,
        operator_email="operator@example.org",
        operator_password="correct horse battery",
    )
    running = Platform(settings, bus=LocalBus(unruly=random.Random(7)))
    running.migrate()
    running.start()
    yield RunningPlatform(running)
    running.stop()
