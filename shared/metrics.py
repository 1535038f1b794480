"""Every metric there is, and the page that Prometheus reads; nobody else knows its library.

The processes of one `justa web` count together (`shared.counting_together`).
"""

import os
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
    multiprocess,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from shared.counting_together import FOLDER

if TYPE_CHECKING:
    from shared.vitals import Vitals

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_QUICK = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
_SLOW = (0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 30.0, 300.0, 3600.0)

disable_created_metrics()  # type: ignore[no-untyped-call]

_requests = Counter(
    "justa_http_requests",
    "Requests that a service has answered.",
    ["service", "method", "route", "status"],
)
_request_seconds = Histogram(
    "justa_http_request_seconds",
    "Seconds that a service took to answer.",
    ["service", "method", "route"],
    buckets=_QUICK,
)
_edge_requests = Counter(
    "justa_edge_requests",
    "Clients' requests as the gateway's edge answered them, by the service behind it.",
    ["service", "status"],
)
_edge_seconds = Histogram(
    "justa_edge_request_seconds",
    "Seconds until the gateway's edge answered, the service behind it included.",
    ["service"],
    buckets=_QUICK,
)
_streams = Gauge(
    "justa_streams_open", "Listeners to live events just now.", multiprocess_mode="livesum"
)
_maintenance = Gauge(
    "justa_maintenance",
    "Whether maintenance is on, as a request found it last.",
    multiprocess_mode="livemostrecent",
)
_published = Counter(
    "justa_events_published",
    "Events that the relay has brought safely to the broker.",
    ["service", "type"],
)
_handled = Counter(
    "justa_events_handled",
    "Events that a service was given: applied, repeated (applied before), again (put off), away "
    "(put off while the database is away), buried.",
    ["service", "type", "outcome"],
)
_effect_seconds = Histogram(
    "justa_event_effect_seconds",
    "Seconds from an event's storing to its effect in another service.",
    ["service"],
    buckets=_SLOW,
)
_timer_runs = Counter(
    "justa_timer_runs", "Batches that a timer did.", ["service", "timer", "outcome"]
)
_timer_lateness = Histogram(
    "justa_timer_lateness_seconds",
    "Seconds from the instant at which work fell due to the start of its batch.",
    ["service", "timer"],
    buckets=_SLOW,
)


@lru_cache(maxsize=2_000)
def _series(metric: Any, *labels: str) -> Any:
    """The series with these labels; to look it up costs more than to count in it."""
    return metric.labels(*labels)


def request_answered(service: str, method: str, route: str, status: int, seconds: float) -> None:
    """`route` is the template of the address, so that ids do not make series of their own."""
    _series(_requests, service, method, route, str(status)).inc()
    _series(_request_seconds, service, method, route).observe(seconds)


def edge_answered(service: str, status: str, seconds: float) -> None:
    _series(_edge_requests, service, status).inc()
    _series(_edge_seconds, service).observe(seconds)


def stream_opened() -> None:
    _streams.inc()


def stream_closed() -> None:
    _streams.dec()


def maintenance_is(*, on: bool) -> None:
    _maintenance.set(float(on))


def events_published(service: str, type: str, number: int) -> None:
    _published.labels(service, type).inc(number)


def events_handled(service: str, type: str, outcome: str, number: int) -> None:
    _handled.labels(service, type, outcome).inc(number)


def event_took_effect(service: str, seconds: float) -> None:
    _effect_seconds.labels(service).observe(seconds)


def timer_ran(service: str, timer: str, *, done: bool) -> None:
    _timer_runs.labels(service, timer, "done" if done else "failed").inc()


def timer_was_late(service: str, timer: str, seconds: float) -> None:
    _timer_lateness.labels(service, timer).observe(seconds)


class _VitalsCollector(Collector):
    """What has to be looked up at the moment of asking."""

    def __init__(self, vitals: Iterable["Vitals"]) -> None:
        self._vitals = tuple(vitals)

    def describe(self) -> Iterable[Any]:
        """Nothing beforehand: the registry would look everything up once to learn the names."""
        return ()

    def collect(self) -> Iterable[Any]:
        families: dict[str, GaugeMetricFamily] = {}
        for vitals in self._vitals:
            for name, meaning, labels, value in vitals.readings():
                if name not in families:
                    families[name] = GaugeMetricFamily(name, meaning, labels=list(labels))
                families[name].add_metric(list(labels.values()), value)
        return families.values()


def watch(vitals: Iterable["Vitals"]) -> Callable[[], None]:
    """Show the vitals of these services on this process's page, until what it returns is called."""
    collector = _VitalsCollector(vitals)
    REGISTRY.register(collector)
    return partial(REGISTRY.unregister, collector)


def page() -> bytes:
    """What `/metrics` shows: this process's metrics, or those of all that count together."""
    folder = os.environ.get(FOLDER)
    if folder is None:
        return generate_latest(REGISTRY)
    together = CollectorRegistry()
    multiprocess.MultiProcessCollector(together, path=folder)  # type: ignore[no-untyped-call]
    return generate_latest(together)
