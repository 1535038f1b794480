"""What is needed to tell seasons, pairings and departures again exactly as they were told first.

Matches of before take their places in the order of their ids, in which they were drawn, and have
no figures; who left before is not told again.
"""

import sqlalchemy as sa
from alembic import op

from shared.kit_migrations import create_snapshots, drop_snapshots

revision = "0002"
down_revision = "0001"

Id = sa.String(36)
FIGURES = ("points_difference", "rank_difference", "met_before")


def upgrade() -> None:
    create_snapshots()
    announced = sa.Column("announced", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("seasons", announced)
    op.execute("UPDATE seasons SET announced = true WHERE state <> 'draft'")
    op.add_column("rounds", sa.Column("departures", sa.Integer))
    op.execute("UPDATE rounds SET departures = 0 WHERE closed_at IS NOT NULL")
    _place_matches()
    op.create_table(
        "departures",
        sa.Column("season_id", Id, sa.ForeignKey("seasons.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("account_id", Id, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("from_round", sa.Integer, nullable=False),
        sa.Column("last_round", sa.Integer),
    )


def downgrade() -> None:
    op.drop_table("departures")
    for column in (*FIGURES, "place"):
        op.drop_column("matches", column)
    op.drop_column("rounds", "departures")
    op.drop_column("seasons", "announced")
    drop_snapshots()


def _place_matches() -> None:
    op.add_column(
        "matches", sa.Column("place", sa.Integer, nullable=False, server_default=sa.text("0"))
    )
    for column in FIGURES:
        op.add_column("matches", sa.Column(column, sa.Integer))
    op.execute(
        "UPDATE matches SET place = (SELECT count(*) FROM matches AS earlier "
        "WHERE earlier.season_id = matches.season_id AND earlier.round = matches.round "
        "AND earlier.id <= matches.id)"
    )
