"""Work of the scheduler that falls due at stored instants."""

from services.scheduler.usecases import clock, drawing, presence
from shared.service import Timer

TIMERS = (
    Timer("presence", presence.next_beat, presence.note),
    Timer("clock", clock.next_due, clock.run_due),
    Timer("drawing", drawing.next_due, drawing.run_due),
)
