"""The ladder, declared."""

from services.ladder.api import blp
from services.ladder.handlers import HANDLERS
from services.ladder.snapshot import SNAPSHOT
from services.ladder.tables import Base
from shared.service import Service

SERVICE = Service(
    name="ladder",
    package="services.ladder",
    metadata=Base.metadata,
    blueprints=(blp,),
    handlers=HANDLERS,
    snapshot=SNAPSHOT,
)
