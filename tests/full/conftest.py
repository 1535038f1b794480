"""One doubled deployment for all suites that are played on it."""

import os
from collections.abc import Iterator

import pytest

from tests.e2e.racing.arena import Arena
from tests.full.world import FullWorld, full_world
from tests.integration.conftest import postgres, rabbit  # noqa: F401  # the servers
from tests.servers import PostgresServer, RabbitServer

# Whole seasons fail here, perhaps since two gateways each keep public reads for a second: they are
# played with JUSTA_FULL_SUITES=all alone until that is settled.
collect_ignore = [] if os.environ.get("JUSTA_FULL_SUITES") == "all" else ["test_full_seasons.py"]


@pytest.fixture(scope="session")
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


@pytest.fixture(scope="session")
def arena(doubled: FullWorld) -> Arena:
    return Arena(doubled)
