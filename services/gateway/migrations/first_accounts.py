"""Version 1 of the tables about accounts, their logins, keys and mail; frozen."""

import sqlalchemy as sa
from alembic import op

from shared.db import Instant


def create_accounts() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("display_name", sa.String(40)),
        sa.Column("name_key", sa.String(200), unique=True),
        sa.Column("email", sa.String(254)),
        sa.Column("email_key", sa.String(254), unique=True),
        sa.Column("email_verified", sa.Boolean, nullable=False),
        sa.Column("password_hash", sa.String(200)),
        sa.Column("roles", sa.JSON, nullable=False),
        sa.Column("suspended", sa.Boolean, nullable=False),
        sa.Column("created_at", Instant, nullable=False),
        sa.Column("deleted_at", Instant),
        sa.Column("revision", sa.Integer, nullable=False),
    )
    _create_logins()
    _create_api_keys()
    _create_mail()


def drop_accounts() -> None:
    for table in ("mail_tokens", "mail", "api_keys", "refresh_tokens", "logins", "accounts"):
        op.drop_table(table)


def _create_logins() -> None:
    op.create_table(
        "logins",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("account_id", sa.String(36), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("created_at", Instant, nullable=False),
        sa.Column("expires_at", Instant, nullable=False),
        sa.Column("ended_at", Instant),
    )
    op.create_index("ix_logins_account_id", "logins", ["account_id"])
    op.create_index("ix_logins_expires_at", "logins", ["expires_at"])
    op.create_table(
        "refresh_tokens",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column(
            "login_id",
            sa.String(36),
            sa.ForeignKey("logins.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("used_at", Instant),
    )
    op.create_index("ix_refresh_tokens_login_id", "refresh_tokens", ["login_id"])


def _create_api_keys() -> None:
    op.create_table(
        "api_keys",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("role", sa.String(32), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("created_by", sa.String(36), nullable=False),
        sa.Column("created_at", Instant, nullable=False),
        sa.Column("revoked_at", Instant),
    )


def _create_mail() -> None:
    op.create_table(
        "mail",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("purpose", sa.String(32), nullable=False),
        sa.Column("email_key", sa.String(254), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("try_after", Instant, nullable=False),
    )
    op.create_index("ix_mail_try_after", "mail", ["try_after"])
    op.create_table(
        "mail_tokens",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("account_id", sa.String(36), sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("purpose", sa.String(32), nullable=False),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("expires_at", Instant, nullable=False),
    )
    op.create_index("ix_mail_tokens_account_id", "mail_tokens", ["account_id"])
    op.create_index("ix_mail_tokens_expires_at", "mail_tokens", ["expires_at"])
