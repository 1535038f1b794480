"""Events between real servers: relay, consumer, and the time from a commit to its effect.

`python -m deploy.bench.bench_messaging [events]` starts PostgreSQL (every commit synced to the
disk) and RabbitMQ and prints one aligned line a measurement: name, value, unit, baseline, ratio
(value / baseline, of the same run). The baseline does the same work with bare psycopg and bare
pika: no relay, no inbox of ours, no use cases, nothing that would survive a fault. Wanted:
3,000 events/s relayed, 2,000 events/s into the standings, 50 ms at the 99th percentile.
"""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import pika
import psycopg
from sqlalchemy import create_engine, func, select, text
from sqlalchemy.engine import make_url

from services.app.composition import BY_NAME
from shared.clock import SystemClock
from shared.events.catalogue import ALL_SERVICES, Event, MatchResult, SolvingOpened
from shared.ids import new_id
from shared.logs import configure_logs
from shared.messaging.rabbit import RabbitBus, declare_all
from shared.messaging.topology import work_queue
from shared.migrate import migrate
from shared.runtime import Runtime
from shared.settings import Settings
from shared.tables import inbox
from tests.servers import postgres_server, rabbit_server

BATCH = 200
STEADY_PER_SECOND = 50
STEADY_SECONDS = 10
NOW = datetime(2030, 1, 1, tzinfo=UTC)


@dataclass
class Bench:
    """Two servers, and runtimes of services on them."""

    folder: Path
    postgres: str
    rabbit: str

    def runtime(self, service: str) -> Runtime:
        """A service on a new database, with its background work not started."""
        name = f"{service}_{new_id()[-12:]}"
        admin = create_engine(self.postgres, isolation_level="AUTOCOMMIT")
        with admin.connect() as connection:
            connection.execute(text(f'CREATE DATABASE "{name}"'))
        admin.dispose()
        url = make_url(self.postgres).set(database=name).render_as_string(hide_password=False)
        runtime = Runtime(
            BY_NAME[service],
            settings=Settings(data=self.folder, secret="b" * 48),
            url=url,
            clock=SystemClock(),
            bus=RabbitBus(self.rabbit),
        )
        migrate(runtime.service, runtime.engine)
        return runtime

    def driver_url(self, runtime: Runtime) -> str:
        url = runtime.engine.url.set(drivername="postgresql")
        return url.render_as_string(hide_password=False)


@contextmanager
def servers() -> Iterator[Bench]:
    with (
        TemporaryDirectory() as folder,
        postgres_server(durable=True) as postgres,
        rabbit_server() as rabbit,
    ):
        declare_all(rabbit.url, ALL_SERVICES)
        yield Bench(Path(folder), postgres.url, rabbit.url)


def result(number: int) -> MatchResult:
    """The first result of a match of a season of its own making."""
    return MatchResult(
        match_id=new_id(),
        kind="league",
        season_id="01900000-0000-7000-8000-000000000001",
        round=1,
        first=f"01900000-0000-7000-8000-{2 * number:012x}",
        second=f"01900000-0000-7000-8000-{2 * number + 1:012x}",
        outcome="first",
        by="attempts",
        first_played=True,
        second_played=True,
        first_attempts=4,
        second_attempts=6,
        first_solved=True,
        second_solved=True,
        first_points=3,
        second_points=0,
        attempt_difference=2,
        left=None,
        left_phase=None,
        started_at=NOW,
        finished_at=NOW,
        revision=1,
        annulled=False,
        act=None,
        acts=0,
    )


def store(runtime: Runtime, events: list[Event]) -> None:
    for start in range(0, len(events), 500):
        with runtime.writing() as uow:
            uow.emit(*events[start : start + 500])


