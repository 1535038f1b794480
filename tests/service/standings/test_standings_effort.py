"""What a round costs, counted in statements and loads rather than in seconds."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event

from services.standings import store
from services.standings.domain.facts import Closed, Registered, Settled
from services.standings.domain.results import MatchOutcome
from shared.events.catalogue import Event
from shared.ids import new_id
from tests.service.standings.harness import Standings, digests, in_envelope
from tests.service.standings.telling import events_of
from tests.unit.standings.builders import POINTS, match, players

PLAYERS = [f"player-{number:03}" for number in range(400)]


def pairs(number: int) -> list[MatchOutcome]:
    """A round of 200 matches."""
    return [match(PLAYERS[n], PLAYERS[n + 1], round=number) for n in range(0, 400, 2)]


@contextmanager
def counted(standings: Standings) -> Iterator[list[str]]:
    """The statements that go to the database meanwhile."""
    seen: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        seen.append(statement)

    event.listen(standings.runtime.engine, "before_cursor_execute", note)
    yield seen
    event.remove(standings.runtime.engine, "before_cursor_execute", note)


@pytest.fixture
def season(standings: Standings) -> str:
    season_id = new_id()
    standings.tell(*events_of(season_id, [Registered(players(PLAYERS), POINTS, 9)], page_size=500))
    return season_id


def deliver(standings: Standings, events: Sequence[Event]) -> None:
    standings.deliver([in_envelope(one) for one in events])


def test_a_result_costs_the_same_however_many_there_are(standings: Standings, season: str) -> None:
    events = events_of(season, [Settled(one, 0) for one in pairs(1)])
    costs = []
    for start in (0, 150):
        with counted(standings) as statements:
            deliver(standings, events[start : start + 50])
        costs.append(len(statements))
        deliver(standings, events[start + 50 : start + 150])
    assert costs[0] == costs[1]
    assert costs[0] <= 8 * 50


def test_facts_are_loaded_once_for_a_round_however_its_results_come(
    standings: Standings, season: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    loads = []
    load = store.facts.load

    def loaded(*given: Any) -> Any:
        loads.append(given)
        return load(*given)

    monkeypatch.setattr(store.facts, "load", loaded)
    events = events_of(season, [Closed(1, 200), *(Settled(one, 0) for one in pairs(1))])
    for start in range(0, len(events), 20):
        standings.tell(*events[start : start + 20])
    assert len(loads) == 1
    assert set(digests(standings.announced(season))) == {(0, 1), (1, 1)}


def test_an_open_round_is_refused_without_loading_results(
    standings: Standings, season: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store.facts, "load", None)
    assert standings.get(season, "standings?round=1").status_code == 409
