"""A broker with the generated definitions: every service works with its own user, and only so."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote, urlsplit

import pika
import pytest
from pika.exceptions import ChannelClosedByBroker

from services.app.composition import BY_NAME
from shared.clock import SystemClock, real_now
from shared.context import Cause
from shared.events.catalogue import ALL_SERVICES
from shared.events.envelope import Envelope
from shared.ids import new_id
from shared.messaging.bus import Letter
from shared.messaging.definitions import definitions
from shared.messaging.inbox import note_buried
from shared.messaging.rabbit import RabbitBus, RabbitDeadQueue, declare_all
from shared.messaging.restoring import make_fit
from shared.messaging.topology import EVENTS, dead_queue, work_queue
from shared.migrate import migrate
from shared.runtime import Runtime
from shared.settings import Settings
from tests.broker import waiting
from tests.servers import rabbit_server
from tests.waiting import until

PASSWORDS = {service: f"drawn for {service}" for service in ALL_SERVICES}


@pytest.fixture(scope="module")
def urls(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """For each service the URL with its own user."""
    folder = tmp_path_factory.mktemp("definitions")
    file = folder / "definitions.json"
    file.write_text(json.dumps(definitions("justa", PASSWORDS)))
    for part in (file, folder, *folder.parents[:3]):
        part.chmod(0o755)
    with rabbit_server(file) as server:
        place = urlsplit(server.url).netloc.rpartition("@")[2]
        yield {
            service: f"amqp://{service}:{quote(password)}@{place}/justa"
            for service, password in PASSWORDS.items()
        }


def _event(source: str, type: str) -> Envelope:
    return Envelope(
        id=new_id(),
        source=source,
        type=type,
        subject="s",
        time=real_now(),
        data={"season_id": "s", "round": 1, "matches": 0},
        cause=Cause("c"),
        ordering_key="s",
        sequence=1,
    )


def test_every_service_publishes_and_consumes_as_itself(urls: dict[str, str]) -> None:
    buses = {service: RabbitBus(url) for service, url in urls.items()}
    heard = {name: bus.subscribe(name, lambda *_: None) for name, bus in buses.items()}
    for subscription in heard.values():
        subscription.take(1, 0.1)
    event = _event("scheduler", "SolvingOpened")
    arrived = buses["scheduler"].send([event])()
    for _ in range(20):
        arrived = arrived or buses["scheduler"].send([event])()
    assert arrived == {event.id}
    (delivery,) = heard["match"].take(10, 10.0)
    assert delivery.envelope.id == event.id
    delivery.bury("to see that it may")
    for bus in buses.values():
        bus.close()
    queue, taken = RabbitDeadQueue(urls["match"], "match"), list[Letter]()
    queue.take(taken.append)
    queue.close()
    assert [(letter.id, letter.reason) for letter in taken] == [(event.id, "to see that it may")]


def test_a_service_fits_its_queues_to_a_restored_database(
    urls: dict[str, str], make_database: Callable[[str], str], tmp_path: Path
) -> None:
    """What was on its way is gone; of the letters, those stay that the database knows of."""
    settings = Settings(data=tmp_path, secret="s" * 48)
    runtime = Runtime(
        BY_NAME["match"],
        settings=settings,
        url=make_database("match"),
        clock=SystemClock(),
        bus=None,
    )
    migrate(runtime.service, runtime.engine)
    declare_all(urls["match"], ["match"])
    on_its_way, known, later = (_event("scheduler", "SolvingOpened") for _ in "123")
    known.positions["match"] = 1
    with runtime.plain_writing() as connection:
        note_buried(connection, known, "match")
    with pika.BlockingConnection(pika.URLParameters(urls["match"])) as line:
        for role, event in (("work", on_its_way), ("dead", known), ("dead", later)):
            named = pika.BasicProperties(message_id=event.id, type=event.type, delivery_mode=2)
            body = event.to_json().encode()
            line.channel().basic_publish("justa.match", role, body, named)
    for queue, number in ((work_queue("match"), 1), (dead_queue("match"), 2)):
        until(lambda q=queue, n=number: waiting(urls["match"], q) == n, what=queue)  # type: ignore[misc]
    assert make_fit(runtime, urls["match"]) == (1, 0)
    assert [letter.id for letter in runtime.dead_letters.all()] == [known.id]
    for queue in (work_queue("match"), dead_queue("match")):
        assert waiting(urls["match"], queue) == 0
    runtime.engine.dispose()


@pytest.mark.parametrize(
    "trespass",
    [
        lambda channel: channel.basic_get(work_queue("ladder")),
        lambda channel: channel.basic_get(dead_queue("ladder")),
        lambda channel: channel.queue_purge(work_queue("ladder")),
        lambda channel: channel.queue_delete(work_queue("ladder")),
        lambda channel: channel.queue_declare("anything", durable=True),
        lambda channel: channel.exchange_delete(EVENTS),
        lambda channel: channel.basic_publish("justa.ladder", "work", b"{}"),
        lambda channel: channel.basic_publish("", work_queue("ladder"), b"{}"),
        lambda channel: channel.basic_publish(EVENTS, "gateway.AccountDeleted", b"{}"),
        lambda channel: channel.queue_bind(work_queue("match"), EVENTS, "#"),
    ],
)
def test_nobody_trespasses(urls: dict[str, str], trespass: object) -> None:
    with pika.BlockingConnection(pika.URLParameters(urls["match"])) as connection:
        channel = connection.channel()
        channel.confirm_delivery()
        assert callable(trespass)
        with pytest.raises(ChannelClosedByBroker) as refused:
            trespass(channel)
        assert refused.value.reply_code == 403


def test_there_is_no_user_but_the_services(urls: dict[str, str]) -> None:
    strangers = urlsplit(urls["match"])._replace(
        netloc=f"guest:guest@{urlsplit(urls['match']).netloc.rpartition('@')[2]}"
    )
    with pytest.raises(pika.exceptions.AMQPError):
        pika.BlockingConnection(pika.URLParameters(strangers.geturl()))