def relay_rate(bench: Bench, number: int) -> tuple[float, float]:
    """Events a second from the outbox to confirmed and marked: ours, and bare."""
    match = bench.runtime("match")
    store(match, [result(n) for n in range(number)])
    began, pause = perf_counter(), threading.Event()
    match.relay.start()
    while match.relay.backlog:
        pause.wait(0.02)
    ours = number / (perf_counter() - began)
    match.relay.stop()
    with match.plain_writing() as connection:
        connection.execute(text("UPDATE outbox SET published_at = NULL"))
    bare = number / _seconds(lambda: _bare_relay(bench, match))
    match.bus.close() if match.bus else None
    match.engine.dispose()
    return ours, bare


def _bare_relay(bench: Bench, match: Runtime) -> None:
    """Read, publish with `tx` in batches, mark: psycopg and pika alone."""
    with (
        psycopg.connect(bench.driver_url(match)) as database,
        pika.BlockingConnection(pika.URLParameters(bench.rabbit)) as broker,
    ):
        channel = broker.channel()
        channel.queue_declare("bare", durable=True, arguments={"x-queue-type": "quorum"})
        channel.tx_select()
        persistent = pika.BasicProperties(delivery_mode=2)
        while rows := database.execute(
            "SELECT seq, payload FROM outbox WHERE published_at IS NULL ORDER BY seq LIMIT %s",
            (BATCH,),
        ).fetchall():
            for _, payload in rows:
                channel.basic_publish("", "bare", payload.encode(), persistent, mandatory=True)
            channel.tx_commit()
            database.execute(
                "UPDATE outbox SET published_at = now() WHERE seq = ANY(%s)",
                ([seq for seq, _ in rows],),
            )
            database.commit()


def consumer_rate(bench: Bench, number: int) -> tuple[float, float]:
    """Events a second from the standings' queue into its tables: ours, and bare."""
    match, standings = bench.runtime("match"), bench.runtime("standings")
    with pika.BlockingConnection(pika.URLParameters(bench.rabbit)) as broker:
        broker.channel().queue_purge(work_queue("standings"))
    store(match, [result(n) for n in range(number)])
    while match.relay.backlog:
        match.relay.publish_some()

    def handled() -> int:
        with standings.reading() as uow:
            return int(uow.connection.execute(select(func.count()).select_from(inbox)).scalar_one())

    standings.consumer.start()
    began, pause = perf_counter(), threading.Event()
    while handled() < number:
        pause.wait(0.02)
    ours = number / (perf_counter() - began)
    standings.consumer.stop()
    bare = _bare_consumer(bench, standings, number)
    for runtime in (match, standings):
        if runtime.bus:
            runtime.bus.close()
        runtime.engine.dispose()
    return ours, bare


def _bare_consumer(bench: Bench, standings: Runtime, number: int) -> float:
    """Take from the bare relay's queue, store id and body, commit each hundred, acknowledge."""
    with (
        psycopg.connect(bench.driver_url(standings)) as database,
        pika.BlockingConnection(pika.URLParameters(bench.rabbit)) as broker,
    ):
        database.execute("CREATE TABLE bare (id text PRIMARY KEY, body text)")
        database.commit()
        channel = broker.channel()
        channel.basic_qos(prefetch_count=400)
        began = perf_counter()
        for got, (method, _, body) in enumerate(channel.consume("bare"), start=1):
            database.execute(
                "INSERT INTO bare VALUES (%s, %s) ON CONFLICT DO NOTHING", (new_id(), body.decode())
            )
            if got % 100 == 0 or got == number:
                database.commit()
                channel.basic_ack(method.delivery_tag, multiple=True)
            if got == number:
                break
        seconds = perf_counter() - began
        channel.cancel()
    return number / seconds


