"""The log of operators' acts, and the chain over it."""

from datetime import datetime

from sqlalchemy import CheckConstraint, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from services.gateway.tables.base import Base, Counter, Digest
from shared.db import Id, Instant


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
