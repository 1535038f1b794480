"""What the ladder has heard of each live duel."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_HEARD = ("opening_heard", "end_heard")


def upgrade() -> None:
    for name in _HEARD:
        op.add_column(
            "live_duels", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false())
        )


def downgrade() -> None:
    with op.batch_alter_table("live_duels") as table:
        for name in _HEARD:
            table.drop_column(name)
