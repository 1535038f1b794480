"""What names look like, so that nobody takes one that is hard to tell from another's.

Of accounts that look alike already, the oldest holds the look; the others keep their names.
"""

import sqlalchemy as sa
from alembic import op

from services.gateway.domain.lookalikes import looks

revision = "0006"
down_revision = "0005"

BATCH = 500


def upgrade() -> None:
    op.create_table(
        "name_looks",
        sa.Column("look", sa.String(200), primary_key=True),
        sa.Column("account_id", sa.String(36), sa.ForeignKey("accounts.id"), nullable=False),
    )
    op.create_index("ix_name_looks_account_id", "name_looks", ["account_id"])
    _fill()


def downgrade() -> None:
    op.drop_table("name_looks")


def _fill() -> None:
    accounts = sa.table("accounts", *map(sa.column, ("id", "display_name", "name_key")))
    held = sa.table("name_looks", sa.column("look"), sa.column("account_id"))
    bind, after, taken = op.get_bind(), "", set[str]()
    while True:
        # Ids grow with time, so that the oldest account comes first.
        asked = sa.select(accounts.c.id, accounts.c.display_name).where(
            accounts.c.id > after, accounts.c.name_key.is_not(None)
        )
        rows = bind.execute(asked.order_by(accounts.c.id).limit(BATCH)).all()
        if not rows:
            return
        after = rows[-1].id
        fresh: dict[str, str] = {}
        for row in rows:
            fresh |= {look: row.id for look in looks(row.display_name) if look not in fresh}
        fresh = {look: id for look, id in fresh.items() if look not in taken and len(look) <= 200}
        taken |= fresh.keys()
        if fresh:
            values = [{"look": look, "account_id": id} for look, id in sorted(fresh.items())]
            bind.execute(sa.insert(held), values)
