"""The one place that knows all five services."""

from services.gateway.service import SERVICE as GATEWAY
from services.ladder.service import SERVICE as LADDER
from services.match.service import SERVICE as MATCH
from services.scheduler.service import SERVICE as SCHEDULER
from services.standings.service import SERVICE as STANDINGS
from shared.service import Service

SERVICES: tuple[Service, ...] = (SCHEDULER, MATCH, STANDINGS, LADDER, GATEWAY)
BY_NAME: dict[str, Service] = {service.name: service for service in SERVICES}
