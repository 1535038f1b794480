"""Disputes carry no English title any more; each reader is told in their own language."""

from alembic import op

revision = "0012"
down_revision = "0011"

_DISPUTED = "id IN (SELECT incident_id FROM disputes)"
_TITLE = "'Disputed result'"


def upgrade() -> None:
    op.execute(f"UPDATE incidents SET title = '' WHERE title = {_TITLE} AND {_DISPUTED}")


def downgrade() -> None:
    op.execute(f"UPDATE incidents SET title = {_TITLE} WHERE title = '' AND {_DISPUTED}")
