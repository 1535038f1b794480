"""What the ladder does, one module a subject."""

from services.ladder.usecases import seasons

__all__ = ["seasons"]
