"""Between rows and values. `TABLES` is every table there is, whichever file describes it."""

from services.gateway import (
    fair_play_tables,
    guard_tables,
    identity_tables,
    reminder_tables,
    tables,
)

TABLES = tables.Base.metadata

__all__ = ["TABLES", "fair_play_tables", "guard_tables", "identity_tables", "reminder_tables"]
