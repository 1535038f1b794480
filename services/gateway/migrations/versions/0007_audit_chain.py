"""A chain over the audit log, the lines of before included."""

import sqlalchemy as sa
from alembic import op

from services.gateway.domain.audit_chain import BEGINNING, Line, answered_digest, entered_digest
from shared.db import Instant

revision = "0007"
down_revision = "0006"

_COUNTER = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_OLD = sa.table(
    "audit",
    *(sa.column(name) for name in ("id", "account_id", "method", "path", "reason", "request_id")),
    sa.column("at", Instant),
    sa.column("status", sa.Integer),
)
_LINKS = sa.table("audit_links", *map(sa.column, ("number", "kind", "entry_id", "digest")))


def upgrade() -> None:
    op.create_table(
        "audit_links",
        sa.Column("number", _COUNTER, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("entry_id", sa.String(36), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
    )
    op.create_index("ix_audit_links_entry_id", "audit_links", ["entry_id"])
    head = op.create_table(
        "audit_head",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", _COUNTER, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.CheckConstraint("id = 1", name="one_audit_head"),
    )
    number, digest = _link_old_lines()
    if number:
        op.bulk_insert(head, [{"id": 1, "number": number, "digest": digest}])
    _let_the_links_only_grow()


def downgrade() -> None:
    op.drop_table("audit_head")
    op.drop_table("audit_links")
    if op.get_bind().dialect.name != "sqlite":
        op.execute("DROP FUNCTION keep_audit_links()")


def _link_old_lines() -> tuple[int, str]:
    number, digest, bind = 0, BEGINNING, op.get_bind()
    for row in bind.execute(sa.select(_OLD).order_by(_OLD.c.id)).all():
        links = []
        number += 1
        digest = entered_digest(digest, number, Line(**row._mapping))
        links.append((number, "entered", digest))
        if row.status is not None:
            number += 1
            digest = answered_digest(digest, number, row.id, row.status)
            links.append((number, "answered", digest))
        values = [
            {"number": at, "kind": kind, "entry_id": row.id, "digest": made}
            for at, kind, made in links
        ]
        bind.execute(sa.insert(_LINKS), values)
    return number, digest


def _let_the_links_only_grow() -> None:
    occasions = {"audit_links_stay": "DELETE", "audit_links_hold": "UPDATE"}
    if op.get_bind().dialect.name == "sqlite":
        for name, occasion in occasions.items():
            op.execute(
                f"CREATE TRIGGER {name} BEFORE {occasion} ON audit_links "
                "BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END"
            )
        return
    op.execute(
        "CREATE FUNCTION keep_audit_links() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'the audit log only grows'; END $$"
    )
    for name, occasion in occasions.items():
        op.execute(
            f"CREATE TRIGGER {name} BEFORE {occasion} ON audit_links FOR EACH ROW "
            "EXECUTE FUNCTION keep_audit_links()"
        )
