"""The gateway's tables, one module a subject. `TABLES` is every table there is."""

from services.gateway.tables import base, fair_play, guard, logins, reminders

TABLES = base.Base.metadata

__all__ = ["TABLES", "base", "fair_play", "guard", "logins", "reminders"]
