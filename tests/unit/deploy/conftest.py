"""What Justa tells, for those who hold alerts and the dashboard against it."""

from collections.abc import Mapping

import pytest
from prometheus_client import Counter, Gauge, Histogram

from services.app.composition import BY_NAME
from shared import metrics
from shared.clock import SystemClock
from shared.messaging.local import LocalBus
from shared.migrate import migrate
from shared.runtime import Runtime
from shared.settings import Settings
from tests.unit.deploy.promql import LE

Told = Mapping[str, frozenset[str]]


@pytest.fixture(scope="session")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    """The labels of every series that Justa tells, by its name as Prometheus has it."""
    series: dict[str, frozenset[str]] = {}
    for metric in vars(metrics).values():
        if isinstance(metric, Counter | Gauge | Histogram):
            series |= _series(metric)
    settings = Settings(data=tmp_path_factory.mktemp("data"), secret="s" * 48)
    runtime = Runtime(
        BY_NAME["match"],
        settings=settings,
        url=settings.sqlite_url("match"),
        clock=SystemClock(),
        bus=LocalBus(),
    )
    migrate(runtime.service, runtime.engine)
    series |= {name: frozenset(own) for name, _, own, _ in runtime.vitals.readings()}
    runtime.engine.dispose()
    return series


def _series(metric: Counter | Gauge | Histogram) -> dict[str, frozenset[str]]:
    name, labels = metric._name, frozenset(metric._labelnames)
    if isinstance(metric, Counter):
        return {f"{name}_total": labels}
    if isinstance(metric, Histogram):
        return {f"{name}_sum": labels, f"{name}_count": labels, f"{name}_bucket": labels | {LE}}
    return {name: labels}
