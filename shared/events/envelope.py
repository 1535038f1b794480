"""The envelope around an event: CloudEvents 1.0 attributes and Justa's extensions."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import marshmallow as ma

from shared.context import Cause
from shared.events.catalogue import CATALOGUE, Event


class UnreadableEvent(Exception):
    """A message that can never be handled: no JSON, an unknown type, or not of its schema."""


@dataclass(frozen=True)
class Envelope:
    """One event on its way. `time` is when its transaction stored it (real time, UTC).

    `sequence` counts the producer's events; `ordering_key` names the thing whose events keep
    their order.
    """

    id: str
    source: str
    type: str
    subject: str
    time: datetime
    data: dict[str, Any]
    cause: Cause
    ordering_key: str
    sequence: int

    @property
    def routing_key(self) -> str:
        return f"{self.source}.{self.type}"

    def to_json(self) -> str:
        """The structured-mode CloudEvent."""
        return json.dumps(
            {
                "specversion": "1.0",
                "id": self.id,
                "source": self.source,
                "type": self.type,
                "subject": self.subject,
                "time": self.time.isoformat(),
                "dataschema": f"justa:{self.type}:v{CATALOGUE[self.type].version}",
                "datacontenttype": "application/json",
                "correlationid": self.cause.correlation_id,
                "causationid": self.cause.causation_id,
                "traceparent": self.cause.traceparent,
                "orderingkey": self.ordering_key,
                "sequence": self.sequence,
                "data": self.data,
            },
            ensure_ascii=False,
        )

    @classmethod
    def from_json(cls, text: str) -> "Envelope":
        """Read an envelope; raises `UnreadableEvent`."""
        try:
            raw = json.loads(text)
            return cls(
                id=raw["id"],
                source=raw["source"],
                type=raw["type"],
                subject=raw["subject"],
                time=datetime.fromisoformat(raw["time"]),
                data=raw["data"],
                cause=Cause(raw["correlationid"], raw.get("causationid"), raw.get("traceparent")),
                ordering_key=raw["orderingkey"],
                sequence=raw["sequence"],
            )
        except (ValueError, KeyError, TypeError) as error:
            raise UnreadableEvent(f"not an envelope: {error!r}") from error

    def event(self) -> Event:
        """The event inside; raises `UnreadableEvent` if it is not of its type's schema."""
        if self.type not in CATALOGUE:
            raise UnreadableEvent(f"unknown type {self.type}")
        try:
            loaded: Event = CATALOGUE[self.type].schema.load(self.data)
        except ma.ValidationError as error:
            raise UnreadableEvent(f"{self.type} does not fit its schema: {error}") from error
        return loaded
