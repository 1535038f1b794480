"""A whole deployment on servers of its own, made to be broken."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

from shared.events.catalogue import ALL_SERVICES
from tests.chaos.echo import Echo
from tests.chaos.network import Network
from tests.chaos.people import Gateways
from tests.chaos.plan import Plan
from tests.deployment import Deployment
from tests.servers import PostgresServer, RabbitServer, postgres_server, rabbit_server

WORKERS = 2


@dataclass
class World:
    """Two web and two worker processes of every service, each worker on a wire of its own."""

    justa: Deployment
    rabbit: RabbitServer
    postgres: PostgresServer
    network: Network
    echo: Echo

    def gateways(self) -> Gateways:
        named = self.justa.processes.items()
        return Gateways([p.address for name, p in named if name.startswith("gateway-web")])


@contextmanager
def broken_world(folder: Path, plan: Plan) -> Iterator[World]:
    """Everything runs and hears its echo; all of it is gone afterwards."""
    with rabbit_server() as rabbit, postgres_server() as postgres, Network(rabbit.url) as network:
        settings = {"THREADS": "8", "POOL_SIZE": "4"}
        with Deployment(folder, _databases(postgres), rabbit.url, **settings) as justa:
            justa.run("migrate", "all")
            justa.run("topology", "all")
            justa.run("operator")
            echo = Echo(rabbit.url, Random(f"echo {plan.seed}"))
            echo.start()
            assert echo.listens.wait(30), "the echo hears nothing"
            _start(justa, network)
            yield World(justa, rabbit, postgres, network, echo)
            echo.close()


def _databases(postgres: PostgresServer) -> dict[str, str]:
    admin = create_engine(postgres.url, isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        for service in ALL_SERVICES:
            connection.execute(text(f"CREATE DATABASE chaos_{service}"))
    admin.dispose()
    url = make_url(postgres.url)
    return {
        service: url.set(database=f"chaos_{service}").render_as_string(hide_password=False)
        for service in ALL_SERVICES
    }


def _start(justa: Deployment, network: Network) -> None:
    for service in ALL_SERVICES:
        for number in range(WORKERS):
            wire = network.wire(f"{service}-{number + 1}")
            justa.add(service, "worker", BROKER_URL=wire.url)
        if service == "gateway":
            # Clients know several addresses; services have one, behind which two processes are.
            justa.add(service, "web")
            justa.add(service, "web")
        else:
            justa.add(service, "web", WORKERS=str(WORKERS))
    justa.ready()
