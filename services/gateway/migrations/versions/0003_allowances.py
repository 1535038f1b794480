"""How often who may call, counted for all gateways together."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    # Counts may be lost in a crash of the server, and cost no write-ahead log until then.
    prefixes = ["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else []
    op.create_table(
        "allowances",
        sa.Column("key", sa.String(32), primary_key=True),
        sa.Column("paid_until", sa.BigInteger, nullable=False),
        prefixes=prefixes,
    )
    op.create_index("ix_allowances_paid_until", "allowances", ["paid_until"])


def downgrade() -> None:
    op.drop_table("allowances")
