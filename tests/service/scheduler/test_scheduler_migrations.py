"""The scheduler's tables."""

from services.scheduler.service import SERVICE
from shared.migrate import migrate
from tests.service.scheduler.harness import Scheduler


def test_matches_of_before_get_their_places_in_the_order_in_which_they_were_drawn(
    scheduler: Scheduler,
) -> None:
    engine = scheduler.runtime.engine
    migrate(SERVICE, engine, "base")
    migrate(SERVICE, engine, "0001")
    with engine.begin() as connection:
        connection.exec_driver_sql(
            "INSERT INTO seasons (id, name, format, time_zone, registration_opens_at, "
            "registration_closes_at, rules, state, seed, created_by, created_at) VALUES "
            "('s', 'S', 'swiss', 'UTC', '2030-01-01', '2030-01-01', '{}', 'running', '', '', "
            "'2030-01-01')"
        )
        for number in (1, 2):
            connection.exec_driver_sql(
                f"INSERT INTO rounds (season_id, number) VALUES ('s', {number})"
            )
        for id, number in (("c", 1), ("a", 1), ("b", 1), ("d", 2)):
            connection.exec_driver_sql(
                "INSERT INTO matches (id, season_id, round, first, second) "
                f"VALUES ('{id}', 's', {number}, 'x', 'y')"
            )
    migrate(SERVICE, engine)
    with engine.connect() as connection:
        places = connection.exec_driver_sql("SELECT id, place FROM matches ORDER BY id").all()
        assert [tuple(row) for row in places] == [("a", 1), ("b", 2), ("c", 3), ("d", 1)]
        assert connection.exec_driver_sql("SELECT announced FROM seasons").scalar_one() == 1
