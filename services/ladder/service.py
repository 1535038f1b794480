"""The ladder, declared."""

from services.ladder.api import BLUEPRINTS
from services.ladder.handlers import HANDLERS
from services.ladder.queue_keeper import QueueKeeper
from services.ladder.snapshot import SNAPSHOT
from services.ladder.tables import TABLES
from services.ladder.timers import TIMERS
from shared.service import Service

SERVICE = Service(
    name="ladder",
    package="services.ladder",
    metadata=TABLES,
    blueprints=BLUEPRINTS,
    handlers=HANDLERS,
    timers=TIMERS,
    background=(QueueKeeper,),
    snapshot=SNAPSHOT,
)
