"""Tracing in one service: what a span says, and that without tracing there is nothing of it."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.trace import StatusCode
from sqlalchemy import insert, select, text
from sqlalchemy.exc import DBAPIError

from shared import tracing
from shared.context import accepted_traceparent
from shared.prepared import Prepared
from shared.runtime import Runtime
from shared.settings import BadSetting, Settings, settings_from_environment
from shared.spans import collector, wording
from shared.tables import outbox
from shared.unit_of_work import UnitOfWork
from tests.spans import Kept, Traced, kept_spans
from tests.unit.shared.conftest import notes

Make = Callable[..., Runtime]
Login = Callable[..., dict[str, str]]
SOUND = f"00-{'ab' * 16}-{'cd' * 8}-01"
SECRET = "ana@example.org chose 1122"


@pytest.fixture
def kept() -> Iterator[Kept]:
    with kept_spans() as kept:
        yield kept


@pytest.fixture
def traced(kept: Kept) -> Traced:
    return kept.from_now()


@pytest.fixture
def client(kept: Kept, make_runtime: Make) -> FlaskClient:  # noqa: ARG001  # traced from its making
    return make_runtime().web().test_client()


def stored_traceparents(runtime: Runtime) -> list[str | None]:
    with runtime.reading() as uow:
        return list(uow.connection.execute(select(outbox.c.traceparent)).scalars())


# Off


_A_REQUEST_WITHOUT = """
import sys
from pathlib import Path
from tests.clients import embedded

with embedded(Path(sys.argv[1])) as running:
    headers = {"Traceparent": sys.argv[2]}
    answer = running.client().request("GET", "/api/v1/seasons", headers=headers)
