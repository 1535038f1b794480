"""What falls due by competition time."""

from services.gateway.store import live_seasons, reminders
from services.gateway.usecases import live, reminding
from shared.service import Timer

TIMERS = (
    Timer("open_rounds", next_due=live_seasons.next_opening, run=live.open_due),
    Timer("remind", next_due=reminders.next_due, run=reminding.remind_due),
)
