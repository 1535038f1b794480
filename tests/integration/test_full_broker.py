"""A broker that takes nothing, or not from everybody: seen, reported, recovered from."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from shared.messaging import topology
from shared.ops_port import open_ops_port
from shared.runtime import Runtime
from tests.broker import waiting
from tests.deployment import request
from tests.integration.worlds import World, emit, full_world, noted
from tests.servers import RabbitServer, free_port
from tests.unit.shared.conftest import make_service
from tests.waiting import until

QUEUE = topology.work_queue("match")
PATIENCE = 60.0
MOST_WAITING = 5
Control = Callable[..., None]


@pytest.fixture
def world(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    made = full_world(request, tmp_path)
    yield made
    made.stop()


@pytest.fixture
def control(fresh_rabbit: RabbitServer) -> Control:
    if fresh_rabbit.control is None:
        pytest.fail("this test needs a broker of its own: unset JUSTA_TEST_AMQP_URL")
    return fresh_rabbit.control


def policy(most: int) -> list[str]:
    """That the queue holds so many messages."""
    pattern = f"^{QUEUE}$".replace(".", r"\.")
    return ["small", pattern, f'{{"max-length": {most}}}', "--apply-to", "queues"]


@pytest.fixture
def small_queue(control: Control, world: World) -> Iterator[Control]:  # noqa: ARG001  # after it
    """The queue of the match service takes next to nothing."""
    control("set_policy", *policy(MOST_WAITING))
    yield control
    control("clear_policy", "small")


@pytest.fixture
def ops() -> Iterator[Callable[[Runtime], str]]:
    """Opens a port for operators of a runtime; its address."""
    opened = []

    def open_port(runtime: Runtime) -> str:
        port = free_port()
        opened.append(open_ops_port([runtime], "127.0.0.1", port))
        return f"http://127.0.0.1:{port}"

    yield open_port
    for port in opened:
        port.close()


def metric(address: str, name: str) -> float:
    lines = request(address, "GET", "/metrics").raw.decode().splitlines()
    return sum(float(line.rsplit(" ", 1)[1]) for line in lines if line.startswith(f"{name}{{"))


def readiness(address: str) -> tuple[int, str]:
    answer = request(address, "GET", "/readyz")
    return answer.status, answer.raw.decode()


@pytest.mark.parametrize("room", ["a consumer", "a higher limit"])
def test_what_a_full_queue_refuses_stays_in_the_outbox_and_is_told(
    world: World,
    small_queue: Control,
    fresh_rabbit: RabbitServer,
    ops: Callable[[Runtime], str],
    room: str,
) -> None:
    sender = world.start(make_service("scheduler"))
    address = ops(sender)
    # More than fits: the first ones go in, the next are refused.
    for number in range(1, 41):
        emit(sender, number)
        until(lambda n=number: sender.relay.backlog == 0 or n > MOST_WAITING)  # type: ignore[misc]
    until(lambda: readiness(address)[0] == 503, PATIENCE, "the full queue to be told")
    assert "refuses" in readiness(address)[1]
    assert metric(address, "justa_broker_up") == 0
    left = sender.relay.backlog
    assert left > 0
    assert metric(address, "justa_outbox_events") == left
    assert waiting(fresh_rabbit.url, QUEUE) + left >= 40, "nothing is lost on the way"
    if room == "a higher limit":
        small_queue("set_policy", *policy(1000))
        until(lambda: sender.relay.backlog == 0, PATIENCE, "an empty outbox")
    match = world.start(make_service("match"))
    until(lambda: noted(match) == list(range(1, 41)), PATIENCE, "all events")
    until(lambda: sender.relay.backlog == 0, PATIENCE, "an empty outbox")
    until(lambda: readiness(address)[0] == 200, PATIENCE, "readiness")
    assert metric(address, "justa_broker_up") == 1


def test_a_disk_alarm_blocks_events_and_nothing_else(
    world: World, control: Control, ops: Callable[[Runtime], str]
) -> None:
    sender, match = world.start(make_service("scheduler")), world.start(make_service("match"))
    emit(sender, 1)
    until(lambda: noted(match) == [1], what="the event before")
    address = ops(sender)
    assert readiness(address)[0] == 200
    control("set_disk_free_limit", str(10**15))
    try:
        emit(sender, 2, 3)
        until(lambda: readiness(address)[0] == 503, PATIENCE, "the alarm to be told")
        assert "takes nothing" in readiness(address)[1]
        assert metric(address, "justa_broker_up") == 0
        # Only events wait: the database takes more of them.
        emit(sender, 4)
        assert sender.relay.backlog == 3
        assert noted(match) == [1]
    finally:
        control("set_disk_free_limit", "50MB")
    until(lambda: noted(match) == [1, 2, 3, 4], PATIENCE, "what waited")
    until(lambda: readiness(address)[0] == 200, PATIENCE, "readiness")
    assert metric(address, "justa_broker_up") == 1
    until(lambda: sender.relay.backlog == 0, PATIENCE, "an empty outbox")
