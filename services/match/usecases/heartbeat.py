"""The service's own heartbeat, by which it knows when live duels could not be played."""

from services.match.store import presence
from shared.heartbeat import Heartbeat

HEARTBEAT = Heartbeat(presence)
