"""The database and the models agree, on every way up and down."""

from services.standings.service import SERVICE
from shared.migrate import differences, migrate
from tests.service.standings.harness import Standings


def test_tables_and_models_agree_and_every_migration_goes_down_and_up(
    standings: Standings,
) -> None:
    engine = standings.runtime.engine
    assert differences(SERVICE, engine) == []
    migrate(SERVICE, engine, "base")
    migrate(SERVICE, engine)
    assert differences(SERVICE, engine) == []
