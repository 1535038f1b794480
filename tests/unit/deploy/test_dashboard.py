"""The dashboard asks for metrics that there are, and shows all of them."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.unit.deploy.conftest import Told
from tests.unit.deploy.promql import asked
from tests.unit.deploy.test_alerts import FOREIGN, RULES

ROOT = Path(__file__).parents[3]
DASHBOARD = json.loads((ROOT / "deploy/grafana/justa.json").read_text())
PANELS = DASHBOARD["panels"]
ROWS = [panel["title"] for panel in PANELS if panel["type"] == "row"]
# What Grafana puts in their places.
VARIABLES = {"$__rate_interval": "5m", "$service": "match|ladder"}
PLACES = 24


def queries() -> Iterator[tuple[str, str, str]]:
    """Title, query and legend of every line that is drawn."""
    for panel in PANELS:
        for target in panel.get("targets", ()):
            yield panel["title"], in_place(target["expr"]), target["legendFormat"]


def in_place(query: str) -> str:
    for name, value in VARIABLES.items():
        query = query.replace(name, value)
    assert "$" not in query
    return query


def base(name: str) -> str:
    return re.sub(r"_(total|bucket|sum|count)$", "", name)


def test_its_rows() -> None:
    assert {"HTTP", "Events", "Timers and leaders", "Live streams"} <= set(ROWS)
    assert "Database and broker" in ROWS


@pytest.mark.parametrize(("title", "query", "legend"), list(queries()))
def test_a_panel_asks_for_what_there_is(title: str, query: str, legend: str, told: Told) -> None:
    series = asked(query)
    assert series, title
    for one in series:
        assert one.labels - {"instance"} <= told[one.name], one
    # What tells lines apart is left over by the query.
    named = set(re.findall(r"\{\{(\w+)\}\}", legend))
    assert all(named <= one.labels for one in series if one.labels)


def test_what_the_dashboard_asks_besides_is_there(told: Told) -> None:
    for annotation in DASHBOARD["annotations"]["list"]:
        assert all(one.name in told for one in asked(annotation["expr"]))
    for variable in DASHBOARD["templating"]["list"]:
        if variable["type"] == "query":
            asked_for = re.fullmatch(r"label_values\((\w+), (\w+)\)", variable["query"]["query"])
            assert asked_for is not None
            assert asked_for[2] in told[asked_for[1]]


def test_every_metric_is_on_it(told: Told) -> None:
    shown = {base(one.name) for _, query, _ in queries() for one in asked(query)}
    assert {base(name) for name in told} <= shown


def test_whatever_wakes_somebody_can_be_looked_at() -> None:
    """The metrics of each alert are on a panel that names it, and no other alert is named."""
    named: dict[str, set[str]] = {}
    for panel in PANELS:
        for alert in re.findall(r"Justa[A-Z]\w+", panel.get("description", "")):
            series = (one for target in panel["targets"] for one in asked_of(target))
            named.setdefault(alert, set()).update(series)
    assert named.keys() <= RULES.keys()
    for alert, metrics in named.items():
        assert {base(one.name) for one in asked(RULES[alert]["expr"])} & metrics
    own = {
        alert
        for alert, rule in RULES.items()
        if not any(one.name.startswith(FOREIGN) for one in asked(rule["expr"]))
    }
    assert named.keys() == own


def asked_of(target: dict[str, Any]) -> list[str]:
    return [base(one.name) for one in asked(in_place(target["expr"]))]


def test_panels_lie_beside_each_other_and_have_names_of_their_own() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in PANELS:
        at = panel["gridPos"]
        places = {
            (x, y)
            for x in range(at["x"], at["x"] + at["w"])
            for y in range(at["y"], at["y"] + at["h"])
        }
        assert not places & taken
        assert max(x for x, _ in places) < PLACES
        taken |= places
    assert len({panel["id"] for panel in PANELS}) == len(PANELS)


def test_a_line_that_warns_is_the_alerts() -> None:
    """A threshold that is said to be an alert's is the number in that alert's rule."""
    for panel in PANELS:
        alerts = re.findall(r"Alert at the line: (Justa\w+)", panel.get("description", ""))
        steps = panel.get("fieldConfig", {}).get("defaults", {}).get("thresholds", {})
        for alert in alerts:
            (line,) = (one["value"] for one in steps["steps"] if one["value"] is not None)
            limit = re.findall(r"> ([\d.]+)", RULES[alert]["expr"])
            assert [float(one) for one in limit] == [line], panel["title"]
