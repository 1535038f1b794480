"""Work of the scheduler that falls due at stored instants."""

from services.scheduler.usecases import clock, drawing
from services.scheduler.usecases.heartbeat import HEARTBEAT
from shared.service import Timer

TIMERS = (
    Timer("presence", HEARTBEAT.next_beat, HEARTBEAT.note),
    Timer("clock", clock.next_due, clock.run_due),
    Timer("drawing", drawing.next_due, drawing.run_due),
)
