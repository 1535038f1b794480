"""Fixtures shared by all tests."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.app.platform import Platform
from shared.messaging.local import LocalBus
from shared.settings import Settings
from tests.clients import RunningPlatform


@pytest.fixture
def platform(tmp_path: Path) -> Iterator[RunningPlatform]:
    """The embedded platform on a manual clock; its bus doubles and reorders every event."""
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
