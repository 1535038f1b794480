"""What the edge holds against everybody, for all its processes together. By real time."""

from datetime import datetime

from sqlalchemy import BigInteger, CheckConstraint, String
from sqlalchemy.orm import Mapped, mapped_column

from services.gateway.tables.base import Base
from shared.db import Instant


class AllowanceRow(Base):
    """How far somebody's requests of one kind are paid for, in microseconds of real time.

    `key` is a digest with the platform's secret: no address, network's or person's, is kept.
    """

    __tablename__ = "allowances"

    key: Mapped[str] = mapped_column(String(32), primary_key=True)
    paid_until: Mapped[int] = mapped_column(BigInteger, index=True)


class MaintenanceRow(Base):
    """There while maintenance is on: why, for everybody to read, and since when by real time."""

    __tablename__ = "maintenance"
    __table_args__ = (CheckConstraint("id = 1", name="one_maintenance"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    reason: Mapped[str] = mapped_column(String(200))
    since: Mapped[datetime] = mapped_column(Instant)
