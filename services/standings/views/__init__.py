"""What reads of the standings tell: published tables, and what is made of them."""

from services.standings.views import crosstable, exports, positions, revisions, table

__all__ = ["crosstable", "exports", "positions", "revisions", "table"]
