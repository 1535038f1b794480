"""The alerts ask for metrics that there are, and each is explained to whoever it wakes."""

import re
from pathlib import Path

import pytest
import yaml

from services.app.composition import BY_NAME
from tests.unit.deploy.conftest import Told
from tests.unit.deploy.promql import asked

ROOT = Path(__file__).parents[3]
GROUPS = yaml.safe_load((ROOT / "deploy/prometheus/alerts.yml").read_text())["groups"]
RULES = {rule["alert"]: rule for group in GROUPS for rule in group["rules"]}
# What the servers tell of themselves, in their own words.
FOREIGN = ("node_", "rabbitmq_")
FOREIGN_LABELS = {"mountpoint", "instance"}


def test_there_are_alerts() -> None:
    assert len(RULES) >= 12


@pytest.mark.parametrize("alert", RULES)
def test_an_alert_asks_for_what_there_is(alert: str, told: Told) -> None:
    series = asked(RULES[alert]["expr"])
    assert series
    for one in series:
        assert one.name.startswith(FOREIGN) or one.labels <= told[one.name], one


@pytest.mark.parametrize("alert", RULES)
def test_an_alert_says_what_it_knows(alert: str) -> None:
    """Labels that are shown in its text are left over by its query."""
    shown = set(re.findall(r"\$labels\.(\w+)", RULES[alert]["annotations"]["summary"]))
    known = {label for one in asked(RULES[alert]["expr"]) for label in one.labels}
    assert shown <= known | FOREIGN_LABELS


def test_no_worker_at_all_is_noticed_for_every_service() -> None:
    series = asked(RULES["JustaNoWorker"]["expr"])
    assert {value for one in series for _, value in one.matched} == set(BY_NAME)


def test_every_alert_leads_to_its_explanation() -> None:
    page = (ROOT / "docs/operations.md").read_text()
    assert re.findall(r"^### (Justa\w+)$", page, re.M) == list(RULES)
    for name, rule in RULES.items():
        assert rule["annotations"]["runbook"] == f"docs/operations.md#{name.lower()}"
        assert rule["labels"]["severity"] in ("page", "ticket")
