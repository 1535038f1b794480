"""The envelope around an event: CloudEvents 1.0 attributes and Justa's extensions."""

import json
from dataclasses import dataclass, field
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
    their order. `positions` says for each listening service the how-manieth event from this
    source this one is for it (empty where the bus cannot lose any).
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
    positions: dict[str, int] = field(default_factory=dict)

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
                "positions": _written(self.positions),
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
                positions=_read(raw.get("positions", "")),
            )
        except (ValueError, KeyError, TypeError) as error:
            raise UnreadableEvent(f"not an envelope: {error!r}") from error

    def event(self) -> Event:
        """The event inside; raises `UnreadableEvent` if it is not of its type's schema."""
        if self.type not in CATALOGUE:
            raise UnreadableEvent(f"unknown type {self.type}")
        try:
            return CATALOGUE[self.type].from_data(self.data)
        except ma.ValidationError as error:
            raise UnreadableEvent(f"{self.type} does not fit its schema: {error}") from error


def _written(positions: dict[str, int]) -> str:
    # An attribute of a CloudEvent is a plain value, never a map.
    return " ".join(f"{service}={position}" for service, position in positions.items())


def _read(written: str) -> dict[str, int]:
    pairs = (part.split("=") for part in written.split())
    return {service: int(position) for service, position in pairs}
