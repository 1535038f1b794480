"""The OpenAPI document: valid, complete, and true to the code; and the page made of it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from flask import Flask
from werkzeug.test import Client

from services.app.composition import SERVICES
from services.app.interface.calls import BASE, operations
from services.app.interface.examples import ANSWERS, REQUESTS
from services.app.interface.problems import all_refusals, kinds
from services.app.interface.refusals import REFUSALS
from services.app.openapi import whole_document
from services.gateway.edge import Edge
from services.gateway.ports import GatewayPorts
from services.gateway.reading_page import calls
from services.gateway.routes import ROUTES, route_of
from shared.clock import SystemClock
from shared.errors import Problem
from shared.events.catalogue import ALL_SERVICES
from shared.runtime import Runtime
from shared.settings import Settings
from shared.web.spanish import SPANISH
from tests.service.gateway.gateway_under_test import Gateway

# Said of every call by its shape, or by the framework of any.
GENERAL = {
    *("unauthorized", "forbidden", "not_found", "bad_request", "too_large", "invalid"),
    *("unsupported_media_type", "rate_limited", "service_unavailable", "internal_error"),
    *("idempotency_key_reused", "invalid_token", "account_suspended", "maintenance"),
    *("method_not_allowed", "not_acceptable", "conflict", "stale"),
}


@pytest.fixture(scope="module")
def apps(tmp_path_factory: pytest.TempPathFactory) -> list[Flask]:
    settings = Settings(data=tmp_path_factory.mktemp("data"), secret="s" * 48)
    return [
        Runtime(
            service,
            settings=settings,
            url=settings.sqlite_url(service.name),
            clock=SystemClock(),
            bus=None,
        ).web()
        for service in SERVICES
    ]


@pytest.fixture(scope="module")
def document(apps: list[Flask]) -> Any:
    return whole_document(apps)


def served(apps: list[Flask]) -> Iterator[str]:
    """Every call of the interface that some service answers."""
    for app in apps:
        for rule in app.url_map.iter_rules():
            path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
            if path.startswith(BASE):
                for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
                    yield f"{method} {path.removeprefix(BASE)}"


def test_every_call_is_in_it_and_nothing_else(apps: list[Flask], document: Any) -> None:
    assert {name for name, _ in operations(document)} == set(served(apps))


def test_every_call_is_on_the_table_of_addresses_and_every_address_is_called(
    document: Any,
) -> None:
    used = set()
    for name, _ in operations(document):
        path = name.split(" ")[1].replace("{number}", "1")
        # A dead letter's id says whose it is.
        letters = [f"{service}.1" for service in ALL_SERVICES] if "{letter_id}" in path else [""]
        for letter in letters:
            route = route_of(BASE + path.replace("{letter_id}", letter))
            assert route is not None, name
            used.add(route.pattern)
    assert {pattern for pattern, _ in ROUTES} == used


def test_it_is_a_document_of_openapi_3_1(document: Any) -> None:
    assert document["openapi"] == "3.1.0"
    assert set(document) <= {"openapi", "info", "servers", "security", "paths", "components"}
    assert {"title", "version"} <= set(document["info"])
    names = re.compile(r"^[a-zA-Z0-9._-]+$")
    for kind, parts in document["components"].items():
        assert all(names.match(name) for name in parts), kind
    ids = []
    for name, operation in operations(document):
        assert operation["responses"], name
        assert operation.get("summary"), name
        for status, answer in operation["responses"].items():
            # No word for whatever else there may be: then nothing would be undocumented.
            assert re.fullmatch(r"[1-5]\d\d", status), name
            assert "$ref" in answer or "description" in answer, (name, status)
        ids.append(operation.get("operationId"))
        _check_parameters(document, name, operation)
    assert len(set(ids) - {None}) == len([one for one in ids if one])


def _check_parameters(document: Any, name: str, operation: Any) -> None:
    item = document["paths"][BASE + name.split(" ")[1]]
    given = [
        _resolved(document, one)
        for one in [*item.get("parameters", []), *operation.get("parameters", [])]
    ]
    keys = [(one["in"], one["name"]) for one in given]
    assert len(set(keys)) == len(keys), name
    assert all("schema" in one for one in given), name
    in_path = {one["name"] for one in given if one["in"] == "path"}
    assert in_path == set(re.findall(r"{(\w+)}", name)), name
    assert all(one.get("required") for one in given if one["in"] == "path"), name


def _resolved(document: Any, part: Any) -> Any:
    if "$ref" not in part:
        return part
    found = document
    for name in part["$ref"].removeprefix("#/").split("/"):
        found = found[name]
    return found


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for inner in value.values():
            yield from references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from references(inner)


def test_nothing_in_it_points_nowhere(document: Any) -> None:
    for reference in references(document):
        assert _resolved(document, {"$ref": reference}) is not None


def test_every_schema_in_it_is_one(document: Any) -> None:
    for name, schema in document["components"]["schemas"].items():
        jsonschema_rs.meta.validate(schema)
        assert schema.get("type") == "object", name


def _validator(document: Any, schema: Any) -> Any:
    return jsonschema_rs.validator_for({**schema, "components": document["components"]})


def test_every_example_fits_its_schema(document: Any) -> None:
    seen = 0
    for _, operation in operations(document):
        parts = [operation.get("requestBody", {}), *operation["responses"].values()]
        for part in parts:
            for content in _resolved(document, part).get("content", {}).values():
                some = [one["value"] for one in content.get("examples", {}).values()]
                some += [content["example"]] if "example" in content else []
                if some:
                    validator = _validator(document, content["schema"])
                    for example in some:
                        validator.validate(example)
                        seen += 1
    assert seen > len(REQUESTS) + len(ANSWERS)


def test_there_is_a_body_to_copy_from_for_every_call_that_takes_one(document: Any) -> None:
    bodies = {
        name: operation["requestBody"]["content"].get("application/json", {"example": None})
        for name, operation in operations(document)
        if "requestBody" in operation
    }
    assert len(bodies) > 40
    assert {name for name, body in bodies.items() if "example" not in body} == set()


@pytest.mark.parametrize("call", ["open-registration", "close-registration", "resume"])
def test_a_body_that_may_be_left_out_is_said_to_be(document: Any, call: str) -> None:
    said = dict(operations(document))
    assert said[f"POST /seasons/{{season_id}}/{call}"]["requestBody"]["required"] is False
    assert said["POST /tables"]["requestBody"]["required"] is False
    assert said["POST /seasons/{season_id}/cancel"]["requestBody"]["required"] is True


def test_examples_and_refusals_are_of_calls_that_there_are(document: Any) -> None:
    names = {name for name, _ in operations(document)}
    assert {*REQUESTS, *ANSWERS, *REFUSALS} <= names


def test_every_refusal_of_the_code_is_said_of_some_call_and_no_other() -> None:
    known = all_refusals()
    said = {code.rpartition(" ")[2] for codes in REFUSALS.values() for code in codes}
    assert said <= set(known)
    raised = {
        kind.code for kind in kinds(Problem) if kind.__module__.startswith(("services", "shared"))
    }
    assert raised - said - GENERAL == set()


def test_one_code_has_one_status() -> None:
    statuses: dict[str, set[int]] = {}
    for kind in kinds(Problem):
        if kind.__module__.startswith(("services", "shared")):
            statuses.setdefault(kind.code, set()).add(kind.status)
    # The queue forbids whom it does not let in; in a match, whoever was disqualified has left.
    assert {code for code, found in statuses.items() if len(found) > 1} == {"disqualified"}


def test_a_code_of_several_kinds_is_told_as_what_they_share() -> None:
    known = all_refusals()
    assert known["not_found"].title == "There is no such thing"
    assert known["service_unavailable"].title == "That part of Justa does not answer just now"


def test_every_refusal_has_its_words_in_spanish() -> None:
    assert {code for code in all_refusals() if code not in SPANISH} == set()


@pytest.mark.parametrize(
    ("call", "asked"),
    [
        ("GET /seasons", {"state", "limit", "cursor"}),
        ("GET /seasons/{season_id}/participants", {"limit", "cursor"}),
        ("GET /seasons/{season_id}/standings", {"round", "revision"}),
        ("GET /seasons/{season_id}/standings/revisions", {"round", "limit", "cursor"}),
        ("GET /me/matches", {"state", "limit", "cursor"}),
        ("GET /ladder/seasons/{season_id}/ranking", {"revision", "limit", "cursor"}),
        ("GET /ladder/seasons/{season_id}/verification", {"limit", "cursor"}),
        ("POST /ladder/games/{game_id}/void", {"preview"}),
        ("GET /admin/audit", {"account_id", "about", "limit", "cursor"}),
        ("GET /admin/dead-letters", {"service", "limit", "cursor"}),
    ],
)
def test_what_can_be_asked_for_is_said(document: Any, call: str, asked: set[str]) -> None:
    given = [_resolved(document, one) for one in dict(operations(document))[call]["parameters"]]
    assert {one["name"] for one in given if one["in"] == "query"} == asked


def test_a_key_is_offered_where_the_answer_is_kept(document: Any) -> None:
    takes = {
        name
        for name, operation in operations(document)
        for one in operation["parameters"]
        if _resolved(document, one)["name"] == "Idempotency-Key"
    }
    with_login = {
        name
        for name, operation in operations(document)
        if name.startswith("POST") and operation.get("x-roles") is not None
    }
    # A key that is made is shown once, and so is stored for nobody.
    assert takes == with_login - {"POST /api-keys"}


def test_whoever_listens_is_told_how_to_go_on(document: Any) -> None:
    given = [
        _resolved(document, one) for one in dict(operations(document))["GET /events"]["parameters"]
    ]
    assert "Last-Event-ID" in {one["name"] for one in given if one["in"] == "header"}


def test_who_may_call_is_said(document: Any) -> None:
    said = dict(operations(document))
    assert said["POST /seasons"]["x-roles"] == ["operator"]
    assert said["POST /seasons"]["security"] == [{"bearer": []}]
    assert said["GET /seasons"]["security"][0] == {}
    assert "403" in said["POST /seasons"]["responses"]
    assert "403" not in said["GET /seasons"]["responses"]
    examples = said["POST /matches/{match_id}/attempts"]["responses"]["409"]["content"][
        "application/problem+json"
    ]["examples"]
    assert {"attempt_out_of_turn", "not_solving", "already_solved", "disqualified"} <= set(examples)


@pytest.fixture
def reading(tmp_path: Path, document: Any) -> Iterator[Gateway]:
    gateway = Gateway(tmp_path)
    gateway.runtime.extras["ports"] = GatewayPorts(
        services=gateway.services, openapi=lambda: document
    )
    gateway.edge = Edge(gateway.runtime, gateway.runtime.web())
    yield gateway
    gateway.close()


def test_the_page_has_every_call_and_every_code(reading: Gateway, document: Any) -> None:
    answer = Client(reading.edge).get("/api/docs")
    assert answer.status_code == 200
    assert answer.mimetype == "text/html"
    page = answer.text
    for name, _ in operations(document):
        method, path = name.split(" ")
        wanted = f'<span class="method">{method}</span> <code>{BASE}{path}</code>'
        assert wanted in page, name
    assert [one["code"] for one in calls.refusals(document)] == list(all_refusals())
    assert all(f'id="code-{code}"' in page for code in all_refusals())


def test_the_page_loads_nothing_from_elsewhere_and_runs_nothing(reading: Gateway) -> None:
    client = Client(reading.edge)
    answer = client.get("/api/docs")
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    page = answer.text
    assert not re.search(r"<script|\sstyle=|\son\w+=|<style|https?://(?!json)", page)
    linked = set(re.findall(r'(?:href|src)="(/[^"]*)"', page))
    assert linked == {"/api/docs/style.css", "/api/v1/openapi.json"}
    for path in linked:
        assert client.get(path).status_code == 200
    anchors = set(re.findall(r'href="#([^"]*)"', page))
    assert anchors <= set(re.findall(r'id="([^"]*)"', page))
    assert all(re.fullmatch(r"[\w.-]+", anchor) for anchor in anchors)


def test_subjects_are_titled_for_callers_each_otherwise_than_the_others(document: Any) -> None:
    subjects = calls.subjects(document)
    titles = [subject["title"] for subject in subjects]
    assert len(set(titles)) == len(titles)
    assert titles == sorted(titles)
    assert {"API keys", "OpenID", "Seasons"} <= set(titles)
    # Every title that is given by hand is given to a subject that there is.
    assert calls._TITLES.keys() <= {subject["name"] for subject in subjects}
