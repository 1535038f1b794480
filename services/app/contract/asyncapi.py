"""The contract as an AsyncAPI 3 document: a channel an event, an operation a service and event."""

import json
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin

from services.app.contract.shapes import EVERYBODY
from shared.events.catalogue import ALL_SERVICES, CATALOGUE, EventType

_ENVELOPE = {
    "type": "object",
    "required": ["specversion", "id", "source", "type", "subject", "time", "orderingkey"],
    "properties": {
        "specversion": {"const": "1.0"},
        "id": {"type": "string", "description": "the same for every delivery of one event"},
        "source": {"type": "string", "description": "the producing service"},
        "type": {"type": "string"},
        "subject": {"type": "string"},
        "time": {"type": "string", "format": "date-time"},
        "dataschema": {"type": "string"},
        "datacontenttype": {"const": "application/json"},
        "correlationid": {"type": "string"},
        "causationid": {"type": ["string", "null"]},
        "traceparent": {"type": ["string", "null"]},
        "orderingkey": {"type": "string"},
        "sequence": {"type": "integer", "description": "counts the producer's events"},
        "positions": {
            "type": "string",
            "description": "for each listener the how-manieth event from this source this is, as"
            " `match=17 gateway=40`; empty where none can get lost",
        },
    },
}


def asyncapi_document() -> dict[str, Any]:
    """The document as plain data, ready for JSON."""
    events = CATALOGUE.values()
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Justa's events",
            "version": "1",
            "description": "What the services tell each other. Delivery is at least once, in any"
            " order; CloudEvents 1.0 in structured mode.",
        },
        "defaultContentType": "application/cloudevents+json",
        "channels": {event.type: _channel(event) for event in events},
        "operations": {name: step for event in events for name, step in _operations(event).items()},
        "components": {
            "messages": {event.type: _message(event) for event in events},
            "schemas": {"Envelope": _ENVELOPE},
        },
    }


def asyncapi_file() -> str:
    """The document as it lies beside docs/events.md."""
    return json.dumps(asyncapi_document(), indent=2) + "\n"


def _channel(event: EventType) -> dict[str, Any]:
    return {
        "address": f"{event.producer}.{event.type}",
        "messages": {event.type: {"$ref": f"#/components/messages/{event.type}"}},
    }


def _operations(event: EventType) -> dict[str, Any]:
    channel = {"$ref": f"#/channels/{event.type}"}
    tellers = ALL_SERVICES if event.producer == EVERYBODY else (event.producer,)
    sent = {
        f"{teller}.sends.{event.type}": {"action": "send", "channel": channel} for teller in tellers
    }
    heard = {
        f"{consumer}.hears.{event.type}": {"action": "receive", "channel": channel}
        for consumer in event.consumers
    }
    return sent | heard


def _message(event: EventType) -> dict[str, Any]:
    data = _converter().schema2jsonschema(event.schema)
    return {
        "name": event.type,
        "title": event.meaning,
        "summary": f"Version {event.version}; in order per {event.ordering}.",
        "payload": {
            "allOf": [
                {"$ref": "#/components/schemas/Envelope"},
                {"properties": {"type": {"const": event.type}, "data": data}, "required": ["data"]},
            ]
        },
    }


def _converter() -> Any:
    """From marshmallow to JSON Schema, nested schemas in place: a message can be read alone."""
    plugin = MarshmallowPlugin(schema_name_resolver=lambda _schema: "")
    APISpec("Justa's events", "1", "3.1.0", plugins=[plugin])
    return plugin.converter
