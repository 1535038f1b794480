"""The scheduler's tables."""

from services.scheduler.service import SERVICE
from shared.migrate import differences, migrate
from tests.service.scheduler.harness import Scheduler


def test_tables_and_models_agree_and_every_migration_goes_down_and_up(scheduler: Scheduler) -> None:
    engine = scheduler.runtime.engine
    assert differences(SERVICE, engine) == []
    migrate(SERVICE, engine, "base")
    migrate(SERVICE, engine)
    assert differences(SERVICE, engine) == []
