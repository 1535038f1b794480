"""The service's own heartbeat, by which it knows when the platform was away."""

from services.scheduler.store import presence
from shared.heartbeat import Heartbeat

HEARTBEAT = Heartbeat(presence)
