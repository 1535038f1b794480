"""Work of the ladder that falls due at stored instants."""

from services.ladder.usecases import confirming
from shared.service import Timer

TIMERS = (Timer("confirm_rankings", confirming.next_due, confirming.confirm_due),)
