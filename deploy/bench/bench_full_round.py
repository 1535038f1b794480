"""A great round through the full deployment: from `RoundClosed` to the last page of its table.

`python -m deploy.bench.bench_full_round [matches]` starts PostgreSQL (every commit synced to the
disk), RabbitMQ and one worker process each of match, standings, gateway and scheduler. A Swiss
round of so many matches (5,000) is played and closed, and one aligned line a measurement is
printed: name, value, unit, baseline, ratio (value / baseline, of the same run). The baseline moves
as many rows and messages by bare psycopg and bare pika, in a thread for each service. Wanted: at
most 10 s for 5,000 matches.
"""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import psycopg
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

from deploy.bench.bare_round import BareRound
from services.app.composition import BY_NAME
from shared.clock import SystemClock
from shared.events.catalogue import (
    Event,
    GameSettings,
    LotNumber,
    PairedMatch,
    PointValues,
    RegistrationClosed,
    RoundClosed,
    RoundPaired,
    RoundTimes,
    SeasonAnnounced,
    SolvingOpened,
)
from shared.events.paging import pages_of
from shared.ids import new_id
from shared.logs import configure_logs
from shared.runtime import Runtime
from shared.settings import Settings
from tests.deployment import Deployment
from tests.servers import postgres_server, rabbit_server
from tests.waiting import until

SERVICES = ("match", "standings", "gateway", "scheduler")
PATIENCE = 300.0
POINTS = PointValues(win=3, draw=1, loss=0, bye=3)
GAME = GameSettings(code_length=4, symbols=6, repeats=True, max_attempts=10)


@dataclass
class Bench:
    """Worker processes on two servers, and a hand that writes what the scheduler would say."""

    databases: Mapping[str, str]
    broker: str
    scheduler: Runtime

    def announce(self, *events: Event) -> None:
        """Store as the scheduler does; its worker's relay publishes."""
        with self.scheduler.writing() as uow:
            uow.emit(*events)

    def ask(self, service: str, question: str) -> int:
        with psycopg.connect(plain(self.databases[service])) as connection:
            row = connection.execute(question).fetchone()
        assert row is not None
        return int(row[0])

    def change(self, service: str, statement: str) -> None:
        with psycopg.connect(plain(self.databases[service])) as connection:
            connection.execute(statement)

    def at_rest(self) -> bool:
        """Whether nothing waits in any outbox, and the standings have looked at all they know."""
        waiting = "SELECT count(*) FROM outbox WHERE published_at IS NULL"
        return not (
            any(self.ask(service, waiting) for service in SERVICES)
            or self.ask("standings", "SELECT count(*) FROM looks WHERE due_at IS NOT NULL")
        )


def plain(url: str) -> str:
    """As the driver alone reads it."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


@contextmanager
def running() -> Iterator[Bench]:
    with (
        TemporaryDirectory(prefix="justa-bench-") as folder,
        postgres_server(durable=True) as postgres,
        rabbit_server() as rabbit,
    ):
        databases = {service: new_database(postgres.url, service) for service in BY_NAME}
        with Deployment(Path(folder), databases, rabbit.url, LOG_LEVEL="WARNING") as justa:
            justa.run("migrate", "all")
            justa.run("topology", "all")
            for service in SERVICES:
                justa.add(service, "worker")
            justa.ready()
            settings = Settings(data=Path(folder), secret="b" * 48)
            scheduler = Runtime(
                BY_NAME["scheduler"],
                settings=settings,
                url=databases["scheduler"],
                clock=SystemClock(),
                bus=None,
            )
            scheduler.start()
            yield Bench(databases, rabbit.url, scheduler)
            scheduler.stop()


def new_database(server: str, name: str) -> str:
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f'CREATE DATABASE "full_{name}"'))
    engine.dispose()
    return make_url(server).set(database=f"full_{name}").render_as_string(hide_password=False)


def prepare(bench: Bench, season_id: str, matches: int) -> None:
    """A round whose time is over, in which everybody has made an attempt and half have solved."""
    now = datetime.now(UTC)
    players = [new_id() for _ in range(2 * matches)]
    lots = [LotNumber(account_id=who, number=n) for n, who in enumerate(players, start=1)]
    pairs = [
        PairedMatch(match_id=new_id(), first=first, second=second)
        for first, second in zip(players[::2], players[1::2], strict=True)
    ]
    times = RoundTimes(
        round=1,
        preparing_from=now - timedelta(minutes=20),
        solving_from=now - timedelta(minutes=10),
        closes_at=now,
    )
    bench.announce(
        SeasonAnnounced(
            season_id=season_id,
            name="Bench",
            format="swiss",
            time_zone="UTC",
            points=POINTS,
            game=GAME,
            clues=None,
        )
    )
    bench.announce(*registration(season_id, lots))
    bench.announce(*pairing(season_id, times, pairs))
    bench.announce(SolvingOpened(season_id=season_id, round=1, matches=matches))
    drawn = "SELECT count(*) FROM rounds WHERE drawn AND solving_opened"
    coded = "SELECT count(*) FROM sides WHERE code IS NOT NULL"
    until(
        lambda: bench.ask("match", drawn) and bench.ask("match", coded) == 2 * matches,
        PATIENCE,
        "all codes to be drawn",
    )
    bench.change("match", _ATTEMPTS)
    table = "SELECT count(*) FROM published_tables"
    until(lambda: bench.ask("standings", table) == 1, PATIENCE, "the table before the round")
    until(bench.at_rest, PATIENCE, "everything at rest")


_ATTEMPTS = """
    INSERT INTO attempts (match_id, side, number, guess, exact, partial, at)
    SELECT s.match_id, s.side, 1, other.code, CASE s.side WHEN 'first' THEN 4 ELSE 1 END, 0, now()
    FROM sides s JOIN sides other ON other.match_id = s.match_id AND other.side <> s.side
