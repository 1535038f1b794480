"""The relay alone: what it sends while something is under way, and what it does about failures."""

from collections.abc import Callable, Sequence

import pytest

from shared.events.envelope import Envelope
from shared.messaging import relay
from shared.messaging.bus import Arrivals
from shared.messaging.local import LocalBus
from shared.runtime import Runtime
from tests.unit.shared.test_messaging import emit

Make = Callable[..., Runtime]


class Broker(LocalBus):
    """Writes down what is sent and asked for; `lost` never arrives."""

    def __init__(self) -> None:
        super().__init__()
        self.log: list[tuple[str, list[int]]] = []
        self.lost: set[int] = set()

    def send(self, envelopes: Sequence[Envelope]) -> Arrivals:
        rounds = {envelope.id: envelope.data["round"] for envelope in envelopes}
        self.log.append(("sent", list(rounds.values())))

        def arrived() -> set[str]:
            self.log.append(("awaited", list(rounds.values())))
            return {id for id, number in rounds.items() if number not in self.lost}

        return arrived


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> Broker:
    monkeypatch.setattr(relay, "BATCH", 2)
    monkeypatch.setattr(relay, "MOST_UNDER_WAY", 2)
    monkeypatch.setattr(relay, "ASIDE_SECONDS", 0.0)
    monkeypatch.setattr(relay, "POLL_SECONDS", 0.0)
    return Broker()


def turns(runtime: Runtime, number: int) -> None:
    for _ in range(number):
        runtime.relay.turn()


def test_the_next_batch_is_sent_while_one_is_under_way(make_runtime: Make, broker: Broker) -> None:
    sender = make_runtime("scheduler", broker)
    emit(sender, 1, 2, 3, 4, 5)
    turns(sender, 7)
    assert broker.log == [
        ("sent", [1, 2]),
        ("sent", [3, 4]),
        ("awaited", [1, 2]),
        ("sent", [5]),
        ("awaited", [3, 4]),
        ("awaited", [5]),
    ]
    assert sender.relay.backlog == 0


def test_what_did_not_arrive_is_sent_before_anything_else(
    make_runtime: Make, broker: Broker
) -> None:
    sender = make_runtime("scheduler", broker)
    emit(sender, 1, 2, 3, 4, 5)
    broker.lost = {2}
    turns(sender, 3)
    broker.lost = set()
    turns(sender, 1)
    assert broker.log[2:] == [("awaited", [1, 2]), ("awaited", [3, 4]), ("sent", [2, 5])]


def test_a_relay_without_any_success_stands_aside(
    make_runtime: Make, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    sender = make_runtime("scheduler", broker)
    released: list[bool] = []
    monkeypatch.setattr(sender.relay._leadership, "release", lambda: released.append(True))
    emit(sender, 1, 2, 3)
    broker.lost = {1, 2}
    turns(sender, 3)
    assert not released, "something of what was under way has arrived"
    turns(sender, 2)
    assert released


def test_what_is_under_way_is_awaited_before_the_end(make_runtime: Make, broker: Broker) -> None:
    sender = make_runtime("scheduler", broker)
    emit(sender, 1)
    turns(sender, 1)
    sender.relay.finish()
    assert broker.log == [("sent", [1]), ("awaited", [1])]
    assert sender.relay.backlog == 0


def test_what_has_arrived_is_marked_with_the_next_reading(
    make_runtime: Make, broker: Broker
) -> None:
    sender = make_runtime("scheduler", broker)
    emit(sender, 1, 2)
    turns(sender, 2)
    assert sender.relay.backlog == 2
    emit(sender, 3)
    turns(sender, 1)
    assert sender.relay.backlog == 1
    assert broker.log[-1] == ("sent", [3])
