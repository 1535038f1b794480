"""The gateway's own tables. Tokens and mail go by real time, all else by competition time."""

from datetime import datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    CheckConstraint,
    ForeignKey,
    Index,
    Integer,
    String,
    Text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from shared.db import Id, Instant

Digest = String(64)
Counter = BigInteger().with_variant(Integer, "sqlite")


class Base(DeclarativeBase):
    pass


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


class ApiKeyRow(Base):
    __tablename__ = "api_keys"

    id: Mapped[str] = mapped_column(Id, primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    role: Mapped[str] = mapped_column(String(32))
    digest: Mapped[str] = mapped_column(Digest, unique=True)
    created_by: Mapped[str] = mapped_column(Id)
    created_at: Mapped[datetime] = mapped_column(Instant)
    revoked_at: Mapped[datetime | None] = mapped_column(Instant)


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


class WebSessionRow(Base):
    """A browser's login: its tokens, sealed under a key that only the browser's cookie gives.

    Whoever sets `refreshing_until` is the one that uses the refresh token until then.
    """

    __tablename__ = "web_sessions"

    id: Mapped[str] = mapped_column(Digest, primary_key=True)
    sealed: Mapped[str] = mapped_column(Text)
    refreshing_until: Mapped[datetime | None] = mapped_column(Instant)
    expires_at: Mapped[datetime] = mapped_column(Instant, index=True)


class LiveEventRow(Base):
    """Something told to everybody (`audience` empty) or to one account.

    `number` counts its audience's events without gaps; `stored_at` is when it may be forgotten by.
    """

    __tablename__ = "live_events"
    __table_args__ = (Index("live_events_of", "audience", "number", unique=True),)

    seq: Mapped[int] = mapped_column(Counter, primary_key=True, autoincrement=True)
    audience: Mapped[str] = mapped_column(Id)
    number: Mapped[int] = mapped_column(Counter)
    type: Mapped[str] = mapped_column(String(32))
    data: Mapped[dict[str, Any]] = mapped_column(JSON)
    stored_at: Mapped[datetime] = mapped_column(Instant, index=True)


class LiveCountRow(Base):
    """How many events an audience was ever told."""

    __tablename__ = "live_counts"

    audience: Mapped[str] = mapped_column(Id, primary_key=True)
    count: Mapped[int] = mapped_column(Counter)


class LiveSeasonRow(Base):
    """What the listeners of a season know; its lock orders what they are told."""

    __tablename__ = "live_seasons"

    season_id: Mapped[str] = mapped_column(Id, primary_key=True)
    swiss: Mapped[bool]
    announced: Mapped[bool]
    revision: Mapped[int]
    over: Mapped[bool]
    steps: Mapped[int]


class LiveRoundRow(Base):
    """A round to come: paired or not, and when its preparing begins as far as is known."""

    __tablename__ = "live_rounds"

    season_id: Mapped[str] = mapped_column(Id, primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    paired: Mapped[bool]
    preparing_from: Mapped[datetime | None] = mapped_column(Instant, index=True)
    times_revision: Mapped[int]


class LiveTableRow(Base):
    """The newest revision of a round's table that listeners were told of."""

    __tablename__ = "live_tables"

    season_id: Mapped[str] = mapped_column(Id, primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    revision: Mapped[int]


class AuditRow(Base):
    """One act of an operator. Entered before it is passed on, its answer's status after.

    The database itself lets no row go and nothing in it change but a status that is still missing.
    """

    __tablename__ = "audit"

    id: Mapped[str] = mapped_column(Id, primary_key=True)
    at: Mapped[datetime] = mapped_column(Instant)
    account_id: Mapped[str] = mapped_column(Id, index=True)
    method: Mapped[str] = mapped_column(String(8))
    path: Mapped[str] = mapped_column(String(300))
    reason: Mapped[str | None] = mapped_column(Text)
    request_id: Mapped[str] = mapped_column(String(128))
    status: Mapped[int | None]


class AuditLinkRow(Base):
    """A link of the chain over the audit log; see `domain.audit_chain`."""

    __tablename__ = "audit_links"

    number: Mapped[int] = mapped_column(Counter, primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(8))
    entry_id: Mapped[str] = mapped_column(Id, index=True)
    digest: Mapped[str] = mapped_column(Digest)


class AuditHeadRow(Base):
    """The chain's last link; its lock lets one link be made after the other."""

    __tablename__ = "audit_head"
    __table_args__ = (CheckConstraint("id = 1", name="one_audit_head"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(Counter)
    digest: Mapped[str] = mapped_column(Digest)


class IncidentRow(Base):
    __tablename__ = "incidents"

    id: Mapped[str] = mapped_column(Id, primary_key=True)
    title: Mapped[str] = mapped_column(String(200))
    description: Mapped[str] = mapped_column(Text)
    state: Mapped[str] = mapped_column(String(16))
    resolution: Mapped[str | None] = mapped_column(Text)
    account_ids: Mapped[list[str]] = mapped_column(JSON)
    match_ids: Mapped[list[str]] = mapped_column(JSON)
    game_ids: Mapped[list[str]] = mapped_column(JSON)
    created_by: Mapped[str] = mapped_column(Id)
    created_at: Mapped[datetime] = mapped_column(Instant)
    updated_by: Mapped[str] = mapped_column(Id)
    updated_at: Mapped[datetime] = mapped_column(Instant)


class MaintenanceRow(Base):
    """There while maintenance is on: why, for everybody to read, and since when by real time."""

    __tablename__ = "maintenance"
    __table_args__ = (CheckConstraint("id = 1", name="one_maintenance"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    reason: Mapped[str] = mapped_column(String(200))
    since: Mapped[datetime] = mapped_column(Instant)
