"""One trace through processes of their own: over HTTP, the database and the broker."""

from collections.abc import Callable
from pathlib import Path

import pytest

from shared.events.catalogue import ALL_SERVICES
from tests.collector import Collector, collecting
from tests.deployment import Deployment
from tests.servers import RabbitServer
from tests.waiting import until

# Enough for a request that the gateway passes on, and for word from it by the broker.
PROCESSES = [(service, kind) for service in ("gateway", "scheduler") for kind in ("web", "worker")]
ANA = {
    "email": "ana@example.org",
    "password": "the password of ana",
    "display_name": "Ana",
    "accept_rules": True,
}


def test_a_trace_goes_through_all_processes(
    tmp_path: Path,
    make_database: Callable[[str], str],
    fresh_rabbit: RabbitServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    databases = {service: make_database(service) for service in ALL_SERVICES}
    with collecting() as collector:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.address)
        with Deployment(tmp_path, databases, fresh_rabbit.url, TRACING="on") as justa:
            for command in (["migrate", "all"], ["topology", "all"], ["operator"]):
                justa.run(*command)
            for service, kind in PROCESSES:
                justa.add(service, kind)
            justa.ready()
            client = justa.client()
            assert client.request("GET", "/api/v1/seasons").status == 200
            assert client.request("POST", "/api/v1/accounts", ANA).status == 201
            until(lambda: "handle AccountRegistered" in _names(collector), 90, "word of Ana")
            assert {process.stop() for process in justa.processes.values()} == {0}
    web, worker = "justa web", "justa worker"
    assert {
        (web, "gateway", "GET /api/v1/seasons"),
        (web, "scheduler", "GET /api/v1/seasons"),
        (web, "scheduler", "SELECT seasons"),
    } <= _trace_of(collector, "GET /api/v1/seasons")
    assert {
        (web, "gateway", "POST /api/v1/accounts"),
        (web, "gateway", "COMMIT"),
        (worker, "gateway", "publish AccountRegistered"),
        (worker, "scheduler", "handle AccountRegistered"),
        (worker, "scheduler", "INSERT names"),
    } <= _trace_of(collector, "POST /api/v1/accounts")


def _names(collector: Collector) -> set[str]:
    return {span.name for span in collector.spans}


def _trace_of(collector: Collector, name: str) -> set[tuple[str, str, str]]:
    """What the only trace with such a span is made of: process, service and name of each."""
    (trace,) = {span.trace for span in collector.spans if span.name == name}
    return {
        (span.resource["process.command"], span.service, span.name)
        for span in collector.spans
        if span.trace == trace
    }
