"""The contract between the services: every event has a sample that is read and told the same."""

import json
from pathlib import Path
from random import Random
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.app.composition import BY_NAME
from services.app.contract import made_pages
from services.app.contract.asyncapi import asyncapi_document
from services.app.contract.shapes import EVERYBODY
from services.app.contract.table import events_table
from shared.context import Cause
from shared.events.catalogue import CATALOGUE, heard_by
from shared.events.envelope import Envelope, UnreadableEvent
from shared.events.reading import Unusual

SAMPLES = Path(__file__).parent / "samples"
DOCS = Path(__file__).parents[2] / "docs"


def _sample(event_type: str) -> dict:
    return json.loads((SAMPLES / f"{event_type}.json").read_text())


def test_every_event_has_a_sample_and_every_sample_an_event():
    assert {file.stem for file in SAMPLES.glob("*.json")} == set(CATALOGUE)


@pytest.mark.parametrize("event_type", CATALOGUE)
def test_a_sample_is_told_again_as_it_was_read(event_type):
    schema, sample = CATALOGUE[event_type].schema, _sample(event_type)
    assert schema.dump(schema.load(sample)) == sample
    assert list(sample) == list(schema.fields)


@pytest.mark.parametrize("event_type", CATALOGUE)
def test_fields_that_a_newer_producer_adds_are_ignored(event_type):
    schema, sample = CATALOGUE[event_type].schema, _sample(event_type)
    assert schema.load({**sample, "added_in_another_version": 1}) == schema.load(sample)


@pytest.mark.parametrize("event_type", CATALOGUE)
def test_what_reads_quickly_reads_and_tells_as_the_schema_does(event_type):
    known, sample = CATALOGUE[event_type], _sample(event_type)
    assert known._read(sample) == known.schema.load(sample)
    assert known._read(sample).to_data() == sample
    assert list(known._read(sample).to_data()) == list(sample)


@pytest.mark.parametrize("event_type", CATALOGUE)
@settings(max_examples=25, deadline=None)
@given(chance=st.randoms(use_true_random=False))
def test_what_reads_quickly_takes_nothing_that_the_schema_reads_otherwise(event_type, chance):
    known, data = CATALOGUE[event_type], _distort(_sample(event_type), chance)
    try:
        read = known._read(data)
    except Unusual:
        return
    assert read == known.schema.load(data)
    assert read.to_data() == known.schema.dump(read)


@pytest.mark.parametrize("event_type", CATALOGUE)
def test_an_event_travels_in_its_envelope_and_back(event_type):
    sample = _sample(event_type)
    sent = _envelope(event_type, sample)
    received = Envelope.from_json(sent.to_json())
    assert received == sent
    assert received.event() == CATALOGUE[event_type].schema.load(sample)
    assert received.event().ordering_key


@pytest.mark.parametrize("event_type", CATALOGUE)
def test_an_event_without_its_first_field_is_refused(event_type):
    sample = _sample(event_type)
    del sample[next(iter(sample))]
    with pytest.raises(UnreadableEvent):
        _envelope(event_type, sample).event()


@pytest.mark.parametrize("service", BY_NAME)
def test_a_service_handles_exactly_what_the_catalogue_says_it_hears(service):
    # What every service says, the kit itself hears.
    own = {event for event in heard_by(service) if event.producer != EVERYBODY}
    assert set(BY_NAME[service].handlers) == own


def test_nobody_announces_or_hears_anything_who_does_not_exist():
    for event in CATALOGUE.values():
        assert {event.producer, *event.consumers} <= {*BY_NAME, EVERYBODY}


def test_pages_that_nobody_writes_by_hand_are_up_to_date():
    for file, page in made_pages(DOCS).items():
        assert file.read_text() == page, f"{file}: run `make docs`"


def test_table_and_asyncapi_document_name_every_event():
    table, document = events_table(), asyncapi_document()
    for event_type, event in CATALOGUE.items():
        assert event_type in table
        assert document["channels"][event_type]["address"] == f"{event.producer}.{event_type}"
        data = document["components"]["messages"][event_type]["payload"]["allOf"][1]["properties"]
        assert set(data["data"]["properties"]) == set(_sample(event_type))


@pytest.mark.parametrize("event_type", CATALOGUE)
def test_what_travels_is_what_the_asyncapi_document_says(event_type):
    document = asyncapi_document()
    schema = document["components"]["messages"][event_type]["payload"]
    told = json.loads(_envelope(event_type, _sample(event_type)).to_json())
    jsonschema_rs.validator_for({**schema, "components": document["components"]}).validate(told)
    assert set(told) - {"data"} == set(document["components"]["schemas"]["Envelope"]["properties"])


_ODD = (None, True, 1, 1.0, "1", "", "league", "2026-03-29T22:00:01", "2026-W13-7T22:00:01+00:00")
_ODD_INSTANTS = ("2026-02-30T22:00:01+00:00", "2026-03-29 22:00:01+00:00", "2026-03-29T22:00:01Z")


def _distort(data: Any, chance: Random) -> Any:
    """Sample data in which here and there something else stands, or nothing."""
    if chance.random() < 0.1:
        return chance.choice([*_ODD, *_ODD_INSTANTS, [], {}])
    if isinstance(data, dict):
        left = [(key, value) for key, value in data.items() if chance.random() < 0.97]
        return {key: _distort(value, chance) for key, value in left}
    return [_distort(value, chance) for value in data] if isinstance(data, list) else data


def _envelope(event_type: str, sample: dict) -> Envelope:
    happened = "2026-03-29T22:00:01.250000+00:00"
    return Envelope.from_json(
        json.dumps(
            {
                "id": "01975f0a-3c00-7abc-8def-0000000000e1",
                "source": CATALOGUE[event_type].producer,
                "type": event_type,
                "subject": "subject",
                "time": happened,
                "data": sample,
                "correlationid": Cause("request-1").correlation_id,
                "orderingkey": "key",
                "sequence": 1,
            }
        )
    )


# Operators are shown dead letters as they came: what nobody may see is in no event.
SECRET_FIELDS = {"code", "guess", "guesses", "password", "token", "email"}


def _field_names(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set(value).union(*(_field_names(inner) for inner in value.values()))
    return set().union(*map(_field_names, value)) if isinstance(value, list) else set()


@pytest.mark.parametrize("event_type", CATALOGUE)
def test_no_event_carries_what_players_keep_to_themselves(event_type):
    assert not _field_names(_sample(event_type)) & SECRET_FIELDS
