"""The standings, declared."""

from services.standings.api import blp
from services.standings.handlers import HANDLERS
from services.standings.snapshot import SNAPSHOT
from services.standings.tables import Base
from services.standings.timers import TIMERS
from shared.service import Service

SERVICE = Service(
    name="standings",
    package="services.standings",
    metadata=Base.metadata,
    blueprints=(blp,),
    handlers=HANDLERS,
    snapshot=SNAPSHOT,
    timers=TIMERS,
)
