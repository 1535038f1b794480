"""What reads of the ladder tell."""

from services.ladder.views import adjustments, games, history, ranking, seasons

__all__ = ["adjustments", "games", "history", "ranking", "seasons"]
