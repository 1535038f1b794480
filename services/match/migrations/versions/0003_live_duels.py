"""Live duels, private tables, and the ladder's games that wait for their duel.

Matches and sides belong to a season and a round no longer always.
"""

import sqlalchemy as sa
from alembic import op

from shared.db import Instant

revision = "0003"
down_revision = "0002"

_Id = sa.String(36)
_Settings = sa.JSON(none_as_null=True)
_OF_SEASONS = {"matches": ("season_id", "round", "place"), "sides": ("season_id", "round")}


def upgrade() -> None:
    _let_be_empty(nullable=True)
    op.add_column("sides", sa.Column("seen_at", Instant))
    op.add_column("results", sa.Column("left", sa.String(6)))
    op.add_column("results", sa.Column("left_phase", sa.String(16)))
    _create_live_duels()
    _create_ladder_games()
    _create_private_tables()
    op.create_table(
        "presence",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seen_at", Instant, nullable=False),
        sa.Column("away_from", Instant),
        sa.Column("away_until", Instant),
    )


def downgrade() -> None:
    """Without what only live duels have, and so without them."""
    for table in ("presence", "private_tables", "ladder_games", "engagements", "live_duels"):
        op.drop_table(table)
    live = "(SELECT id FROM matches WHERE season_id IS NULL)"
    for table in ("results", "attempts", "clues", "sides"):
        op.execute(f"DELETE FROM {table} WHERE match_id IN {live}")
    op.execute("DELETE FROM matches WHERE season_id IS NULL")
    op.drop_column("results", "left_phase")
    op.drop_column("results", "left")
    op.drop_column("sides", "seen_at")
    _let_be_empty(nullable=False)


def _let_be_empty(*, nullable: bool) -> None:
    if op.get_bind().dialect.name == "sqlite":
        _rebuild(nullable=nullable)
        return
    for table, columns in _OF_SEASONS.items():
        for column in columns:
            op.alter_column(table, column, nullable=nullable)


def _rebuild(*, nullable: bool) -> None:
    """Make the tables anew, for SQLite changes no column.

    Rows that point into them are checked again at the commit; only rows put back into a table of
    the same name count for that.
    """
    op.execute("PRAGMA defer_foreign_keys = ON")
    for table in _OF_SEASONS:
        op.execute(f"CREATE TABLE {table}_before AS SELECT * FROM {table}")
        op.drop_table(table)
    _create_matches(nullable=nullable)
    for table in _OF_SEASONS:
        op.execute(f"INSERT INTO {table} SELECT * FROM {table}_before")
        op.drop_table(f"{table}_before")


def _create_matches(*, nullable: bool) -> None:
    op.create_table(
        "matches",
        sa.Column("id", _Id, primary_key=True),
        sa.Column("season_id", _Id, nullable=nullable),
        sa.Column("round", sa.Integer, nullable=nullable),
        sa.Column("place", sa.Integer, nullable=nullable),
        sa.Column("points_difference", sa.Integer),
        sa.Column("rank_difference", sa.Integer),
        sa.Column("met_before", sa.Integer),
        sa.Column("ended_at", Instant),
        sa.Column("result_revision", sa.Integer),
        sa.ForeignKeyConstraint(["season_id", "round"], ["rounds.season_id", "rounds.number"]),
        sa.UniqueConstraint("season_id", "round", "place"),
    )
    op.create_table(
        "sides",
        sa.Column("match_id", _Id, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("side", sa.String(6), primary_key=True),
        sa.Column("season_id", _Id, nullable=nullable),
        sa.Column("round", sa.Integer, nullable=nullable),
        sa.Column("account_id", _Id, nullable=False),
        sa.Column("draft", sa.String(8)),
        sa.Column("code", sa.String(8)),
        _flag("code_generated"),
        sa.UniqueConstraint("season_id", "round", "account_id"),
    )
    op.create_index("ix_sides_account_id", "sides", ["account_id"])


def _create_live_duels() -> None:
    op.create_table(
        "live_duels",
        sa.Column("match_id", _Id, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("origin", sa.String(16), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("unrated_reason", sa.String(16)),
        sa.Column("level", sa.String(16)),
        sa.Column("game", _Settings, nullable=False),
        *_clocks(),
        _flag("first_is_guest"),
        _flag("second_is_guest"),
        sa.Column("opened_at", Instant, nullable=False),
        sa.Column("solving_from", Instant),
        sa.Column("closes_at", Instant),
        sa.Column("due_at", Instant),
    )
    op.create_index(
        "ix_live_duels_due_at",
        "live_duels",
        ["due_at"],
        sqlite_where=sa.text("due_at IS NOT NULL"),
        postgresql_where=sa.text("due_at IS NOT NULL"),
    )
    op.create_table(
        "engagements",
        sa.Column("account_id", _Id, primary_key=True),
        sa.Column("match_id", _Id, nullable=False),
    )


def _create_ladder_games() -> None:
    op.create_table(
        "ladder_games",
        sa.Column("id", _Id, primary_key=True),
        sa.Column("first", _Id),
        sa.Column("second", _Id),
        sa.Column("rated", sa.Boolean),
        sa.Column("unrated_reason", sa.String(16)),
        *_clocks(nullable=True),
        sa.Column("started_at", Instant),
        _flag("called_off"),
        _flag("waiting"),
    )
    op.create_index(
        "ix_ladder_games_waiting",
        "ladder_games",
        ["started_at"],
        sqlite_where=sa.text("waiting = 1"),
        postgresql_where=sa.text("waiting"),
    )


def _create_private_tables() -> None:
    op.create_table(
        "private_tables",
        sa.Column("id", _Id, primary_key=True),
        sa.Column("invite_code", sa.String(32), nullable=False, unique=True),
        sa.Column("account_id", _Id, nullable=False),
        _flag("is_guest"),
        sa.Column("game", _Settings, nullable=False),
        sa.Column("opened_at", Instant, nullable=False),
        sa.Column("expires_at", Instant, nullable=False),
        sa.Column("match_id", _Id, sa.ForeignKey("matches.id")),
    )
    op.create_index(
        "ix_private_tables_open",
        "private_tables",
        ["account_id"],
        unique=True,
        sqlite_where=sa.text("match_id IS NULL"),
        postgresql_where=sa.text("match_id IS NULL"),
    )


def _clocks(*, nullable: bool = False) -> list[sa.Column[int]]:
    names = ("preparation_seconds", "solve_seconds", "abandon_seconds")
    return [sa.Column(name, sa.Integer, nullable=nullable) for name in names]


def _flag(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false())
