"""What the standings do, one module a subject."""

from services.standings.usecases import previews, publishing, results, rounds, seasons

__all__ = ["previews", "publishing", "results", "rounds", "seasons"]
