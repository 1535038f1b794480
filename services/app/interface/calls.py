"""Completing the OpenAPI document: who may call, with which headers, and what is refused how."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from flask import Flask

from services.app.interface.examples import ANSWERS, REQUESTS
from services.app.interface.problems import Refusal, all_refusals
from services.app.interface.refusals import REFUSALS

Document = dict[str, Any]

BASE = "/api/v1"
METHODS = ("get", "post", "put", "patch", "delete")

SCHEMES: Document = {
    "bearer": {
        "type": "http",
        "scheme": "bearer",
        "description": "An access token of a login, or a game server's key.",
    },
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": "justa_session",
        "description": "For live events alone, where a browser can send no header.",
    },
}
PARAMETERS: Document = {
    "Language": {
        "in": "header",
        "name": "Accept-Language",
        "description": "The language of a refusal's title and detail.",
        "schema": {"type": "string", "examples": ["en", "es"]},
    },
    "RequestId": {
        "in": "header",
        "name": "X-Request-Id",
        "description": "Comes back in the answer, and is in the logs and events that follow.",
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9._:-]{1,128}$"},
    },
    "IdempotencyKey": {
        "in": "header",
        "name": "Idempotency-Key",
        "description": "The same key within 24 hours gets the first answer again.",
        "schema": {"type": "string", "maxLength": 255},
    },
    "IfMatch": {
        "in": "header",
        "name": "If-Match",
        "description": "The ETag of what is to be changed: 412 if it has changed since.",
        "schema": {"type": "string"},
    },
    "IfNoneMatch": {
        "in": "header",
        "name": "If-None-Match",
        "description": "The ETag that one has: 304 if it still holds.",
        "schema": {"type": "string"},
    },
    "Limit": {
        "in": "query",
        "name": "limit",
        "schema": {"type": "integer", "minimum": 1, "maximum": 200, "default": 50},
    },
    "Cursor": {
        "in": "query",
        "name": "cursor",
        "description": "`next` of the page before.",
        "schema": {"type": "string"},
    },
}

# A body that nobody asked for is looked at all the same.
_BODY = ("too_large", "unsupported_media_type", "invalid")


def complete(whole: Document, apps: Iterable[Flask]) -> Document:
    """The document with everything that schemas alone do not say."""
    whole["components"]["securitySchemes"] = SCHEMES
    whole["components"]["parameters"] = PARAMETERS
    views, refusals = dict(_views(apps)), all_refusals()
    for name, operation in operations(whole):
        view = views.get(name)
        _say_who(name, operation, getattr(view, "justa_roles", None))
        if getattr(view, "justa_secret", False):
            operation["x-keeps-no-key"] = True
        _add_parameters(name, operation, whole)
        _add_examples(name, operation)
        _add_refusals(name, operation, [_named(refusals, one) for one in codes_of(name, operation)])
    whole["info"]["description"] = _about(refusals.values())
    _translate_patterns(whole)
    return whole


def operations(whole: Document) -> Iterator[tuple[str, Document]]:
    """Every call as `GET /path` and what the document says of it."""
    for path, item in whole["paths"].items():
        for method in METHODS:
            if method in item:
                yield f"{method.upper()} {path.removeprefix(BASE)}", item[method]


def codes_of(name: str, operation: Document) -> list[str]:
    """Every code that a call may refuse with."""
    codes = ["bad_request", "rate_limited", "service_unavailable", "internal_error"]
    codes.append("invalid_token")
    if not name.startswith("GET"):
        codes += ["maintenance", *_BODY]
    if operation.get("x-roles") is not None:
        codes += ["unauthorized", "account_suspended"]
    if operation.get("x-roles"):
        codes.append("forbidden")
    if "{" in name:
        codes.append("not_found")
    if _has_query(operation):
        codes.append("invalid")
    if _takes_key(name, operation):
        codes.append("idempotency_key_reused")
    return list(dict.fromkeys([*codes, *REFUSALS.get(name, ())]))


def _named(refusals: Mapping[str, Refusal], code: str) -> Refusal:
    """The refusal of a code; `403 disqualified` is one with another status than elsewhere."""
    status, _, code = code.rpartition(" ")
    return replace(refusals[code], status=int(status)) if status else refusals[code]


def _takes_key(name: str, operation: Document) -> bool:
    """Whether a repeat under the same idempotency key gets the first answer again."""
    has_login = operation.get("x-roles") is not None
    return name.startswith("POST") and has_login and "x-keeps-no-key" not in operation


def _views(apps: Iterable[Flask]) -> Iterator[tuple[str, Any]]:
    """The view of every call; what it is marked with says who may call, and what is kept."""
    for app in apps:
        for rule in app.url_map.iter_rules():
            parts = (f"{{{text}}}" if is_name else text for is_name, text in _parts(rule))
            path = "".join(parts).removeprefix(BASE)
            for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
                yield f"{method} {path}", app.view_functions[rule.endpoint]


def _parts(rule: Any) -> Iterator[tuple[bool, str]]:
    # Werkzeug tells a rule as (is a variable, text) parts, the host's part first.
    for is_name, text in rule._trace:
        if text != "|":
            yield is_name, text


def _say_who(name: str, operation: Document, roles: tuple[str, ...] | None) -> None:
    """Which roles a call is for: none named is any login, None nobody in particular."""
    if roles is None:
        operation["security"] = [{}, {"bearer": []}]
        if name == "GET /events":
            operation["security"].append({"cookie": []})
        return
    operation["security"] = [{"bearer": []}]
    operation["x-roles"] = list(roles)
    who = ", ".join(roles) or "anybody with a login"
    said = operation.get("description", "")
    operation["description"] = f"{said}\n\nFor: {who}.".strip()


def _add_parameters(name: str, operation: Document, whole: Document) -> None:
    given = operation.setdefault("parameters", [])
    named = {parameter.get("name") for parameter in given}
    wanted = ["Language", "RequestId"]
    if "stale" in REFUSALS.get(name, ()):
        wanted.append("IfMatch")
    if _takes_key(name, operation):
        wanted.append("IdempotencyKey")
    if name.startswith("GET") and _has_etag(name):
        wanted.append("IfNoneMatch")
    if _is_list(operation, whole):
        wanted += [one for one in ("Limit", "Cursor") if one.lower() not in named]
    given += [{"$ref": f"#/components/parameters/{one}"} for one in wanted]


def _is_list(operation: Document, whole: Document) -> bool:
    """Whether the answer comes in pages."""
    content = operation["responses"].get("200", {}).get("content", {})
    reference = content.get("application/json", {}).get("schema", {}).get("$ref", "")
    schema = whole["components"]["schemas"].get(reference.rpartition("/")[2], {})
    return "next" in schema.get("properties", {})


def _has_query(operation: Document) -> bool:
    references = ("Limit", "Cursor")
    return any(
        parameter.get("in") == "query" or parameter.get("$ref", "").endswith(references)
        for parameter in operation["parameters"]
    )


def _add_examples(name: str, operation: Document) -> None:
    if name in REQUESTS:
        body = operation["requestBody"]["content"]["application/json"]
        body["example"] = REQUESTS[name]
    for status, answer in operation["responses"].items():
        content = answer.get("content", {}).get("application/json")
        if status.startswith("2") and content and name in ANSWERS:
            content["example"] = ANSWERS[name]


def _add_refusals(name: str, operation: Document, refusals: list[Refusal]) -> None:
    by_status: defaultdict[str, list[Refusal]] = defaultdict(list)
    for refusal in refusals:
        by_status[str(refusal.status)].append(refusal)
    responses = operation["responses"]
    # The framework's word for whatever else there may be: here all there is is said.
    responses.pop("default", None)
    for status, some in sorted(by_status.items()):
        responses[status] = {
            "description": "; ".join(f"`{one.code}`: {one.title}" for one in some),
            "content": {
                "application/problem+json": {
                    "schema": {"$ref": "#/components/schemas/Error"},
                    "examples": {one.code: {"value": one.example} for one in some},
                }
            },
        }
    if name.startswith("GET") and _has_etag(name):
        responses["304"] = {"description": "It is as the one that `If-None-Match` names."}


def _translate_patterns(part: Any) -> None:
    """Patterns as JSON Schema reads them (ECMA 262), in place of Python's own signs."""
    if isinstance(part, dict):
        if isinstance(part.get("pattern"), str):
            part["pattern"] = part["pattern"].replace("\\Z", "$").replace("(?s).", r"[\s\S]")
        for inner in part.values():
            _translate_patterns(inner)
    elif isinstance(part, list):
        for inner in part:
            _translate_patterns(inner)


def _has_etag(name: str) -> bool:
    """Not the stream, which has no end."""
    return name != "GET /events"


def _about(refusals: Iterable[Refusal]) -> str:
    """What holds for all calls, and every code in both languages."""
    rows = "".join(
        f"| `{one.code}` | {one.status} | {one.title} | {one.spanish} |\n" for one in refusals
    )
    return (
        "One-against-one competitions: a league of code-breaking duels and a ranked ladder.\n\n"
        "Refusals are RFC 9457 problems; `code` is stable, `title` and `detail` come in English or "
        "Spanish (`Accept-Language`). Lists come in pages: `?limit=` and `?cursor=`.\n\n"
        f"| code | status | English | español |\n| --- | --- | --- | --- |\n{rows}"
    )
