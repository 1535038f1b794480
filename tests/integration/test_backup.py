"""Back to a point: what was played until then is there, and the season goes on from it."""

import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import create_engine, select, text
from sqlalchemy.engine import make_url

from services.app.cli import main
from services.app.composition import BY_NAME
from services.app.platform import Platform
from shared.db import open_engine
from shared.events.catalogue import ALL_SERVICES
from shared.messaging.local import LocalBus
from shared.messaging.topology import work_queue
from shared.migrate import migrate
from shared.tables import inbox, outbox
from tests.broker import waiting
from tests.clients import Client
from tests.integration.full_platform import FullPlatform, StandingClock, settings_for
from tests.integration.steady_league import League
from tests.servers import PostgresServer, RabbitServer, postgres_server
from tests.waiting import until

START = datetime(2031, 5, 1, 12, tzinfo=UTC)
ZOE = {"email": "zoe@example.org", "password": "correct horse battery"}


@pytest.fixture
def started() -> Iterator[ExitStack]:
    """Ends what the test has started, however it goes."""
    with ExitStack() as stack:
        yield stack


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


# --- the embedded set-up ----------------------------------------------------------------


def embedded(folder: Path, clock: StandingClock) -> Platform:
    platform = Platform(settings_for(folder), bus=LocalBus(unruly=Random(5)))
    for runtime in platform.runtimes.values():
        runtime.clock = clock
    platform.clock = clock
    platform.migrate()
    platform.start()
    return platform


def heard_and_never_said(folder: Path) -> set[tuple[str, str]]:
    """Events in somebody's inbox that their source knows nothing of."""
    said: dict[str, set[str]] = {}
    heard: set[tuple[str, str]] = set()
    for service in ALL_SERVICES:
        engine = open_engine(f"sqlite:///{folder / service}.sqlite")
        with engine.connect() as connection:
            said[service] = set(connection.execute(select(outbox.c.id)).scalars())
            rows = connection.execute(select(inbox.c.source, inbox.c.id))
            heard |= {(row.source, row.id) for row in rows}
        engine.dispose()
    return {(source, id) for source, id in heard if id not in said[source]}


