"""The keys of programs, by their digests alone. Their use goes by real time."""

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from services.gateway.tables.base import Base, Digest
from shared.db import Id, Instant


class ApiKeyRow(Base):
    __tablename__ = "api_keys"

    id: Mapped[str] = mapped_column(Id, primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    role: Mapped[str] = mapped_column(String(32))
    digest: Mapped[str] = mapped_column(Digest, unique=True)
    created_by: Mapped[str] = mapped_column(Id)
    created_at: Mapped[datetime] = mapped_column(Instant)
    revoked_at: Mapped[datetime | None] = mapped_column(Instant)


class ApiKeyUseRow(Base):
    """When a key was last used, to the minute; by real time."""

    __tablename__ = "api_key_uses"

    key_id: Mapped[str] = mapped_column(ForeignKey("api_keys.id"), primary_key=True)
    used_at: Mapped[datetime] = mapped_column(Instant)
