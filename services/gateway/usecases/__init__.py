"""What the gateway does, one module a subject."""

from services.gateway.usecases import (
    accounts,
    api_keys,
    audit,
    dead_letters,
    deciding,
    disputing,
    export,
    incidents,
    live,
    mail,
    maintenance,
    marking,
    me,
    reading,
    reminding,
    sessions,
)

__all__ = [
    "accounts",
    "api_keys",
    "audit",
    "dead_letters",
    "deciding",
    "disputing",
    "export",
    "incidents",
    "live",
    "mail",
    "maintenance",
    "marking",
    "me",
    "reading",
    "reminding",
    "sessions",
]
