"""docs/events.md, written from the catalogue."""

import inspect
from collections.abc import Iterator

import marshmallow as ma

from services.app.contract.shapes import parts_of, shape_of, teller
from shared.events.catalogue import CATALOGUE, PAGE_SIZE, EventType

_HEAD = f"""# Events

<!-- Written by `make docs` from shared/events/catalogue.py; `make check` fails if it is stale. -->

Between the services there are only these events. An event announces a fact that its producer
has stored already; it may come twice, late, or before another one, and every service that hears
it ends in the same state. Whatever can grow comes in pages of at most {PAGE_SIZE}.

Each travels in a CloudEvents 1.0 envelope: `id`, `source`, `type`, `subject`, `time`,
`dataschema`, and beside them `correlationid` (the client's request that started it all),
`causationid` (the event that led to this one), `traceparent`, `orderingkey`, `sequence` and
`positions` (the how-manieth it is for each listener). A sample of each lies in
`tests/contract/samples/`; [events.asyncapi.json](events.asyncapi.json), which
`justa events --asyncapi` prints too, is the same contract as an AsyncAPI 3 document.
"""


def events_page() -> str:
    """The whole page, ending in one line feed."""
    lines = [_HEAD, *_overview()]
    for event in CATALOGUE.values():
        lines += _section(event)
    lines += _parts()
    return "\n".join(lines).rstrip() + "\n"


def _overview() -> Iterator[str]:
    yield "| event | from | to | meaning |"
    yield "| --- | --- | --- | --- |"
    for event in CATALOGUE.values():
        link = f"[`{event.type}`](#{event.type.lower()})"
        yield f"| {link} | {teller(event)} | {', '.join(event.consumers)} | {event.meaning} |"
    yield ""


def _section(event: EventType) -> Iterator[str]:
    yield f"## {event.type}"
    yield ""
    yield inspect.cleandoc(event.__doc__ or "")
    yield ""
    yield (
        f"Version {event.version}, from {teller(event)} to {', '.join(event.consumers)};"
        f" routing key `{event.producer}.{event.type}`, in order per `{event.ordering}`."
    )
    yield ""
    yield from _fields(event.schema)


def _parts() -> Iterator[str]:
    """The parts that several events share."""
    parts: dict[str, ma.Schema] = {}
    for event in CATALOGUE.values():
        parts |= parts_of(event.schema)
    yield "## Parts"
    yield ""
    for name, schema in sorted(parts.items()):
        yield f"**{name}**"
        yield ""
        yield from _fields(schema)


def _fields(schema: ma.Schema) -> Iterator[str]:
    yield "| field | holds |"
    yield "| --- | --- |"
    for shape in shape_of(schema):
        yield f"| `{shape.name}` | {shape.holds}{', may be missing' if shape.optional else ''} |"
    yield ""
