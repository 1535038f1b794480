"""Between rows and values. `TABLES` is every table there is, whichever file describes it."""

from services.gateway import guard_tables, identity_tables, reminder_tables, tables

TABLES = tables.Base.metadata

__all__ = ["TABLES", "guard_tables", "identity_tables", "reminder_tables"]
