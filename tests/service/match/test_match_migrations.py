"""The tables that migrations make are those that the service declares."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import IntegrityError

from services.match.service import SERVICE
from shared.db import open_engine
from shared.migrate import differences, migrate


def fill(connection: Connection) -> None:
    """A match of the second version, with all that points to it."""
    for statement in (
        "INSERT INTO seasons (id) VALUES ('s')",
        "INSERT INTO rounds (season_id, number) VALUES ('s', 1)",
        "INSERT INTO matches (id, season_id, round, place) VALUES ('m', 's', 1, 1)",
        "INSERT INTO sides (match_id, side, season_id, round, account_id, code) "
        "VALUES ('m', 'first', 's', 1, 'ana', '1122'), ('m', 'second', 's', 1, 'bea', '3456')",
        "INSERT INTO attempts (match_id, side, number, guess, exact, partial, at) "
        "VALUES ('m', 'first', 1, '1111', 0, 0, '2026-03-28')",
        "INSERT INTO clues (match_id, side, number, position, symbol, at) "
        "VALUES ('m', 'first', 1, 1, '3', '2026-03-28')",
    ):
        connection.exec_driver_sql(statement)


def rows(connection: Connection) -> list[list[Any]]:
    return [
        [tuple(row) for row in connection.exec_driver_sql(f"SELECT {columns} FROM {table}")]
        for table, columns in (
            ("matches", "id, season_id, round, place"),
            ("sides", "match_id, side, season_id, round, account_id, code"),
            ("attempts", "match_id, side, number, guess"),
            ("clues", "match_id, side, number, position"),
        )
    ]


def try_live_duels_beside_a_league(engine: Engine) -> None:
    """Matches of before stay as they were, on the way up and on the way down."""
    migrate(SERVICE, engine, "0002")
    with engine.begin() as connection:
        fill(connection)
        before = rows(connection)
    migrate(SERVICE, engine)
    assert differences(SERVICE, engine) == []
    with engine.begin() as connection:
        assert rows(connection) == before
        connection.exec_driver_sql("INSERT INTO matches (id) VALUES ('live')")
        connection.exec_driver_sql(
            "INSERT INTO sides (match_id, side, account_id) VALUES ('live', 'first', 'ana')"
        )
    with pytest.raises(IntegrityError), engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM matches WHERE id = 'm'")
    # Down again to where live duels have no place.
    migrate(SERVICE, engine, "-5")
    with engine.begin() as connection:
        assert rows(connection) == before
    with pytest.raises(IntegrityError), engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO matches (id) VALUES ('live')")


def test_matches_of_before_stay_as_they_were(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path / 'match.sqlite'}")
    try_live_duels_beside_a_league(engine)
    engine.dispose()
