"""The scheduler, declared: it decides when things happen and who meets whom."""

from services.scheduler.api import blp
from services.scheduler.handlers import HANDLERS
from services.scheduler.snapshot import SNAPSHOT
from services.scheduler.tables import Base
from services.scheduler.timers import TIMERS
from shared.service import Service

SERVICE = Service(
    name="scheduler",
    package="services.scheduler",
    metadata=Base.metadata,
    blueprints=(blp,),
    handlers=HANDLERS,
    snapshot=SNAPSHOT,
    timers=TIMERS,
)
