"""The alerts ask for metrics that there are, and each is explained to whoever it wakes."""

import re
from pathlib import Path

import pytest
from prometheus_client import REGISTRY

from services.app.composition import BY_NAME
from shared import metrics
from shared.clock import SystemClock
from shared.messaging.local import LocalBus
from shared.migrate import migrate
from shared.runtime import Runtime
from shared.settings import Settings

ROOT = Path(__file__).parents[3]
RULES = (ROOT / "deploy/prometheus/alerts.yml").read_text()
ALERTS = dict(
    re.findall(r"- alert: (\w+)\n\s+expr: (?:>-\n)?(.+?)\n\s+(?:for|labels):", RULES, re.S)
)
# What a histogram and a counter are called once they are told.
ENDINGS = r"(_total|_bucket|_sum|_count)$"


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """Every metric that Justa tells, with its labels."""
    labels = {
        family.name: {label for sample in family.samples for label in sample.labels}
        for family in REGISTRY.collect()
    }
    for collector in vars(metrics).values():
        name, own = getattr(collector, "_name", None), getattr(collector, "_labelnames", ())
        if isinstance(name, str):
            labels[name] = set(own)
    settings = Settings(data=tmp_path_factory.mktemp("data"), secret="s" * 48)
    url = settings.sqlite_url("match")
    runtime = Runtime(
        BY_NAME["match"], settings=settings, url=url, clock=SystemClock(), bus=LocalBus()
    )
    migrate(runtime.service, runtime.engine)
    labels |= {name: set(own) for name, _, own, _ in runtime.vitals.readings()}
    runtime.engine.dispose()
    return labels


def test_all_rules_are_read() -> None:
    assert len(ALERTS) == RULES.count("- alert: ") >= 12


@pytest.mark.parametrize("alert", ALERTS)
def test_an_alert_asks_for_what_there_is(alert: str, told: dict[str, set[str]]) -> None:
    asked = re.findall(r"(justa_\w+)(?:\{([^}]*)\})?", ALERTS[alert])
    grouped = {
        name for by in re.findall(r"by \(([^)]*)\)", ALERTS[alert]) for name in by.split(", ")
    }
    # What silences a whole alert is asked for as it stands, for no service.
    silencers = set(re.findall(r"unless on\(\) .*?(justa_\w+)", ALERTS[alert]))
    for name, matchers in asked:
        known = told[re.sub(ENDINGS, "", name)]
        assert set(re.findall(r"(\w+)[=!]", matchers)) <= known, name
        assert name in silencers or grouped - {"le"} <= known, name
    assert asked or "node_" in ALERTS[alert] or "rabbitmq_" in ALERTS[alert]


def test_no_worker_at_all_is_noticed_for_every_service() -> None:
    assert set(re.findall(r'service="(\w+)"', ALERTS["JustaNoWorker"])) == set(BY_NAME)


def test_every_alert_leads_to_its_explanation() -> None:
    page = (ROOT / "docs/operations.md").read_text()
    explained = re.findall(r"^### (Justa\w+)$", page, re.M)
    assert explained == list(ALERTS)
    assert re.findall(r"runbook: docs/operations\.md#(\w+)", RULES) == [
        name.lower() for name in ALERTS
    ]
