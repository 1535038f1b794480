"""Logins, their tokens, and the providers and browsers that they come by. All by real time."""

from datetime import datetime

from sqlalchemy import ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from services.gateway.tables.base import Base, Digest
from shared.db import Id, Instant


class LoginRow(Base):
    __tablename__ = "logins"

    id: Mapped[str] = mapped_column(Id, primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), index=True)
    created_at: Mapped[datetime] = mapped_column(Instant)
    expires_at: Mapped[datetime] = mapped_column(Instant, index=True)
    ended_at: Mapped[datetime | None] = mapped_column(Instant)


class RefreshTokenRow(Base):
    """One refresh token, by its digest alone. Used ones stay, so that a second use is known."""

    __tablename__ = "refresh_tokens"

    digest: Mapped[str] = mapped_column(Digest, primary_key=True)
    login_id: Mapped[str] = mapped_column(ForeignKey("logins.id", ondelete="CASCADE"), index=True)
    used_at: Mapped[datetime | None] = mapped_column(Instant)


class LoginClientRow(Base):
    """What program a login came by, as it called itself, so that people know their own logins."""

    __tablename__ = "login_clients"

    login_id: Mapped[str] = mapped_column(
        ForeignKey("logins.id", ondelete="CASCADE"), primary_key=True
    )
    client: Mapped[str] = mapped_column(String(200))


class WebSessionRow(Base):
    """A browser's login: its tokens, sealed under a key that only the browser's cookie gives.

    Whoever sets `refreshing_until` is the one that uses the refresh token until then.
    """

    __tablename__ = "web_sessions"

    id: Mapped[str] = mapped_column(Digest, primary_key=True)
    sealed: Mapped[str] = mapped_column(Text)
    refreshing_until: Mapped[datetime | None] = mapped_column(Instant)
    expires_at: Mapped[datetime] = mapped_column(Instant, index=True)


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
