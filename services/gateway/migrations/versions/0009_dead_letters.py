"""How often the kit's dead letters were tried."""

from shared.kit_migrations import extend_dead_letters, shrink_dead_letters

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    extend_dead_letters()


def downgrade() -> None:
    shrink_dead_letters()
