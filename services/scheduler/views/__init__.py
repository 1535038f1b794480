"""What reads return. Nothing here locks or changes anything."""

from services.scheduler.views import calendar, participants, rounds, season

__all__ = ["calendar", "participants", "rounds", "season"]
