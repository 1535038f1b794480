"""The kit's tables, accounts and logins, live events, and what operators keep."""

from services.gateway.migrations.first_accounts import create_accounts, drop_accounts
from services.gateway.migrations.first_live import create_live, drop_live
from services.gateway.migrations.first_operators import create_operators, drop_operators
from shared.kit_migrations import create_kit, drop_kit

revision = "0001"
down_revision = None


def upgrade() -> None:
    create_kit()
    create_accounts()
    create_live()
    create_operators()


def downgrade() -> None:
    drop_operators()
    drop_live()
    drop_accounts()
    drop_kit()
