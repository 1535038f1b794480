"""Every service as processes of its own, on PostgreSQL and RabbitMQ, played over HTTP."""

import http.client
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

from shared.events.catalogue import ALL_SERVICES
from tests.broker import send, wipe
from tests.databases import new_databases
from tests.deployment import (
    OPERATOR_EMAIL,
    OPERATOR_PASSWORD,
    Deployment,
    HttpClient,
    request,
)
from tests.servers import PostgresServer, RabbitServer
from tests.short_season import ShortSeason
from tests.waiting import until

OPERATOR = (OPERATOR_EMAIL, OPERATOR_PASSWORD)
PATIENCE = 60.0


@pytest.fixture(scope="module")
def databases(postgres: PostgresServer) -> Iterator[dict[str, str]]:
    with new_databases(postgres) as make:
        yield {service: make(service) for service in ALL_SERVICES}


@pytest.fixture(scope="module")
def justa(
    tmp_path_factory: pytest.TempPathFactory, databases: dict[str, str], rabbit: RabbitServer
) -> Iterator[Deployment]:
    folder = tmp_path_factory.mktemp("processes")
    with Deployment(folder, databases, rabbit.url) as deployment:
        deployment.start_all()
        yield deployment
    wipe(rabbit.url)


def _season(justa: Deployment, **timing: Any) -> ShortSeason:
    return ShortSeason(justa.client(), OPERATOR, **timing)


def _all_arrived(justa: Deployment) -> bool:
    workers = [justa.process(f"{service}-worker") for service in ALL_SERVICES]
    return all(worker.metric("justa_outbox_events{") == 0 for worker in workers)


class _Listener:
    """Listens to live events as a browser does."""

    def __init__(self, address: str, token: str) -> None:
        parts = urlsplit(address)
        self._line = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=PATIENCE)
        self._line.request("GET", "/api/v1/events", headers={"Authorization": f"Bearer {token}"})
        self._socket: socket.socket = self._line.sock
        self.answer = self._line.getresponse()
        self.types: list[str] = []
        self.ended = threading.Event()
        threading.Thread(target=self._listen, daemon=True).start()

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)

    def _listen(self) -> None:
        with suppress(OSError, http.client.HTTPException):
            for line in self.answer:
                if line.startswith(b"event: "):
                    self.types.append(line.removeprefix(b"event: ").strip().decode())
        self.ended.set()


def test_a_season_over_all_processes(justa: Deployment) -> None:
    listener = _Listener(justa.process("gateway-stream").address, justa.client().log_in())
    assert listener.answer.status == 200
    season = _season(justa)
    season.play()
    season.check_finished()
    until(lambda: _all_arrived(justa), PATIENCE)
    # The table that the first round is paired from is one too.
    until(lambda: listener.types.count("standings_published") == 4, PATIENCE, "all tables")
    assert listener.types.count("round_closed") == 3
    assert justa.process("gateway-stream").metric("justa_streams_open") == 1
    listener.close()
    for service in ALL_SERVICES:
        worker = justa.process(f"{service}-worker")
        assert worker.metric("justa_dead_letters{") == 0
        assert justa.run("dead-letters", "list", service) == ""
    tables = justa.process("standings-worker").metric(
        'justa_events_published_total{service="standings",type="StandingsPublished"'
    )
    assert tables >= 3


def test_the_document_of_all_services_is_told_by_the_gateway(justa: Deployment) -> None:
    paths = justa.client().request("GET", "/api/v1/openapi.json").body["paths"]
    assert {"/api/v1/seasons", "/api/v1/me", "/api/v1/matches/{match_id}"} <= set(paths)


def test_a_service_answers_nobody_but_the_gateway(justa: Deployment) -> None:
    web = justa.process("match-web")
    token = justa.client().log_in()
    bearer = {"Authorization": f"Bearer {token}"}
    assert request(web.address, "GET", "/api/v1/me/matches", headers=bearer).status == 401


def test_a_stream_process_tells_live_events_alone(justa: Deployment) -> None:
    client = justa.client("gateway-stream")
    assert client.request("GET", "/api/v1/seasons").status == 404
    assert justa.client().request("GET", "/api/v1/events").status == 503


@pytest.mark.parametrize("kind", ["web", "worker", "stream"])
def test_each_process_stops_within_seconds_when_asked(justa: Deployment, kind: str) -> None:
    stopped = [process for name, process in justa.processes.items() if name.endswith(kind)]
    listener = None
    if kind == "stream":
        address = justa.process("gateway-stream").address
        listener = _Listener(address, justa.client().log_in())
    for process in stopped:
        assert process.stop() == 0, process.output[-3000:]
        assert "Traceback" not in process.output
        process.start()
    if listener:
        assert listener.ended.wait(PATIENCE)
    for process in stopped:
        process.ready()


