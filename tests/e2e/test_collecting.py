"""`justa up` sends its spans to a collector, and does as well without one."""

from collections.abc import Callable
from pathlib import Path

from tests.collector import collecting
from tests.e2e.running import JustaUp
from tests.servers import free_port

Start = Callable[..., JustaUp]


def test_a_collector_is_told_what_every_service_did(start: Start, tmp_path: Path) -> None:
    with collecting() as collector:
        variables = {"JUSTA_TRACING": "on", "OTEL_EXPORTER_OTLP_ENDPOINT": collector.address}
        up = start(tmp_path / "data", JUSTA_DEMO="0", **variables).ready()
        assert up.call("GET", "/seasons")[0] == 200
        assert up.stop() == 0
    # Also what was last is there: it was sent on stopping.
    (trace,) = {one.trace for one in collector.spans if one.name == "GET /api/v1/seasons"}
    told = [one for one in collector.spans if one.trace == trace]
    assert {one.service for one in told} == {"gateway", "scheduler"}
    assert {"GET /api/v1/seasons", "SELECT seasons"} <= {one.name for one in told}
    for one in told:
        assert one.resource["service.namespace"] == "justa"
        assert one.resource["process.command"] == "justa up"
        assert one.resource["process.pid"] > 0


def test_without_a_collector_everything_works_as_ever(start: Start, tmp_path: Path) -> None:
    nowhere = f"http://127.0.0.1:{free_port()}"
    variables = {"JUSTA_TRACING": "on", "OTEL_EXPORTER_OTLP_ENDPOINT": nowhere}
    # Sent at once, so that it fails while requests are answered.
    sooner = {"OTEL_BSP_SCHEDULE_DELAY": "10", "OTEL_BSP_MAX_QUEUE_SIZE": "16"}
    bounded = {**sooner, "OTEL_BSP_MAX_EXPORT_BATCH_SIZE": "4"}
    up = start(tmp_path / "data", JUSTA_DEMO="0", **variables, **bounded).ready()
    token = up.log_in()
    for _ in range(20):
        assert up.call("GET", "/me", token=token)[0] == 200
    assert up.stop() == 0
    assert "Traceback" not in up.output
