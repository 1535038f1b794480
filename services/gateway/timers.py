"""What falls due by competition time."""

from services.gateway.store import live_seasons
from services.gateway.usecases import live
from shared.service import Timer

TIMERS = (Timer("open_rounds", next_due=live_seasons.next_opening, run=live.open_due),)
