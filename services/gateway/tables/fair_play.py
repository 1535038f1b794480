"""What looks after fair play: sightings, observations, signals, incidents with their parts."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from services.gateway.tables.base import Base
from shared.db import Id, Instant


class SightingRow(Base):
    """An account was seen from a network, or with a device: in a match, or (empty) anywhere.

    `digest` is salted with the platform's secret; `seen_at` is real time. Kept for a while only.
    """

    __tablename__ = "sightings"

    account_id: Mapped[str] = mapped_column(Id, primary_key=True)
    match_id: Mapped[str] = mapped_column(Id, primary_key=True)
    kind: Mapped[str] = mapped_column(String(8), primary_key=True)
    digest: Mapped[str] = mapped_column(String(32), primary_key=True)
    seen_at: Mapped[datetime] = mapped_column(Instant, index=True)


class ObservationRow(Base):
    """A match that has closed: who met whom, and what their play decided."""

    __tablename__ = "observations"
    __table_args__ = (Index("ix_observations_pair", "pair", "ended_at"),)

    match_id: Mapped[str] = mapped_column(Id, primary_key=True)
    kind: Mapped[str] = mapped_column(String(16))
    pair: Mapped[str] = mapped_column(String(73), ForeignKey("observed_pairs.pair"))
    first: Mapped[str] = mapped_column(Id)
    second: Mapped[str] = mapped_column(Id)
    outcome: Mapped[str | None] = mapped_column(String(8))
    ended_at: Mapped[datetime] = mapped_column(Instant)


class ObservedPairRow(Base):
    """Two accounts that have met; its lock lets their matches be looked at one by one."""

    __tablename__ = "observed_pairs"

    pair: Mapped[str] = mapped_column(String(73), primary_key=True)


class SignalRow(Base):
    """Something for operators to look at, once for each `key`; it changes nothing by itself.

    `seen_at` and `seen_by` are there once an operator has marked it as seen.
    """

    __tablename__ = "signals"
    __table_args__ = (
        Index(
            "ix_signals_new",
            "id",
            sqlite_where=text("seen_at IS NULL"),
            postgresql_where=text("seen_at IS NULL"),
        ),
    )

    id: Mapped[str] = mapped_column(Id, primary_key=True)
    key: Mapped[str] = mapped_column(String(120), unique=True)
    kind: Mapped[str] = mapped_column(String(32), index=True)
    at: Mapped[datetime] = mapped_column(Instant)
    match_id: Mapped[str | None] = mapped_column(Id, index=True)
    season_id: Mapped[str | None] = mapped_column(Id)
    details: Mapped[dict[str, Any]] = mapped_column(JSON)
    seen_at: Mapped[datetime | None] = mapped_column(Instant)
    seen_by: Mapped[str | None] = mapped_column(Id)


class SignalAccountRow(Base):
    """An account that a signal is about."""

    __tablename__ = "signal_accounts"

    account_id: Mapped[str] = mapped_column(Id, primary_key=True)
    signal_id: Mapped[str] = mapped_column(ForeignKey("signals.id"), primary_key=True)


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


class NoteRow(Base):
    """What an operator has written down about an incident."""

    __tablename__ = "incident_notes"

    id: Mapped[str] = mapped_column(Id, primary_key=True)
    incident_id: Mapped[str] = mapped_column(ForeignKey("incidents.id"), index=True)
    at: Mapped[datetime] = mapped_column(Instant)
    account_id: Mapped[str] = mapped_column(Id)
    text: Mapped[str] = mapped_column(Text)


class DecisionRow(Base):
    """An act decided on in an incident. Entered before it is done, its answer's status after.

    `key` is the idempotency key of who decided, if they gave one.
    """

    __tablename__ = "incident_decisions"
    __table_args__ = (UniqueConstraint("incident_id", "account_id", "key"),)

    id: Mapped[str] = mapped_column(Id, primary_key=True)
    incident_id: Mapped[str] = mapped_column(ForeignKey("incidents.id"))
    at: Mapped[datetime] = mapped_column(Instant)
    account_id: Mapped[str] = mapped_column(Id)
    key: Mapped[str | None] = mapped_column(String(255))
    act: Mapped[str] = mapped_column(String(32))
    target: Mapped[dict[str, str]] = mapped_column(JSON)
    reason: Mapped[str] = mapped_column(Text)
    status: Mapped[int | None]


class DisputeRow(Base):
    """A player disputes the result of a match of theirs; once for each."""

    __tablename__ = "disputes"

    match_id: Mapped[str] = mapped_column(Id, primary_key=True)
    account_id: Mapped[str] = mapped_column(Id, primary_key=True)
    incident_id: Mapped[str] = mapped_column(ForeignKey("incidents.id"), index=True)
    at: Mapped[datetime] = mapped_column(Instant)
    reason: Mapped[str | None] = mapped_column(Text)


class ReviewRow(Base):
    """Whether a match's result is under review; its lock orders what the others are told."""

    __tablename__ = "match_reviews"

    match_id: Mapped[str] = mapped_column(Id, primary_key=True)
    under_review: Mapped[bool]
    revision: Mapped[int]


class ReviewedRow(Base):
    """An incident under review that names a match."""

    __tablename__ = "reviewed_matches"

    match_id: Mapped[str] = mapped_column(Id, primary_key=True)
    incident_id: Mapped[str] = mapped_column(ForeignKey("incidents.id"), primary_key=True)
