"""The document of the whole interface, joined from the services' own."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from services.app.interface.calls import operations
from services.app.openapi import whole_document
from services.app.platform import Platform
from shared.settings import Settings


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Any:
    data: Path = tmp_path_factory.mktemp("data")
    platform = Platform(Settings(data=data, secret="s" * 48))
    return whole_document([runtime.web() for runtime in platform.runtimes.values()])


def test_every_reference_leads_somewhere(document: Any) -> None:
    used = set(re.findall(r'"#/components/(\w+)/(\w+)"', json.dumps(document)))
    assert used
    for kind, name in used:
        assert name in document["components"][kind]


def test_what_two_services_call_alike_is_told_apart(document: Any) -> None:
    schemas = document["components"]["schemas"]
    answer = document["paths"]["/api/v1/accounts"]["post"]["responses"]["201"]
    reference = answer["content"]["application/json"]["schema"]["$ref"]
    schema = schemas[reference.rpartition("/")[2]]
    assert set(schema["properties"]) == {"id", "display_name", "created_at"}


def test_errors_are_described_as_problems(document: Any) -> None:
    problem = {"$ref": "#/components/schemas/Error"}
    refusals = [
        answer
        for _, call in operations(document)
        for status, answer in call["responses"].items()
        if status[0] in "45"
    ]
    assert len(refusals) > 500
    for refusal in refusals:
        assert list(refusal["content"]) == ["application/problem+json"]
        assert refusal["content"]["application/problem+json"]["schema"] == problem
    code = document["components"]["schemas"]["Error"]["properties"]["code"]
    assert code == {"type": "string"}


def test_the_document_covers_every_address_of_every_service(document: Any) -> None:
    for path in ("/api/v1/seasons", "/api/v1/matches/{match_id}", "/api/v1/ladder/seasons"):
        assert path in document["paths"]
    for path in ("/api/v1/events", "/api/v1/admin/clock", "/api/v1/openapi.json"):
        assert path in document["paths"]
