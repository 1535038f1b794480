"""What the gateway's tables are made of. Competition time unless a module says otherwise."""

from sqlalchemy import BigInteger, Integer, String
from sqlalchemy.orm import DeclarativeBase

Digest = String(64)
Counter = BigInteger().with_variant(Integer, "sqlite")


class Base(DeclarativeBase):
    pass
