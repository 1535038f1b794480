"""Every service's database on PostgreSQL: up, as the models say, down and up again."""

from collections.abc import Callable
from typing import Any

import pytest
from alembic.migration import MigrationContext
from sqlalchemy import MetaData

from services.app.composition import SERVICES
from shared.db import open_engine
from shared.migrate import differences, is_migrated, migrate
from shared.service import Service
from tests.migrations import assert_up_down_and_up_again


@pytest.mark.parametrize("service", SERVICES, ids=lambda service: service.name)
def test_up_down_and_up_again(service: Service, make_database: Callable[[str], str]) -> None:
    engine = open_engine(make_database(service.name), pool_size=1)
    assert_up_down_and_up_again(service, engine)
    engine.dispose()


def test_a_database_ahead_of_the_program_will_do(make_database: Callable[[str], str]) -> None:
    service = SERVICES[0]
    engine = open_engine(make_database(service.name), pool_size=1)
    migrate(service, engine)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'of tomorrow'")
        assert is_migrated(service, connection)
    engine.dispose()


def test_comparing_may_take_its_time(
    make_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    service = SERVICES[0]
    engine = open_engine(make_database(service.name), pool_size=1)
    limits: list[str] = []

    def look(context: MigrationContext, _: MetaData) -> list[Any]:
        for limit in ("statement_timeout", "idle_in_transaction_session_timeout"):
            limits.append(context.connection.exec_driver_sql(f"SHOW {limit}").scalar_one())
        return []

    monkeypatch.setattr("shared.migrate.compare_metadata", look)
    assert differences(service, engine) == []
    assert limits == ["0", "0"]
    with engine.connect() as connection:
        limit = connection.exec_driver_sql("SHOW idle_in_transaction_session_timeout").scalar_one()
    assert limit != "0", "for that transaction alone"
    engine.dispose()
