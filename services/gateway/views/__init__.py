"""What reads return."""

from services.gateway.views import accounts, fair_play

__all__ = ["accounts", "fair_play"]