class _Away:
    """Keeps everybody out of a database, as a server that is down would."""

    def __init__(self, postgres: PostgresServer, database: str) -> None:
        self._admin = create_engine(postgres.url, isolation_level="AUTOCOMMIT")
        self._database = database

    def __enter__(self) -> None:
        self._allow("false")
        with self._admin.connect() as connection:
            asked = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name"
            connection.execute(text(asked), {"name": self._database})

    def __exit__(self, *_: object) -> None:
        self._allow("true")
        self._admin.dispose()

    def _allow(self, allowed: str) -> None:
        with self._admin.connect() as connection:
            connection.execute(
                text(f'ALTER DATABASE "{self._database}" ALLOW_CONNECTIONS {allowed}')
            )


def test_a_database_that_is_down_takes_its_own_routes_down_alone(
    justa: Deployment, postgres: PostgresServer
) -> None:
    client = justa.client()
    token = client.log_in()
    with _Away(postgres, str(make_url(justa.databases["match"]).database)):
        for _ in range(5):
            answer = client.request("GET", "/api/v1/me/matches", token=token)
            assert (answer.status, answer.body["code"]) == (503, "service_unavailable")
            assert int(answer.headers["Retry-After"]) > 0
            assert client.request("GET", "/api/v1/seasons", token=token).status == 200
        assert justa.process("match-web").health("/readyz")[0] == 503
        assert justa.process("match-worker").health("/readyz")[0] == 503
        assert justa.process("match-worker").health("/healthz")[0] == 200
        assert justa.process("scheduler-worker").health("/readyz")[0] == 200
    justa.process("match-web").ready()
    justa.process("match-worker").ready()
    assert client.request("GET", "/api/v1/me/matches", token=token).status == 200


@pytest.mark.parametrize("fault", ["kill", "suspend"])
def test_a_service_that_is_away_or_hangs_takes_its_own_routes_down_alone(
    justa: Deployment, fault: str
) -> None:
    client = justa.client()
    web = justa.process("ladder-web")
    # Asked in words of its own: another test's answer may still be kept for a second.
    seasons = f"/api/v1/ladder/seasons?limit={10 + len(fault)}"
    getattr(web, fault)()
    statuses: list[int] = []

    def ask() -> None:
        statuses.append(client.request("GET", seasons).status)

    asking = [threading.Thread(target=ask) for _ in range(40)]
    for thread in asking:
        thread.start()
    # Not one of these may have to wait for the others' time-outs.
    for _ in range(5):
        assert client.request("GET", "/api/v1/seasons").status == 200
    for thread in asking:
        thread.join()
    assert set(statuses) == {503}
    if fault == "suspend":
        web.resume()
    else:
        web.start()
    web.ready()
    until(lambda: client.request("GET", seasons).status == 200, PATIENCE)


@pytest.fixture
def broker(rabbit: RabbitServer) -> Iterator[tuple[Callable[[], None], Callable[[], None]]]:
    """The ways to stop and to start the broker; it runs again afterwards."""
    if rabbit.stop is None or rabbit.start is None:
        pytest.fail("this test needs a broker of its own: unset JUSTA_TEST_AMQP_URL")
    running = [True]

    def stop() -> None:
        running[0] = False
        rabbit.stop()

    def start() -> None:
        rabbit.start()
        running[0] = True

    yield stop, start
    if not running[0]:
        rabbit.start()


def test_with_the_broker_down_players_play_on_and_everything_arrives_after(
    justa: Deployment, broker: tuple[Callable[[], None], Callable[[], None]]
) -> None:
    stop, start = broker
    season = _season(justa, rounds=1, players=2, solve_seconds=30)
    until(lambda: season.matches(1), PATIENCE, "the duel")
    assert season.step(), "codes are confirmed"
    until(lambda: season.matches(1)[0]["state"] == "solving", PATIENCE)
    stop()
    worker = justa.process("match-worker")
    until(lambda: worker.health("/readyz")[0] == 503, PATIENCE)
    assert "broker" in worker.health("/readyz")[1]
    assert worker.health("/healthz")[0] == 200
    assert justa.process("gateway-web").health("/readyz")[0] == 200
    assert season.step(), "attempts are taken"
    # That the round is over waits for the broker, and so do results and table.
    scheduler = justa.process("scheduler-worker")
    until(lambda: scheduler.metric("justa_outbox_events{") > 0, PATIENCE, "the round's end")
    assert season.state == "running"
    start()
    until(lambda: season.state == "finished", PATIENCE, "the season to end")
    season.check_finished()
    until(lambda: _all_arrived(justa), PATIENCE)
    for service in ALL_SERVICES:
        justa.process(f"{service}-worker").ready()