def effect_milliseconds(bench: Bench) -> tuple[float, float]:
    """The 99th percentile from before a commit to its effect elsewhere, at a steady rate."""
    scheduler, match = bench.runtime("scheduler"), bench.runtime("match")
    arrived: dict[int, float] = {}
    match.handlers[SolvingOpened] = lambda uow, event: uow.afterwards(
        lambda: arrived.setdefault(event.round, perf_counter())
    )
    scheduler.start()
    match.start()
    _steady(lambda n: store(scheduler, [_opened(n)]), arrived, warm_up=20)
    left = _steady(lambda n: store(scheduler, [_opened(n)]), arrived, first=1000)
    ours = _percentile_99([arrived[n] - at for n, at in left.items()])
    for runtime in (scheduler, match):
        runtime.stop()
        if runtime.bus:
            runtime.bus.close()
    return ours, _bare_effect(bench)


def _opened(number: int) -> SolvingOpened:
    return SolvingOpened(season_id="01900000-0000-7000-8000-000000000002", round=number, matches=0)


def _steady(
    send: Callable[[int], None], arrived: dict[int, float], *, first: int = 0, warm_up: int = 0
) -> dict[int, float]:
    """Send at a steady rate; when each left. Returns once all have arrived."""
    pause, left = threading.Event(), {}
    count = warm_up or STEADY_PER_SECOND * STEADY_SECONDS
    began = perf_counter()
    for index in range(count):
        pause.wait(max(0.0, began + index / STEADY_PER_SECOND - perf_counter()))
        left[first + index] = perf_counter()
        send(first + index)
    while not left.keys() <= arrived.keys():
        pause.wait(0.01)
    return left


def _bare_effect(bench: Bench) -> float:
    """A bare publisher and a bare consumer that both commit a row of their own."""
    arrived: dict[int, float] = {}
    ready, stop = threading.Event(), threading.Event()
    url = make_url(bench.postgres).set(drivername="postgresql")
    plain = url.render_as_string(hide_password=False)

    def consume() -> None:
        with (
            psycopg.connect(plain) as database,
            pika.BlockingConnection(pika.URLParameters(bench.rabbit)) as broker,
        ):
            channel = broker.channel()
            ready.set()
            for method, _, body in channel.consume("bare", inactivity_timeout=0.2):
                if stop.is_set():
                    break
                if body is not None and body.isdigit():
                    database.execute("INSERT INTO effects VALUES (%s)", (body.decode(),))
                    database.commit()
                    arrived[int(body)] = perf_counter()
                    channel.basic_ack(method.delivery_tag)

    with (
        psycopg.connect(plain) as database,
        pika.BlockingConnection(pika.URLParameters(bench.rabbit)) as broker,
    ):
        database.execute("CREATE TABLE IF NOT EXISTS effects (id text)")
        database.commit()
        channel = broker.channel()
        channel.queue_purge("bare")
        channel.confirm_delivery()

        def send(number: int) -> None:
            database.execute("INSERT INTO effects VALUES (%s)", (str(number),))
            database.commit()
            channel.basic_publish("", "bare", str(number).encode(), mandatory=True)

        consumer = threading.Thread(target=consume, daemon=True)
        consumer.start()
        ready.wait()
        left = _steady(send, arrived)
        stop.set()
        consumer.join()
    return _percentile_99([arrived[n] - at for n, at in left.items()])


def _percentile_99(seconds: list[float]) -> float:
    return sorted(seconds)[int(len(seconds) * 0.99)] * 1000


def _seconds(work: Callable[[], None]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began


def main(number: int) -> None:
    configure_logs("ERROR", as_json=False)
    print("Starting PostgreSQL and RabbitMQ ...", file=sys.stderr)
    with servers() as bench:
        for name, unit, measure in (
            (f"relay, {number} events", "events/s", lambda: relay_rate(bench, number)),
            (f"into standings, {number} events", "events/s", lambda: consumer_rate(bench, number)),
            ("commit to effect, p99 at 50/s", "ms", lambda: effect_milliseconds(bench)),
        ):
            print(f"measuring {name} ...", file=sys.stderr)
            ours, bare = measure()
            print(f"{name:40} {ours:10.1f} {unit:9} {bare:10.1f} {ours / bare:7.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 6000)
