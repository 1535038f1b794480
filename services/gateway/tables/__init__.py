"""The gateway's tables, one module a subject. `TABLES` is every table there is."""

from services.gateway.tables import (
    accounts,
    api_keys,
    audit,
    fair_play,
    guard,
    live,
    logins,
    mail,
    reminders,
)
from services.gateway.tables.base import Base

TABLES = Base.metadata

__all__ = [
    "TABLES",
    "accounts",
    "api_keys",
    "audit",
    "fair_play",
    "guard",
    "live",
    "logins",
    "mail",
    "reminders",
]
