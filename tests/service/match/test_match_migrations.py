"""The tables that migrations make are those that the service declares."""

from pathlib import Path

from sqlalchemy import inspect

from services.match.service import SERVICE
from shared.db import open_engine
from shared.migrate import differences, migrate


def test_up_down_and_up_again(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path / 'match.sqlite'}")
    migrate(SERVICE, engine)
    assert differences(SERVICE, engine) == []
    migrate(SERVICE, engine, "base")
    assert set(inspect(engine).get_table_names()) <= {"alembic_version"}
    migrate(SERVICE, engine)
    assert differences(SERVICE, engine) == []
    engine.dispose()
