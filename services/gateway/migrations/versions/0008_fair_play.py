"""Sightings, observations, signals, disputes, and what incidents consist of beside themselves.

Incidents that were closed count as decided.
"""

import sqlalchemy as sa
from alembic import op

from shared.db import Instant

revision = "0008"
down_revision = "0007"

_Id = sa.String(36)


def upgrade() -> None:
    _create_observed()
    _create_signals()
    _create_parts_of_incidents()
    _create_disputes()
    op.execute("UPDATE incidents SET state = 'decided' WHERE state = 'closed'")


def downgrade() -> None:
    op.execute("UPDATE incidents SET state = 'open' WHERE state = 'under_review'")
    op.execute("UPDATE incidents SET state = 'closed' WHERE state <> 'open'")
    for table in (
        "reviewed_matches",
        "match_reviews",
        "disputes",
        "incident_decisions",
        "incident_notes",
        "signal_accounts",
        "signals",
        "observations",
        "observed_pairs",
        "sightings",
    ):
        op.drop_table(table)


def _incident(index: bool = False) -> sa.Column[str]:
    reference = sa.ForeignKey("incidents.id")
    return sa.Column("incident_id", _Id, reference, nullable=False, index=index)


def _create_observed() -> None:
    op.create_table(
        "sightings",
        sa.Column("account_id", _Id, primary_key=True),
        sa.Column("match_id", _Id, primary_key=True),
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("digest", sa.String(32), primary_key=True),
        sa.Column("seen_at", Instant, nullable=False),
    )
    op.create_index("ix_sightings_seen_at", "sightings", ["seen_at"])
    op.create_table("observed_pairs", sa.Column("pair", sa.String(73), primary_key=True))
    op.create_table(
        "observations",
        sa.Column("match_id", _Id, primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("pair", sa.String(73), sa.ForeignKey("observed_pairs.pair"), nullable=False),
        sa.Column("first", _Id, nullable=False),
        sa.Column("second", _Id, nullable=False),
        sa.Column("outcome", sa.String(8)),
        sa.Column("ended_at", Instant, nullable=False),
    )
    op.create_index("ix_observations_pair", "observations", ["pair", "ended_at"])


def _create_signals() -> None:
    op.create_table(
        "signals",
        sa.Column("id", _Id, primary_key=True),
        sa.Column("key", sa.String(120), nullable=False, unique=True),
        sa.Column("kind", sa.String(32), nullable=False, index=True),
        sa.Column("at", Instant, nullable=False),
        sa.Column("match_id", _Id, index=True),
        sa.Column("season_id", _Id),
        sa.Column("details", sa.JSON, nullable=False),
    )
    op.create_table(
        "signal_accounts",
        sa.Column("account_id", _Id, primary_key=True),
        sa.Column("signal_id", _Id, sa.ForeignKey("signals.id"), primary_key=True),
    )


def _create_parts_of_incidents() -> None:
    op.create_table(
        "incident_notes",
        sa.Column("id", _Id, primary_key=True),
        _incident(index=True),
        sa.Column("at", Instant, nullable=False),
        sa.Column("account_id", _Id, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "incident_decisions",
        sa.Column("id", _Id, primary_key=True),
        _incident(),
        sa.Column("at", Instant, nullable=False),
        sa.Column("account_id", _Id, nullable=False),
        sa.Column("key", sa.String(255)),
        sa.Column("act", sa.String(32), nullable=False),
        sa.Column("target", sa.JSON, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("status", sa.Integer),
        sa.UniqueConstraint("incident_id", "account_id", "key"),
    )


def _create_disputes() -> None:
    op.create_table(
        "disputes",
        sa.Column("match_id", _Id, primary_key=True),
        sa.Column("account_id", _Id, primary_key=True),
        _incident(index=True),
        sa.Column("at", Instant, nullable=False),
        sa.Column("reason", sa.Text),
    )
    op.create_table(
        "match_reviews",
        sa.Column("match_id", _Id, primary_key=True),
        sa.Column("under_review", sa.Boolean, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
    )
    op.create_table(
        "reviewed_matches",
        sa.Column("match_id", _Id, primary_key=True),
        sa.Column("incident_id", _Id, sa.ForeignKey("incidents.id"), primary_key=True),
    )
