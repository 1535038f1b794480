"""What is to be sent by e-mail, and what comes back of it. All by real time."""

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from services.gateway.tables.base import Base, Digest
from shared.db import Id, Instant


class MailRow(Base):
    """A message to be sent, if an account has that address; gone once it is sent."""

    __tablename__ = "mail"

    id: Mapped[str] = mapped_column(Id, primary_key=True)
    purpose: Mapped[str] = mapped_column(String(32))
    email_key: Mapped[str] = mapped_column(String(254))
    language: Mapped[str] = mapped_column(String(8))
    attempts: Mapped[int]
    try_after: Mapped[datetime] = mapped_column(Instant, index=True)


class MailTokenRow(Base):
    """What a message brought: proof that its reader holds the address."""

    __tablename__ = "mail_tokens"

    digest: Mapped[str] = mapped_column(Digest, primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), index=True)
    purpose: Mapped[str] = mapped_column(String(32))
    email: Mapped[str] = mapped_column(String(254))
    expires_at: Mapped[datetime] = mapped_column(Instant, index=True)
