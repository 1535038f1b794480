"""Every service's database on SQLite: up, as the models say, down and up again."""

from pathlib import Path

import pytest

from services.app.composition import SERVICES
from shared.db import open_engine
from shared.service import Service
from tests.migrations import assert_up_down_and_up_again


@pytest.mark.parametrize("service", SERVICES, ids=lambda service: service.name)
def test_up_down_and_up_again(service: Service, tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path / service.name}.sqlite")
    assert_up_down_and_up_again(service, engine)
    engine.dispose()
