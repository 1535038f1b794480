"""The kit's note of who is being told again what it keeps."""

from shared.kit_migrations import create_snapshots, drop_snapshots

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    create_snapshots()


def downgrade() -> None:
    drop_snapshots()
