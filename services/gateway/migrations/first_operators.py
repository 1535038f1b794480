"""Version 1 of the audit log, which only grows, and of the incidents; frozen."""

import sqlalchemy as sa
from alembic import op

from shared.db import Instant

_KEPT = ("id", "at", "account_id", "method", "path", "reason", "request_id")


def create_operators() -> None:
    op.create_table(
        "audit",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("at", Instant, nullable=False),
        sa.Column("account_id", sa.String(36), nullable=False),
        sa.Column("method", sa.String(8), nullable=False),
        sa.Column("path", sa.String(300), nullable=False),
        sa.Column("reason", sa.Text),
        sa.Column("request_id", sa.String(128), nullable=False),
        sa.Column("status", sa.Integer),
    )
    op.create_index("ix_audit_account_id", "audit", ["account_id"])
    _let_the_audit_only_grow()
    _create_incidents()


def drop_operators() -> None:
    op.drop_table("incidents")
    op.drop_table("audit")
    if op.get_bind().dialect.name != "sqlite":
        op.execute("DROP FUNCTION keep_audit()")


def _create_incidents() -> None:
    op.create_table(
        "incidents",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("description", sa.Text, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("resolution", sa.Text),
        sa.Column("account_ids", sa.JSON, nullable=False),
        sa.Column("match_ids", sa.JSON, nullable=False),
        sa.Column("game_ids", sa.JSON, nullable=False),
        sa.Column("created_by", sa.String(36), nullable=False),
        sa.Column("created_at", Instant, nullable=False),
        sa.Column("updated_by", sa.String(36), nullable=False),
        sa.Column("updated_at", Instant, nullable=False),
    )


def _let_the_audit_only_grow() -> None:
    """No row goes; in a row nothing changes but a status that was missing."""
    if op.get_bind().dialect.name == "sqlite":
        for name, occasion in _sqlite_guards():
            op.execute(
                f"CREATE TRIGGER {name} {occasion} "
                "BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END"
            )
        return
    op.execute(
        "CREATE FUNCTION keep_audit() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'the audit log only grows'; END $$"
    )
    changed = f"ROW({_columns('old')}) IS DISTINCT FROM ROW({_columns('new')})"
    for occasion in (
        "audit_stays BEFORE DELETE ON audit FOR EACH ROW",
        "audit_holds BEFORE UPDATE ON audit FOR EACH ROW "
        f"WHEN (old.status IS NOT NULL OR {changed})",
    ):
        op.execute(f"CREATE TRIGGER {occasion} EXECUTE FUNCTION keep_audit()")


def _sqlite_guards() -> tuple[tuple[str, str], ...]:
    changed = f"({_columns('old')}) IS NOT ({_columns('new')})"
    return (
        ("audit_stays", "BEFORE DELETE ON audit"),
        ("audit_holds", f"BEFORE UPDATE ON audit WHEN old.status IS NOT NULL OR {changed}"),
    )


def _columns(row: str) -> str:
    return ", ".join(f"{row}.{column}" for column in _KEPT)
