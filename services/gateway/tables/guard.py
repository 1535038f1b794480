"""What protects the gateway, counted for all its processes together."""

from sqlalchemy import BigInteger, String
from sqlalchemy.orm import Mapped, mapped_column

from services.gateway.tables.base import Base


class AllowanceRow(Base):
    """How far somebody's requests of one kind are paid for, in microseconds of real time.

    `key` is a digest with the platform's secret: no address, network's or person's, is kept.
    """

    __tablename__ = "allowances"

    key: Mapped[str] = mapped_column(String(32), primary_key=True)
    paid_until: Mapped[int] = mapped_column(BigInteger, index=True)
