"""The whole OpenAPI document: the services' own documents, joined."""

from collections.abc import Iterable
from typing import Any

from flask import Flask


def whole_document(apps: Iterable[Flask]) -> dict[str, Any]:
    """One OpenAPI 3.1 document of all public calls, generated from the services' schemas."""
    parts = [app.extensions["justa_api"].spec.to_dict() for app in apps]
    whole: dict[str, Any] = {
        "openapi": "3.1.0",
        "info": {"title": "Justa", "version": "1"},
        "servers": [{"url": "/"}],
        "security": [{}, {"bearer": []}],
        "paths": {},
        "components": {
            "schemas": {},
            "responses": {},
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
        },
    }
    for part in parts:
        whole["paths"].update(part.get("paths", {}))
        for kind in ("schemas", "responses"):
            whole["components"][kind].update(part.get("components", {}).get(kind, {}))
    return whole
