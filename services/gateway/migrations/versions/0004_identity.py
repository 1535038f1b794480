"""What program a login came by, when keys were used, and who came by an OpenID provider."""

import sqlalchemy as sa
from alembic import op

from shared.db import Instant

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "login_clients",
        sa.Column(
            "login_id",
            sa.String(36),
            sa.ForeignKey("logins.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("client", sa.String(200), nullable=False),
    )
    op.create_table(
        "api_key_uses",
        sa.Column("key_id", sa.String(36), sa.ForeignKey("api_keys.id"), primary_key=True),
        sa.Column("used_at", Instant, nullable=False),
    )
    _create_openid()


def downgrade() -> None:
    for table in ("openid_attempts", "openid_accounts", "api_key_uses", "login_clients"):
        op.drop_table(table)


def _create_openid() -> None:
    op.create_table(
        "openid_accounts",
        sa.Column("issuer", sa.String(200), primary_key=True),
        sa.Column("subject", sa.String(255), primary_key=True),
        sa.Column("account_id", sa.String(36), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("linked_at", Instant, nullable=False),
    )
    op.create_index("ix_openid_accounts_account_id", "openid_accounts", ["account_id"])
    op.create_table(
        "openid_attempts",
        sa.Column("state", sa.String(64), primary_key=True),
        sa.Column("nonce", sa.String(64), nullable=False),
        sa.Column("verifier", sa.String(128), nullable=False),
        sa.Column("expires_at", Instant, nullable=False),
    )
    op.create_index("ix_openid_attempts_expires_at", "openid_attempts", ["expires_at"])
