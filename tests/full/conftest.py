"""One doubled deployment for all suites that are played on it."""

from collections.abc import Iterator

import pytest

from tests.e2e.racing.arena import Arena
from tests.full.world import FullWorld, full_world
from tests.integration.conftest import postgres, rabbit  # noqa: F401  # the servers
from tests.servers import PostgresServer, RabbitServer


@pytest.fixture(scope="package")
def doubled(
    tmp_path_factory: pytest.TempPathFactory,
    postgres: PostgresServer,  # noqa: F811
    rabbit: RabbitServer,  # noqa: F811
) -> Iterator[FullWorld]:
    with full_world(tmp_path_factory.mktemp("doubled"), postgres, rabbit) as world:
        yield world


@pytest.fixture
def platform(doubled: FullWorld) -> FullWorld:
    return doubled


@pytest.fixture(scope="package")
def arena(doubled: FullWorld) -> Arena:
    return Arena(doubled)
