"""The ladder's endpoints."""

from services.ladder.api import games, queue, ranking, seasons

BLUEPRINTS = (seasons.blp, ranking.blp, games.blp, queue.blp)

__all__ = ["BLUEPRINTS"]
