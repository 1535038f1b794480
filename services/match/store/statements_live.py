"""The statement that loads live duels, all of them but their moves; it takes `ids`."""

from typing import Any

from sqlalchemy import Select, and_, select
from sqlalchemy.orm import aliased

from services.match.live_tables import LiveDuel
from services.match.store import rows
from services.match.tables import Match, Result, Side
from shared.many import among
from shared.prepared import Prepared


def _heads() -> Select[Any]:
    """Two rows a duel, the first side's first."""
    result = aliased(Result, name="result")
    return (
        select(
            Match.id,
            Match.ended_at,
            *(c for c in LiveDuel.__table__.c if c.name != "match_id"),
            *(Side.__table__.c[name] for name in (*rows.SIDE_COLUMNS, "seen_at")),
            *(getattr(result, name) for name in rows.RESULT_COLUMNS),
        )
        .join(LiveDuel, LiveDuel.match_id == Match.id)
        .join(Side, Side.match_id == Match.id)
        .outerjoin(
            result, and_(result.match_id == Match.id, result.revision == Match.result_revision)
        )
        .where(among(Match.id, "ids"))
        .order_by(Match.id, Side.side)
    )


LIVE_HEADS = Prepared(_heads(), planned_once=True)
