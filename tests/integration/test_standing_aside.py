"""A worker that is cut off from the broker leaves the relay to one that is not."""

from pathlib import Path

import pytest

from shared.messaging.bus import Bus
from shared.messaging.rabbit import RabbitBus
from tests.integration.worlds import emit, full_world, noted
from tests.servers import free_port
from tests.unit.shared.conftest import make_service
from tests.waiting import until


def test_a_relay_without_a_broker_stands_aside(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    world = full_world(request, tmp_path)
    reaching, url = world.make_bus, world.make_url("scheduler")

    def cut_off() -> Bus:
        return RabbitBus(f"amqp://guest:guest@127.0.0.1:{free_port()}/%2F")

    match = world.start(make_service("match"))
    world.make_bus = cut_off
    first = world.start(make_service("scheduler"), url)
    until(lambda: first.relay.leads, what="the first to lead")
    world.make_bus = reaching
    second = world.start(make_service("scheduler"), url)
    emit(first, 1, 2)
    until(lambda: noted(match) == [1, 2], 60, "what the second has published")
    assert second.relay.leads
    world.stop()
