"""The whole OpenAPI document: the services' own documents, joined."""

import json
from collections.abc import Iterable
from typing import Any

from flask import Flask

from services.app.interface import complete

Document = dict[str, Any]

BASE = "/api/v1"

_ERROR = "Error"
_PROBLEM: Document = {
    "type": "object",
    "description": "RFC 9457; `code` is stable, `errors` (field to messages) comes with 422.",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "code": {"type": "string"},
        "errors": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
        },
    },
}


def whole_document(apps: Iterable[Flask]) -> Document:
    """One OpenAPI 3.1 document of all public calls, generated from the services' schemas."""
    apps = list(apps)
    parts = {app.name: app.extensions["justa_api"].spec.to_dict() for app in apps}
    shared = _names_of_different_schemas(parts.values())
    whole: Document = {
        "openapi": "3.1.0",
        "info": {"title": "Justa", "version": "1"},
        "servers": [{"url": "/"}],
        "security": [{}, {"bearer": []}],
        "paths": {},
        "components": {"schemas": {}},
    }
    for name, part in parts.items():
        told_apart = _renamed(part, {old: f"{_prefix(name)}{old}" for old in shared})
        paths = told_apart.get("paths", {}).items()
        whole["paths"].update({path: calls for path, calls in paths if path.startswith(BASE)})
        whole["components"]["schemas"].update(told_apart["components"].get("schemas", {}))
    whole["components"]["schemas"][_ERROR] = _PROBLEM
    return complete(whole, apps)


def _names_of_different_schemas(parts: Iterable[Document]) -> set[str]:
    """Names under which two services describe different things."""
    first: Document = {}
    different = set()
    for part in parts:
        for name, schema in part["components"].get("schemas", {}).items():
            if first.setdefault(name, schema) != schema:
                different.add(name)
    return different


def _renamed(part: Document, names: dict[str, str]) -> Document:
    text = json.dumps(part)
    for old, new in names.items():
        text = text.replace(f'"#/components/schemas/{old}"', f'"#/components/schemas/{new}"')
    renamed: Document = json.loads(text)
    schemas = renamed["components"].get("schemas", {})
    renamed["components"]["schemas"] = {names.get(old, old): s for old, s in schemas.items()}
    return renamed


def _prefix(app_name: str) -> str:
    return app_name.rpartition(".")[2].capitalize()
