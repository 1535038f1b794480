"""What a round's close costs at least: the same rows and messages by bare psycopg and bare pika.

One thread settles and publishes, one keeps results and publishes the table, one tells the
players. Nothing of it would survive a fault: no inbox, no relay of its own, no rules.
"""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

import pika
import psycopg
from pika.adapters.blocking_connection import BlockingChannel

from shared.ids import new_id

BATCH = 200
PAGE = 500
BODY = "x" * 900
PERSISTENT = pika.BasicProperties(delivery_mode=2)
LISTENERS = ("bare.standings", "bare.gateway")


class BareRound:
    def __init__(self, database: str, broker: str) -> None:
        self._database, self._broker = database, broker

    def seconds(self, matches: int) -> float:
        """Until the last page of the table has arrived, and all players are told."""
        self._prepare(matches)
        parts = [
            threading.Thread(target=part, args=(matches,))
            for part in (self._settle, self._keep, self._tell)
        ]
        began = perf_counter()
        for part in parts:
            part.start()
        for part in parts:
            part.join()
        return perf_counter() - began

    def _prepare(self, matches: int) -> None:
        with self._talking() as (database, channel):
            for table in ("duels", "settled", "events", "kept", "told", "tables"):
                database.execute(f"CREATE TABLE bare_{table} (id text PRIMARY KEY, body text)")
            with database.cursor() as cursor:
                cursor.executemany(
                    "INSERT INTO bare_duels VALUES (%s, %s)", [(str(n), "") for n in range(matches)]
                )
            database.commit()
            for queue in (*LISTENERS, "bare.pages"):
                channel.queue_declare(queue, durable=True, arguments={"x-queue-type": "quorum"})

    def _settle(self, matches: int) -> None:
        """Settle in batches, write the results and the events, publish to both listeners."""
        with self._talking() as (database, channel), database.cursor() as cursor:
            channel.tx_select()
            for start in range(0, matches, BATCH):
                ids = [str(n) for n in range(start, min(start + BATCH, matches))]
                cursor.execute("SELECT id FROM bare_duels WHERE id = ANY(%s) FOR UPDATE", (ids,))
                cursor.execute("UPDATE bare_duels SET body = 'settled' WHERE id = ANY(%s)", (ids,))
                for table in ("settled", "events"):
                    cursor.executemany(
                        f"INSERT INTO bare_{table} VALUES (%s, %s)", [(id, BODY) for id in ids]
                    )
                database.commit()
                for id in ids:
                    for queue in LISTENERS:
                        channel.basic_publish("", queue, f"{id} {BODY}".encode(), PERSISTENT, True)
                channel.tx_commit()
                cursor.execute("UPDATE bare_events SET body = 'sent' WHERE id = ANY(%s)", (ids,))
                database.commit()

    def _keep(self, matches: int) -> None:
        """Keep the results; then store a table and publish it in pages."""
        with self._talking() as (database, channel):
            for bodies in _batches(channel, "bare.standings", matches):
                rows = [(body.split()[0], BODY) for body in bodies]
                with database.cursor() as cursor:
                    cursor.executemany("INSERT INTO bare_kept VALUES (%s, %s)", rows)
                database.commit()
            table = json.dumps([[n, new_id(), *range(11)] for n in range(2 * matches)])
            database.execute("INSERT INTO bare_tables VALUES (%s, %s)", (new_id(), table))
            database.commit()
            page, pages = table[: len(table) * PAGE // (2 * matches)], -(-2 * matches // PAGE)
            for _ in range(pages):
                channel.basic_publish("", "bare.pages", page.encode(), PERSISTENT, True)
            for bodies in _batches(channel, "bare.pages", pages):
                for body in bodies:
                    database.execute(
                        "INSERT INTO bare_tables VALUES (%s, %s)", (new_id(), body.decode())
                    )
                database.commit()

    def _tell(self, matches: int) -> None:
        """Tell both players of each match."""
        with self._talking() as (database, channel):
            for bodies in _batches(channel, "bare.gateway", matches):
                rows = [(new_id(), body.decode()[:100]) for body in bodies for _ in range(2)]
                with database.cursor() as cursor:
                    cursor.executemany("INSERT INTO bare_told VALUES (%s, %s)", rows)
                database.commit()

    @contextmanager
    def _talking(self) -> Iterator[tuple[psycopg.Connection, BlockingChannel]]:
        with (
            psycopg.connect(self._database) as database,
            pika.BlockingConnection(pika.URLParameters(self._broker)) as broker,
        ):
            channel = broker.channel()
            channel.basic_qos(prefetch_count=2 * BATCH)
            yield database, channel


def _batches(channel: BlockingChannel, queue: str, number: int) -> Iterator[list[bytes]]:
    """What comes by a queue, so many in all; each batch is acknowledged after its handling."""
    batch: list[bytes] = []
    for got, (method, _, body) in enumerate(channel.consume(queue), start=1):
        batch.append(body)
        if len(batch) == BATCH or got == number:
            yield batch
            channel.basic_ack(method.delivery_tag, multiple=True)
            batch = []
        if got == number:
            break
    channel.cancel()
