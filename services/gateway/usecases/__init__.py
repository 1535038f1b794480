"""What the gateway does, one module a subject."""

from services.gateway.usecases import (
    accounts,
    api_keys,
    audit,
    dead_letters,
    export,
    incidents,
    live,
    mail,
    maintenance,
    me,
    sessions,
)

__all__ = [
    "accounts",
    "api_keys",
    "audit",
    "dead_letters",
    "export",
    "incidents",
    "live",
    "mail",
    "maintenance",
    "me",
    "sessions",
]
