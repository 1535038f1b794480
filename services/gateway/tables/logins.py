"""What logins and keys leave beside the accounts: where they came from, and by which provider."""

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from services.gateway.tables.base import Base, Digest
from shared.db import Instant


class LoginClientRow(Base):
    """What program a login came by, as it called itself, so that people know their own logins."""

    __tablename__ = "login_clients"

    login_id: Mapped[str] = mapped_column(
        ForeignKey("logins.id", ondelete="CASCADE"), primary_key=True
    )
    client: Mapped[str] = mapped_column(String(200))


class ApiKeyUseRow(Base):
    """When a key was last used, to the minute; by real time."""

    __tablename__ = "api_key_uses"

    key_id: Mapped[str] = mapped_column(ForeignKey("api_keys.id"), primary_key=True)
    used_at: Mapped[datetime] = mapped_column(Instant)


class OpenIdAccountRow(Base):
    """Somebody whom an OpenID provider knows as `subject` has this account."""

    __tablename__ = "openid_accounts"

    issuer: Mapped[str] = mapped_column(String(200), primary_key=True)
    subject: Mapped[str] = mapped_column(String(255), primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), index=True)
    linked_at: Mapped[datetime] = mapped_column(Instant)


class OpenIdAttemptRow(Base):
    """A login that was sent to the provider and has not come back; gone once it has."""

    __tablename__ = "openid_attempts"

    state: Mapped[str] = mapped_column(Digest, primary_key=True)
    nonce: Mapped[str] = mapped_column(String(64))
    verifier: Mapped[str] = mapped_column(String(128))
    expires_at: Mapped[datetime] = mapped_column(Instant, index=True)
