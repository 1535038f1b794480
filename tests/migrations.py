"""What must hold of every service's migrations, on whatever database."""

from sqlalchemy import Engine, inspect

from shared.migrate import differences, is_migrated, migrate
from shared.service import Service


def assert_up_down_and_up_again(service: Service, engine: Engine) -> None:
    """From an empty database up, with the tables that the models say, and down to nothing."""
    with engine.connect() as connection:
        assert not is_migrated(service, connection)
    for _ in range(2):
        migrate(service, engine)
        assert differences(service, engine) == []
        with engine.connect() as connection:
            assert is_migrated(service, connection)
        migrate(service, engine, "base")
        assert set(inspect(engine).get_table_names()) <= {"alembic_version"}