def test_what_cannot_be_handled_is_listed_shown_replayed_and_dropped(
    justa: Deployment, rabbit: RabbitServer
) -> None:
    unknown = {"specversion": "1.0", "id": "poison", "type": "NeverHeardOf"}
    send(rabbit.url, "justa.ladder", "work", b"no event at all", id="garbage")
    send(rabbit.url, "justa.ladder", "work", str(unknown).encode(), id="poison")
    listed = until(lambda: _listed(justa, 2), PATIENCE, "both to be dead")
    assert "garbage" in listed
    assert "no event at all" in justa.run("dead-letters", "show", "ladder", "garbage")
    justa.run("dead-letters", "drop", "ladder", "garbage")
    # The rest as operators do it who have no shell.
    client = justa.client()
    token = client.log_in()
    letters = "/api/v1/admin/dead-letters"
    (letter,) = client.request("GET", letters, token=token).body["items"]
    assert (letter["id"], letter["service"]) == ("ladder.poison", "ladder")
    refused = client.request("POST", f"{letters}/ladder.poison/replay", token=token)
    assert (refused.status, refused.body["code"]) == (409, "still_dead")
    assert client.request("DELETE", f"{letters}/ladder.poison", token=token).status == 204
    assert justa.run("dead-letters", "list", "ladder") == ""
    acts = client.request("GET", "/api/v1/admin/audit", token=token).body["items"]
    assert (acts[0]["method"], acts[0]["path"]) == ("DELETE", f"{letters}/ladder.poison")


def test_a_service_that_is_away_hides_no_other_ones_dead_letters(
    justa: Deployment, rabbit: RabbitServer
) -> None:
    client = justa.client()
    token = client.log_in()
    send(rabbit.url, "justa.ladder", "work", b"no event at all", id="garbage")
    until(lambda: _listed(justa, 1), PATIENCE, "it to be dead")
    justa.process("match-web").kill()
    joined = client.request("GET", "/api/v1/admin/dead-letters", token=token).body
    assert ([letter["id"] for letter in joined["items"]], joined["silent"]) == (
        ["ladder.garbage"],
        ["match"],
    )
    justa.process("match-web").start().ready()
    justa.run("dead-letters", "drop", "ladder", "garbage")


def _listed(justa: Deployment, number: int) -> str | None:
    listed = justa.run("dead-letters", "list", "ladder")
    return listed if len(listed.splitlines()) == number else None


def test_maintenance_is_in_force_in_every_process_within_seconds(justa: Deployment) -> None:
    another = justa.add("gateway", "web").ready()
    clients = [justa.client(), HttpClient(another.address)]

    def statuses() -> set[int]:
        guest = {"display_name": ""}
        return {c.request("POST", "/api/v1/guests", guest).status for c in clients}

    assert statuses() == {422}
    justa.run("maintenance", "on", "--reason", "new disks")
    until(lambda: statuses() == {503}, PATIENCE, "maintenance everywhere")
    answer = clients[1].request("POST", "/api/v1/guests", {"display_name": "Gus"})
    assert (answer.body["code"], answer.body["detail"]) == ("maintenance", "new disks")
    assert {c.request("GET", "/api/v1/seasons").status for c in clients} == {200}
    justa.run("maintenance", "off")
    until(lambda: statuses() == {422}, PATIENCE, "the end of it")
    another.stop()


def test_a_second_signal_ends_a_worker_that_is_stuck(justa: Deployment) -> None:
    worker = justa.process("ladder-worker")
    assert worker.started
    # Stopped in the middle it can finish nothing; woken, it finds both signals.
    worker.started.terminate()
    worker.started.terminate()
    assert worker.started.wait(PATIENCE) in (0, 1)
    worker.start().ready()


def test_a_weak_secret_is_refused_before_anything_starts(justa: Deployment, tmp_path: Path) -> None:
    with Deployment(tmp_path, justa.databases, justa.broker_url) as careless:
        process = careless.add(
            "match", "web", DEVELOPMENT="off", RATE_LIMITS="on", SECRET="changeme"
        )
        assert process.started
        assert process.started.wait(PATIENCE) == 1
        assert "JUSTA_SECRET" in process.output
        assert "Traceback" not in process.output
