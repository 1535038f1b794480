"""Counts of players by points, by games and by stretches of their last finish, in one table."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

Key = sa.String(36).with_variant(sa.String(36, collation="C"), "postgresql")

# Updated with every result: kept small by vacuuming at once, and by room for new versions.
_BUSY = (
    "fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, "
    "autovacuum_vacuum_cost_delay = 0"
)
_STRETCH = "finished >> 30"
_FILL = (
    "INSERT INTO ladder_counts (season_id, level, points, rated_games, stretch, players) "
    "SELECT season_id, {level}, points, {games}, {stretch}, count(*) FROM ladder_players "
    "WHERE listed GROUP BY season_id, points{grouped}"
)


def upgrade() -> None:
    op.create_table(
        "ladder_counts",
        sa.Column("season_id", Key, primary_key=True),
        sa.Column("level", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("points", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("rated_games", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("stretch", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("players", sa.Integer, nullable=False),
    )
    op.execute(_FILL.format(level=0, games=0, stretch=0, grouped=""))
    op.execute(_FILL.format(level=1, games="rated_games", stretch=0, grouped=", rated_games"))
    stretches = {"games": "rated_games", "stretch": _STRETCH}
    op.execute(_FILL.format(level=2, grouped=f", rated_games, {_STRETCH}", **stretches))
    op.drop_table("ladder_group_counts")
    op.drop_table("ladder_point_counts")
    _keep_small("ladder_counts")


def downgrade() -> None:
    op.create_table(
        "ladder_point_counts",
        sa.Column("season_id", Key, primary_key=True),
        sa.Column("points", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("players", sa.Integer, nullable=False),
    )
    op.create_table(
        "ladder_group_counts",
        sa.Column("season_id", Key, primary_key=True),
        sa.Column("points", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("rated_games", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("players", sa.Integer, nullable=False),
    )
    op.execute(
        "INSERT INTO ladder_point_counts (season_id, points, players) "
        "SELECT season_id, points, players FROM ladder_counts WHERE level = 0"
    )
    op.execute(
        "INSERT INTO ladder_group_counts (season_id, points, rated_games, players) "
        "SELECT season_id, points, rated_games, players FROM ladder_counts WHERE level = 1"
    )
    op.drop_table("ladder_counts")
    _keep_small("ladder_point_counts", "ladder_group_counts")


def _keep_small(*tables: str) -> None:
    if op.get_bind().dialect.name == "postgresql":
        for table in tables:
            op.execute(f"ALTER TABLE {table} SET ({_BUSY})")
