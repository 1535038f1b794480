"""The ladder's tables, one module a subject. `TABLES` is every table there is."""

from services.ladder.tables import games, queue, ranking, seasons
from services.ladder.tables.base import Base

TABLES = Base.metadata

__all__ = ["TABLES", "games", "queue", "ranking", "seasons"]
