"""The gateway, declared."""

from services.gateway.api import BLUEPRINTS
from services.gateway.handlers import HANDLERS
from services.gateway.mail.mailer import Mailer
from services.gateway.mail.reminder_mailer import ReminderMailer
from services.gateway.pruning import Pruning
from services.gateway.snapshot import SNAPSHOT
from services.gateway.tables import TABLES
from services.gateway.timers import TIMERS
from shared.service import Service

SERVICE = Service(
    name="gateway",
    package="services.gateway",
    metadata=TABLES,
    blueprints=BLUEPRINTS,
    handlers=HANDLERS,
    timers=TIMERS,
    background=(Mailer, ReminderMailer, Pruning),
    snapshot=SNAPSHOT,
)
