"""The one table of addresses, against what the services really serve."""

import re
from pathlib import Path
from typing import Any

import pytest

from services.app.composition import SERVICES
from services.gateway.routes import ACTS, BASE, is_operators_act, route_of
from shared.clock import SystemClock
from shared.runtime import Runtime
from shared.settings import Settings


def _service(path: str) -> str | None:
    route = route_of(BASE + path)
    return route and route.service


@pytest.mark.parametrize(
    ("path", "service"),
    [
        ("/seasons", "scheduler"),
        ("/seasons/1", "scheduler"),
        ("/seasons/1/rounds", "scheduler"),
        ("/seasons/1/calendar.ics", "scheduler"),
        ("/seasons/1/rounds/2/matches", "match"),
        ("/seasons/1/standings", "standings"),
        ("/seasons/1/standings/preview", "standings"),
        ("/seasons/1/crosstable", "standings"),
        ("/seasons/1/export.csv", "standings"),
        ("/seasons/1/export.trf", "standings"),
        ("/matches/1/attempts", "match"),
        ("/me", "gateway"),
        ("/me/export", "gateway"),
        ("/me/matches", "match"),
        ("/me/aura", "match"),
        ("/accounts", "gateway"),
        ("/accounts/1/aura", "match"),
        ("/accounts/password-reset/confirm", "gateway"),
        ("/tables/computer", "match"),
        ("/ladder/seasons/1/players/2/games", "ladder"),
        ("/admin/accounts/1/suspend", "gateway"),
        ("/admin/dead-letters", "gateway"),
        ("/admin/dead-letters/standings.1/replay", "standings"),
        ("/admin/dead-letters/nobody.1", "gateway"),
        ("", None),
        ("/", None),
        ("/ladder", None),
        ("/seasonsx", None),
        ("/seasons/", None),
        ("/matches", None),
        ("/me/secrets", None),
        ("/seasons/1\n", None),
        ("/seasons/1/standings/revisions", "standings"),
    ],
)
def test_the_first_pattern_that_fits_decides(path: str, service: str | None) -> None:
    assert _service(path) == service


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/api", "/api/v2/x", "/api/docs"])
def test_health_and_documents_are_the_gateways(path: str) -> None:
    route = route_of(path)
    assert route
    assert route.service == "gateway"


@pytest.mark.parametrize("path", ["/", "/static/0/css/base.css", "/seasons/1", "/nothing"])
def test_everything_else_outside_the_interface_is_the_web_clients(path: str) -> None:
    route = route_of(path)
    assert route
    assert route.service == "web"


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, Any]]:
    """Every rule of every service's application, with the service's name."""
    data: Path = tmp_path_factory.mktemp("data")
    settings = Settings(data=data, secret="s" * 48)
    found = []
    for service in SERVICES:
        url = settings.sqlite_url(service.name)
        runtime = Runtime(service, settings=settings, url=url, clock=SystemClock(), bus=None)
        rules = runtime.web().url_map.iter_rules()
        found += [(service.name, rule) for rule in rules if rule.rule.startswith(BASE)]
    return found


def _example(rule: str, service: str = "gateway") -> str:
    return re.sub(r"<[^>]+>", "1", rule.replace("<letter_id>", f"{service}.1"))


def test_every_address_a_service_has_leads_to_it(rules: list[tuple[str, Any]]) -> None:
    for name, rule in rules:
        route = route_of(_example(rule.rule, name))
        assert route, rule.rule
        assert route.service == name, rule.rule


def test_every_act_of_operators_that_is_served_is_in_the_audit(
    rules: list[tuple[str, Any]],
) -> None:
    """Whatever changes something and is no move of a player's is an operator's act."""
    players = re.compile(
        r"/(accounts|guests|sessions|me|mail|matches|tables|ladder/queue|ladder/games)(/|$)"
        r"|/seasons/[^/]+/(registration|standings/preview)$"
    )
    for _, rule in rules:
        for method in rule.methods - {"GET", "HEAD", "OPTIONS"}:
            path = _example(rule.rule).removeprefix(BASE)
            if not players.match(path):
                assert is_operators_act(method, BASE + path), (method, path)


def test_moves_of_players_are_no_acts() -> None:
    for method, path in (
        ("PUT", "/matches/1/code"),
        ("POST", "/matches/1/attempts"),
        ("POST", "/matches/1/clues"),
        ("POST", "/matches/1/resign"),
        ("POST", "/matches/1/rematch"),
        ("DELETE", "/matches/1/rematch"),
        ("POST", "/seasons/1/registration"),
        ("DELETE", "/seasons/1/registration"),
        ("PUT", "/ladder/queue"),
        ("DELETE", "/me"),
        ("GET", "/admin/audit"),
    ):
        assert not is_operators_act(method, BASE + path)
    assert ("POST", "/matches/{}/annul") in ACTS