assert answer.status == 200, answer
print([name for name in sys.modules if name.startswith("opentelemetry")])
"""


def test_without_tracing_nothing_of_it_is_loaded(tmp_path: Path) -> None:
    asked = [sys.executable, "-c", _A_REQUEST_WITHOUT, str(tmp_path), SOUND]
    done = subprocess.run(asked, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_without_tracing_nothing_stands_between(make_runtime: Make, tmp_path: Path) -> None:
    tracing.begin(Settings(data=tmp_path, secret="s"), "tests")
    assert type(tracing.spans) is tracing.NoSpans

    def answer(_environ: dict[str, Any], _start: Callable[..., Any]) -> list[bytes]:
        return []

    assert tracing.spans.served(answer, "match", lambda _: None) is answer
    runtime = make_runtime()
    assert not list(runtime.engine.dispatch.before_cursor_execute)
    assert not list(runtime.engine.dispatch.after_cursor_execute)


def test_without_tracing_a_callers_trace_is_passed_on(make_runtime: Make, login: Login) -> None:
    runtime = make_runtime()
    client = runtime.web().test_client()
    sent = {**login(), "Traceparent": SOUND}
    assert client.post("/api/v1/notes", json={"n": 1}, headers=sent).status_code == 201
    assert stored_traceparents(runtime) == [SOUND]


@pytest.mark.parametrize("odd", ["x" * 200, SECRET, SOUND.upper(), f"{SOUND}-1", f"{SOUND}\n", ""])
def test_what_is_no_trace_is_not_stored(make_runtime: Make, login: Login, odd: str) -> None:
    assert accepted_traceparent(odd) is None
    runtime = make_runtime()
    environ = {"HTTP_TRACEPARENT": odd}
    answer = (
        runtime.web()
        .test_client()
        .post("/api/v1/notes", json={"n": 1}, headers=login(), environ_overrides=environ)
    )
    assert answer.status_code == 201
    assert stored_traceparents(runtime) == [None]


# On


def test_a_request_says_what_was_asked_and_how_it_ended(
    client: FlaskClient, traced: Traced, login: Login
) -> None:
    sent = {**login(), "Traceparent": SOUND, "X-Request-Id": "req-1"}
    assert client.post("/api/v1/notes", json={"n": 13}, headers=sent).status_code == 409
    span = traced.one("scheduler", "POST /api/v1/notes")
    assert dict(span.attributes or {}) == {
        "http.request.method": "POST",
        "http.route": "/api/v1/notes",
        "http.response.status_code": 409,
        "justa.request_id": "req-1",
    }
    assert span.status.status_code is StatusCode.UNSET
    assert span.parent is not None
    assert f"{span.parent.span_id:016x}" == "cd" * 8


def test_what_follows_is_part_of_the_request(kept: Kept, make_runtime: Make, login: Login) -> None:
    traced, runtime = kept.from_now(), make_runtime()
    sent = {**login(), "Traceparent": SOUND}
    runtime.web().test_client().post("/api/v1/notes", json={"n": 1}, headers=sent)
    span = traced.one("scheduler", "POST /api/v1/notes")
    assert span.context is not None
    own = f"00-{'ab' * 16}-{span.context.span_id:016x}-01"
    assert stored_traceparents(runtime) == [own]


def test_an_odd_method_and_an_address_of_nobody_are_not_repeated(
    client: FlaskClient, traced: Traced
) -> None:
    client.open("/1122", method="GUESS1122")
    (span,) = traced.all()
    assert span.name == "_OTHER"
    assert "1122" not in span.to_json()


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_who_looks_after_a_process_is_not_traced(
    client: FlaskClient, traced: Traced, path: str
) -> None:
    assert client.get(path).status_code in (200, 503)
    assert traced.all() == []


def test_a_service_and_its_process_are_named(client: FlaskClient, traced: Traced) -> None:
    client.get("/api/v1/notes/first")
    (told,) = {tuple(sorted(span.resource.attributes.items())) for span in traced.all()}
    named = dict(told)
    assert (named["service.namespace"], named["service.name"]) == ("justa", "scheduler")
    assert named["process.command"] == "tests"


def fails(traced: Traced, kind: str) -> ReadableSpan:
    """The one span that tells of this kind of error, and of nothing else about it."""
    (span,) = [one for one in traced.all() if (one.attributes or {}).get("error.type") == kind]
    assert span.status.status_code is StatusCode.ERROR
    assert span.status.description is None
    assert span.events == ()
    assert SECRET not in span.to_json()
    return span


def by_sqlalchemy(uow: UnitOfWork) -> None:
    uow.connection.execute(_FAILING, {"n": SECRET})


def past_sqlalchemy(uow: UnitOfWork) -> None:
    uow.ask(Prepared(_FAILING), n=SECRET)


_FAILING = text("INSERT INTO notes (n) SELECT :n FROM nowhere")


@pytest.mark.parametrize("ask", [by_sqlalchemy, past_sqlalchemy])
def test_a_statement_that_fails_tells_nothing_of_what_it_held(
    kept: Kept, make_runtime: Make, ask: Callable[[UnitOfWork], None]
) -> None:
    traced, runtime = kept.from_now(), make_runtime()
    with (
        kept.spans.running("scheduler", "trial"),
        runtime.reading() as uow,
        pytest.raises(DBAPIError),
    ):
        ask(uow)
    assert fails(traced, "OperationalError").name == "INSERT notes"


def test_work_that_fails_tells_the_kind_of_error(kept: Kept) -> None:
    traced = kept.from_now()
    with pytest.raises(ValueError, match="1122"), kept.spans.running("match", "close"):
        raise ValueError(SECRET)
    assert fails(traced, "ValueError").name == "timer close"


def test_a_statement_by_itself_begins_no_trace(kept: Kept, make_runtime: Make) -> None:
    traced, runtime = kept.from_now(), make_runtime()
    with runtime.writing() as uow:
        uow.connection.execute(insert(notes).values(n=1))
        uow.ask(Prepared(select(notes.c.n)))
    assert traced.all() == []


def test_asking_for_the_instant_alone_asks_the_database_nothing(
    kept: Kept, make_runtime: Make
) -> None:
    traced, runtime = kept.from_now(), make_runtime()
    with kept.spans.running("scheduler", "trial"), runtime.reading() as uow:
        uow.now()
    assert [span.name for span in traced.all()] == ["BEGIN", "timer trial"]


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("SELECT duels.id \nFROM duels \nWHERE duels.id = ?", "SELECT duels"),
        ('INSERT INTO "inbox" (id) VALUES (?)', "INSERT inbox"),
        ("UPDATE outbox SET published_at=%(a)s::TIMESTAMP", "UPDATE outbox"),
        ("DELETE FROM names WHERE id IN (%(a_1)s)", "DELETE names"),
        ("WITH a AS (SELECT b FROM (SELECT c FROM d))", "WITH d"),
        ("SELECT clock_timestamp() AS now", "SELECT"),
        ("BEGIN IMMEDIATE", "BEGIN"),
        ("", ""),
    ],
)
def test_a_statement_is_told_without_what_it_holds(statement: str, name: str) -> None:
    assert wording.name(statement) == name


def test_opentelemetrys_own_switch_leaves_a_callers_trace_alone(
    monkeypatch: pytest.MonkeyPatch, make_runtime: Make, login: Login
) -> None:
    monkeypatch.setenv("OTEL_SDK_DISABLED", "true")
    with kept_spans() as kept:
        runtime = make_runtime()
        client = runtime.web().test_client()
        client.post("/api/v1/notes", json={"n": 1}, headers={**login(), "Traceparent": SOUND})
        client.post("/api/v1/notes", json={"n": 2}, headers=login())
    assert kept.so_far().all() == []
    assert stored_traceparents(runtime) == [SOUND, None]


# The way to the collector


def test_tracing_needs_its_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUSTA_TRACING", "on")
    assert settings_from_environment(data=tmp_path).tracing
    monkeypatch.setattr(tracing, "is_installed", lambda: False)
    with pytest.raises(BadSetting, match="JUSTA_TRACING"):
        settings_from_environment(data=tmp_path)


class _Silent(BaseHTTPRequestHandler):
    """A collector that takes what it is sent, and does not answer before it may."""

    came, go_on = threading.Event(), threading.Event()

    def do_POST(self) -> None:
        self.came.set()
        assert self.go_on.wait(60)

    def log_message(self, *_: object) -> None:
        """Nobody reads this."""


def test_nobody_waits_for_a_silent_collector(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Silent)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{server.server_port}")
    monkeypatch.setenv("OTEL_BSP_MAX_QUEUE_SIZE", "10")
    monkeypatch.setenv("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "2")
    monkeypatch.setattr(collector, "END_SECONDS", 0.1)
    monkeypatch.setattr(tracing, "spans", tracing.NoSpans())
    try:
        tracing.begin(Settings(data=tmp_path, secret="s", tracing=True), "tests")
        for _ in range(100):
            with tracing.spans.running("match", "close"):
                """More than the queue holds: what is too much is dropped."""
        assert _Silent.came.wait(60)
        tracing.end()
        # It has not answered to this moment.
        assert not _Silent.go_on.is_set()
        assert type(tracing.spans) is tracing.NoSpans
    finally:
        _Silent.go_on.set()
        server.shutdown()
        thread.join()
        server.server_close()
