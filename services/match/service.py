"""The match service: what happens inside a duel, and how it ended."""

from services.match.api import blp
from services.match.handlers import HANDLERS
from services.match.snapshot import SNAPSHOT
from services.match.tables import Base
from services.match.timers import TIMERS
from shared.service import Service

SERVICE = Service(
    name="match",
    package="services.match",
    metadata=Base.metadata,
    blueprints=(blp,),
    handlers=HANDLERS,
    snapshot=SNAPSHOT,
    timers=TIMERS,
)