"""


def registration(season_id: str, lots: list[LotNumber]) -> Iterator[RegistrationClosed]:
    for page, pages, participants in pages_of(lots):
        yield RegistrationClosed(
            season_id=season_id,
            format="swiss",
            points=POINTS,
            rounds=1,
            participants=participants,
            page=page,
            pages=pages,
            revision=1,
        )


def pairing(season_id: str, times: RoundTimes, pairs: list[PairedMatch]) -> Iterator[RoundPaired]:
    for page, pages, matches in pages_of(pairs):
        yield RoundPaired(
            season_id=season_id,
            round=1,
            leg=None,
            times=times,
            times_revision=0,
            points=POINTS,
            game=GAME,
            clues=None,
            bye=None,
            optimal="proven",
            matches=matches,
            matches_in_round=len(pairs),
            page=page,
            pages=pages,
            revision=1,
        )


def close(bench: Bench, season_id: str, matches: int) -> dict[str, float]:
    """Seconds from the close's commit to each step of it, the last page of the table included."""
    pages = -(-2 * matches // 500)
    table = "SELECT count(*) FROM inbox WHERE type = 'StandingsPublished'"
    steps: dict[str, tuple[str, str, int]] = {
        "all settled": ("match", "SELECT count(*) FROM results", matches),
        "all results in the standings": ("standings", "SELECT count(*) FROM results", matches),
        "the table published": ("standings", "SELECT count(*) FROM published_tables", 2),
        "its last page with the scheduler": ("scheduler", table, 2 * pages),
        "its last page with the gateway": ("gateway", table, 2 * pages),
        "all players told": (
            "gateway",
            "SELECT count(*) FROM live_events WHERE type = 'duel_changed'",
            2 * matches,
        ),
    }
    began = perf_counter()
    bench.announce(
        RoundClosed(season_id=season_id, round=1, matches=matches, bye=None, departures=0)
    )
    return {name: _when(bench, step, began) for name, step in steps.items()}


def _when(bench: Bench, step: tuple[str, str, int], began: float) -> float:
    service, question, number = step
    until(lambda: bench.ask(service, question) == number, PATIENCE, question)
    return perf_counter() - began


def main(matches: int) -> None:
    configure_logs("WARNING", as_json=False)
    print("Starting PostgreSQL, RabbitMQ and four workers ...", file=sys.stderr)
    with running() as bench:
        season_id = new_id()
        print(f"preparing a round of {matches} matches ...", file=sys.stderr)
        prepare(bench, season_id, matches)
        taken = close(bench, season_id, matches)
        print("measuring the baseline ...", file=sys.stderr)
        bare = BareRound(plain(bench.databases["ladder"]), bench.broker).seconds(matches)
    print(f"{matches} matches, seconds from the close to" + " " * 20)
    for name, seconds in taken.items():
        print(f"{name:40} {seconds:10.2f} s {bare:10.2f} {seconds / bare:7.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5000)
