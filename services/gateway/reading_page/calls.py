"""From the OpenAPI document to what the page shows of each call."""

import json
from collections.abc import Iterator
from itertools import groupby
from typing import Any

Document = dict[str, Any]

METHODS = ("get", "post", "put", "patch", "delete")

# What the document's names of subjects do not say to somebody who calls.
_TITLES = {
    "api-keys": "API keys",
    "all-dead-letters": "Dead letters of all services",
    "dead-letters": "Dead letters, one by one",
    "match": "Matches, tables, Aura",
    "me": "Own account",
    "openid": "OpenID",
    "scheduler": "Seasons",
}


def subjects(document: Document) -> list[dict[str, Any]]:
    """The calls by subject, these by their titles, the calls in the document's order."""
    found = sorted(_calls(document), key=lambda call: call["subject"])
    each = [
        {"name": name, "title": _title(name), "calls": list(calls)}
        for name, calls in groupby(found, key=lambda call: call["subject"])
    ]
    return sorted(each, key=lambda subject: str(subject["title"]))


def _title(subject: str) -> str:
    return _TITLES.get(subject, subject.replace("-", " ").capitalize())


def refusals(document: Document) -> list[dict[str, str]]:
    """Every code with its status and its words, as the document lists them."""
    lines = [line for line in document["info"]["description"].splitlines() if line[:3] == "| `"]
    cells = [[cell.strip(" `") for cell in line.strip("|").split(" | ")] for line in lines]
    names = ("code", "status", "title", "spanish")
    return [dict(zip(names, row, strict=True)) for row in cells]


def _calls(document: Document) -> Iterator[dict[str, Any]]:
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                yield _call(document, path, method, item)


def _call(document: Document, path: str, method: str, item: Document) -> dict[str, Any]:
    operation = item[method]
    content = _json(operation.get("requestBody", {}))
    given = [*item.get("parameters", []), *operation.get("parameters", [])]
    return {
        # It is an anchor of the page as well, and those have no spaces.
        "subject": operation["tags"][0].replace("_", "-").replace(" ", "-"),
        "method": method.upper(),
        "path": path,
        "anchor": f"{method}{path}".replace("/", "-").replace("{", "").replace("}", ""),
        "summary": operation.get("summary", ""),
        "description": operation.get("description", ""),
        "parameters": [_parameter(_resolved(document, one)) for one in given],
        "body": _fields(document, content.get("schema", {})),
        "example": _written(content.get("example")),
        "answers": list(_answers(document, operation)),
        "refusals": list(_refusals(operation)),
    }


def _answers(document: Document, operation: Document) -> Iterator[dict[str, Any]]:
    for status, answer in sorted(operation["responses"].items()):
        if status.startswith("2"):
            content = _json(answer)
            yield {
                "status": status,
                "description": answer.get("description", ""),
                "fields": _fields(document, content.get("schema", {})),
                "example": _written(content.get("example")),
            }


def _refusals(operation: Document) -> Iterator[tuple[str, str]]:
    for status, answer in sorted(operation["responses"].items()):
        examples = answer.get("content", {}).get("application/problem+json", {}).get("examples", {})
        yield from ((code, status) for code in examples)


def _fields(document: Document, schema: Document) -> list[dict[str, Any]]:
    whole = _resolved(document, schema)
    needed = whole.get("required", [])
    return [
        {
            "name": name,
            "kind": _kind(one),
            "required": name in needed,
            "description": one.get("description", ""),
        }
        for name, one in whole.get("properties", {}).items()
    ]


def _parameter(parameter: Document) -> dict[str, Any]:
    return {**parameter, "kind": _kind(parameter.get("schema", {}))}


def _kind(schema: Document) -> str:
    """In a few words, what a value is."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "enum" in schema:
        return " | ".join(str(one) for one in schema["enum"])
    kinds = schema.get("type", "")
    kind = " or ".join(kinds) if isinstance(kinds, list) else str(kinds)
    if kind == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    return f"{kind} ({schema['format']})" if "format" in schema else kind


def _json(part: Document) -> Document:
    found: Document = part.get("content", {}).get("application/json", {})
    return found


def _resolved(document: Document, part: Document) -> Document:
    if "$ref" not in part:
        return part
    found: Any = document
    for name in part["$ref"].removeprefix("#/").split("/"):
        found = found[name]
    return found  # type: ignore[no-any-return]


def _written(example: Any) -> str:
    return "" if example is None else json.dumps(example, indent=2, ensure_ascii=False)