def test_a_folder_copied_in_the_midst_of_a_round_s_end_is_whole(
    tmp_path: Path, started: ExitStack
) -> None:
    clock = StandingClock(START)
    (tmp_path / "data").mkdir()
    platform = embedded(tmp_path / "data", clock)
    started.callback(platform.stop)
    league = League(clock, platform)
    league.begin()
    league.play(1)
    league.prepare(2)
    league.solve(2)
    closing = threading.Thread(target=league.close, args=(2,))
    closing.start()
    copies = []
    while closing.is_alive() or len(copies) < 3:
        copies.append(tmp_path / f"copy {len(copies)}")
        result = run("backup", str(copies[-1]), "--data", str(tmp_path / "data"))
        assert result.exit_code == 0, result.output
    closing.join()
    for copy in copies:
        assert heard_and_never_said(copy) == set()
    league.play(3)
    league.await_end()
    expected = league.history(platform)

    for copy in (copies[0], copies[len(copies) // 2]):
        then = StandingClock(datetime.fromisoformat(expected["round 2"]["closes_at"]))
        again = embedded(Path(shutil.copytree(copy, copy.with_suffix(".restored"))), then)
        started.callback(again.stop)
        league.clock, league.worlds = then, [again]
        league.await_table(again, 2)
        league.await_round(3)
        league.play(3)
        league.await_end()
        assert league.history(again) == expected


def test_a_copy_has_the_secret_and_the_clock_and_nobody_else_can_read_it(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    assert run("migrate", "all", "--data", str(data)).exit_code == 0
    (data / "clock.json").write_text('{"now": "2031-05-01T12:00:00+00:00"}')
    assert run("backup", str(copy), "--data", str(data)).exit_code == 0
    assert (copy / "secret").read_text() == (data / "secret").read_text()
    assert (copy / "clock.json").read_text() == (data / "clock.json").read_text()
    assert copy.stat().st_mode & 0o077 == 0
    assert {file.suffix for file in copy.iterdir()} <= {".sqlite", ".json", ""}


def test_a_copy_is_never_put_over_another_or_made_of_nothing(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    assert "there is no" in run("backup", str(copy), "--data", str(data)).output
    assert run("migrate", "all", "--data", str(data)).exit_code == 0
    copy.mkdir()
    assert "is there already" in run("backup", str(copy), "--data", str(data)).output


def test_who_writes_all_the_time_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.app.upkeep.backing_up.TRIES", 2)
    data, copy = tmp_path / "data", tmp_path / "copy"
    assert run("migrate", "all", "--data", str(data)).exit_code == 0
    writer = sqlite3.connect(data / "ladder.sqlite", isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    result = run("backup", str(copy), "--data", str(data))
    assert result.exit_code == 1
    assert "somebody is always writing" in result.output
    assert list(tmp_path.iterdir()) == [data]
    writer.execute("ROLLBACK")
    assert run("backup", str(copy), "--data", str(data)).exit_code == 0


# --- the full deployment ----------------------------------------------------------------


@pytest.fixture
def server() -> Iterator[PostgresServer]:
    """A server that the test may destroy."""
    with postgres_server() as own:
        if own.back_up is None:
            pytest.fail("this test needs PostgreSQL's programs: unset JUSTA_TEST_POSTGRES_URL")
        yield own


@pytest.fixture
def databases(server: PostgresServer) -> dict[str, str]:
    admin = create_engine(server.url, isolation_level="AUTOCOMMIT")
    found = {}
    for name, service in BY_NAME.items():
        with admin.connect() as connection:
            connection.execute(text(f'CREATE DATABASE "{name}"'))
        found[name] = make_url(server.url).set(database=name).render_as_string(hide_password=False)
        engine = create_engine(found[name])
        migrate(service, engine)
        engine.dispose()
    admin.dispose()
    return found


@pytest.fixture
def environment(
    databases: dict[str, str], fresh_rabbit: RabbitServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the commands are told."""
    monkeypatch.setenv("JUSTA_DEVELOPMENT", "on")
    monkeypatch.setenv("JUSTA_BROKER_URL", fresh_rabbit.url)
    monkeypatch.setenv("JUSTA_RETRY_DELAYS", "0.2,0.5,1")
    for name, url in databases.items():
        monkeypatch.setenv(f"JUSTA_DATABASE_URL_{name.upper()}", url)


@pytest.mark.usefixtures("environment")
def test_all_databases_come_back_at_one_point_and_the_queues_are_made_to_fit(
    server: PostgresServer,
    databases: dict[str, str],
    fresh_rabbit: RabbitServer,
    started: ExitStack,
    tmp_path: Path,
) -> None:
    clock, settings = StandingClock(START), settings_for(tmp_path)
    first = FullPlatform(settings, databases, fresh_rabbit.url, clock)
    started.callback(first.stop)
    first.start()
    league = League(clock, first)
    league.begin()
    league.play(1)
    league.prepare(2)
    league.solve(2)

    # The standings do not listen just now: the round's results are in their queue, and nowhere
    # else as far as anybody but their teller can tell, at the point that is backed up.
    first.workers["standings"].stop()
    clock.move(league.times(2)[1])
    until(lambda: waiting(fresh_rabbit.url, work_queue("standings")) >= 3, what="results")
    first.await_published()
    assert server.back_up
    copy = server.back_up()
    point = clock.now()

    first.start_worker("standings")
    league.close(2)
    league.play(3)
    league.await_end()
    expected = league.history(first)
    # What is said last is heard by nobody: it lies in the queues when the server is lost.
    for worker in first.workers.values():
        worker.consumer.stop()
    register(first)
    until(lambda: waiting(fresh_rabbit.url, work_queue("match")), what="word of Zoe")
    assert "stop all of them first" in run("restored", "all").output
    first.stop()
    destroy(server, copy)

    result = run("restored", "all")
    assert result.exit_code == 0, result.output
    for service in ALL_SERVICES:
        assert waiting(fresh_rabbit.url, work_queue(service)) == 0
    league.clock = StandingClock(point)
    second = FullPlatform(settings, databases, fresh_rabbit.url, league.clock)
    started.callback(second.stop)
    second.start()
    league.worlds = [second]
    league.await_table(second, 2)
    assert Client(second.wsgi).request("POST", "/api/v1/sessions", ZOE).status == 401
    league.await_round(3)
    league.play(3)
    league.await_end()
    assert league.history(second) == expected
    second.await_published()
    for name, runtime in second.workers.items():
        assert runtime.dead_letters.count() == 0, name


def register(world: Any) -> None:
    """Somebody whom nobody will know after the restore."""
    body = {**ZOE, "display_name": "Zoe", "accept_rules": True}
    assert Client(world.wsgi).request("POST", "/api/v1/accounts", body).status == 201


def destroy(server: PostgresServer, copy: Path) -> None:
    """The server is lost with everything since the copy, and starts again from that."""
    assert server.stop
    assert server.start
    assert server.restore
    server.stop()
    server.restore(copy)
    server.start()
