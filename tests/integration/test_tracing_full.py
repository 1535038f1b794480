"""Traces on PostgreSQL and RabbitMQ: statements sent past SQLAlchemy, and events by the broker."""

from collections.abc import Iterator

import pytest
from opentelemetry.trace import SpanKind

from tests.clients import Client
from tests.integration.full_platform import FullPlatform
from tests.integration.test_ladder_full import START, platform  # noqa: F401
from tests.integration.test_live_play import Cast, assemble, play_at_a_table
from tests.spans import Kept, Traced, kept_spans, service_of, trace_of
from tests.waiting import until

ATTEMPT = "POST /api/v1/matches/<match_id>/attempts"
RESIGN = "POST /api/v1/matches/<match_id>/resign"


@pytest.fixture
def kept() -> Iterator[Kept]:
    with kept_spans() as kept:
        yield kept


@pytest.fixture
def traced(kept: Kept, platform: FullPlatform) -> Traced:  # noqa: F811
    """What was traced of a game at a table, up to its end in the ladder's history."""
    operator = {"email": "operator@example.org", "password": "correct horse battery"}
    cast: Cast = assemble(Client(platform.wsgi), operator, platform.await_published, START)
    play_at_a_table(cast)
    until(lambda: len(kept.so_far().find("match", "handle DuelHeard")) == 2, what="the way back")
    return kept.so_far()


def test_an_attempt_shows_what_it_asked_the_database(traced: Traced) -> None:
    attempt = traced.one("match", ATTEMPT)
    parts = [part for part in traced.parts_of(attempt) if part.kind is SpanKind.CLIENT]
    assert {dict(part.attributes or {})["db.system.name"] for part in parts} == {"postgresql"}
    # Locked, read, and the clock told, in one round trip; then stored, with the event.
    together = [part for part in parts if "db.operation.batch.size" in (part.attributes or {})]
    assert any(part.name.startswith("SELECT matches, ") for part in together), parts
    (commit,) = [part for part in parts if part.name == "COMMIT"]
    assert "INSERT attempts" in {part.name for part in traced.parts_of(commit)}


def test_a_trace_goes_on_behind_the_broker(traced: Traced) -> None:
    resigned = traced.one("match", RESIGN)
    trace = [span for span in traced.all() if trace_of(span) == trace_of(resigned)]
    # The ladder hears how it ended, and tells so in turn.
    (back,) = [span for span in trace if span.name == "handle DuelHeard"]
    assert service_of(back) == "match"
    assert traced.way_to(back) == [
        "gateway: POST /api/v1/matches/{...}",
        f"match: {RESIGN}",
        "ladder: handle MatchResult",
        "match: handle DuelHeard",
    ]
    assert "publish MatchResult" in {span.name for span in traced.parts_of(resigned)}
