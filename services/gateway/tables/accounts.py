"""Accounts, and how their names look."""

from datetime import datetime

from sqlalchemy import JSON, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from services.gateway.tables.base import Base
from shared.db import Id, Instant


class AccountRow(Base):
    """Whoever can act; a deleted one stays as a tombstone without anything personal.

    The keys make e-mail addresses and names unique; guests have none, deleted accounts neither.
    """

    __tablename__ = "accounts"

    id: Mapped[str] = mapped_column(Id, primary_key=True)
    display_name: Mapped[str | None] = mapped_column(String(40))
    name_key: Mapped[str | None] = mapped_column(String(200), unique=True)
    email: Mapped[str | None] = mapped_column(String(254))
    email_key: Mapped[str | None] = mapped_column(String(254), unique=True)
    email_verified: Mapped[bool]
    password_hash: Mapped[str | None] = mapped_column(String(200))
    roles: Mapped[list[str]] = mapped_column(JSON)
    suspended: Mapped[bool]
    created_at: Mapped[datetime] = mapped_column(Instant)
    deleted_at: Mapped[datetime | None] = mapped_column(Instant)
    revision: Mapped[int]


class NameLookRow(Base):
    """A look that a registered account's name has: nobody else's may have it."""

    __tablename__ = "name_looks"

    look: Mapped[str] = mapped_column(String(200), primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), index=True)
