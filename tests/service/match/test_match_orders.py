"""Events in any order, late and more than once: the end is the same."""

import random
import secrets
from typing import Any

import pytest
from sqlalchemy import select

from services.match.tables import Base
from shared.events.catalogue import Event, MatchResult, PairedMatch, ParticipantBarred
from tests.service.match.conftest import MakeDesk
from tests.service.match.desk import Desk
from tests.service.match.telling import (
    HOUR,
    SOLVING,
    START,
    announced,
    changed,
    closed,
    disqualified,
    finished,
    paired,
    registration_closed,
    solving_opened,
    times,
    withdrawn,
)

FOUR = ("ana", "bea", "cai", "dia")
END = START + 20 * HOUR


def matches(number: int) -> list[PairedMatch]:
    first, second, third, fourth = FOUR
    pairs = [((first, second), (third, fourth)), ((third, first), (fourth, second))][number % 2]
    return [
        PairedMatch(match_id=f"m{number}{place}", first=one, second=other)
        for place, (one, other) in enumerate(pairs)
    ]


def before_play() -> list[Event]:
    """Everything until solving of round 1: postponed before it was paired, held and resumed."""
    return [
        announced(),
        registration_closed(rounds=4),
        paired(1, matches(1)),
        paired(2, matches(2), times_revision=0),
        paired(3, matches(3)[:1], pages=2, matches_in_round=2),
        paired(3, matches(3)[1:], page=2, pages=2, matches_in_round=2),
        changed(1, times(2, later=HOUR), times(3, later=HOUR)),
        changed(2, times(2, later=HOUR), held=(1, "preparing"), change="held"),
        changed(3, times(2, later=2 * HOUR), times(3, later=HOUR), change="resumed"),
    ]


def after_play() -> list[Event]:
    """Three rounds close, two players leave, and the fourth round is not played."""
    return [
        solving_opened(1),
        disqualified("cai", from_round=2, departure=1),
        closed(1, departures=1),
        solving_opened(2),
        withdrawn("dia", from_round=3, departure=2),
        closed(2, departures=2),
        paired(4, matches(4), times=times(4, later=HOUR), times_revision=3),
        disqualified("dia", from_round=3, departure=3),
        solving_opened(3),
        closed(3, departures=3),
        finished(last_round=3),
    ]


def tell(desk: Desk, events: list[Event], chance: random.Random | None) -> None:
    """Some of the events doubled, and all of them in an order of chance, if there is one."""
    if chance:
        events = events + chance.choices(events, k=len(events))
        chance.shuffle(events)
    for event in events:
        desk.tell(event)
        desk.work()


def season(desk: Desk, chance: random.Random | None = None) -> tuple[Any, Any]:
    """Play a season, and give all that is stored and said at its end."""
    tell(desk, before_play(), chance)
    for who, code in zip(FOUR, ("1111", "2222", "3333", "4444"), strict=True):
        for match_id in ("m10", "m11"):
            desk.code(who, code, match_id)
    desk.move(SOLVING)
    for who in FOUR:
        for number, guess in enumerate(("1111", "2222", "3333"), start=1):
            desk.attempt(who, number, guess, "m10")
            desk.attempt(who, number, guess, "m11")
    if chance is None or chance.random() < 0.5:
        tell(desk, after_play(), chance)
        desk.move(END)
    else:
        desk.move(END)
        tell(desk, after_play(), chance)
    return stored(desk), said(desk)


def stored(desk: Desk) -> dict[str, list[dict[str, Any]]]:
    """All rows, without when they were written and how many acts came first."""
    passing = {"matches.ended_at", "attempts.at", "results.at", "results.acts", "bars.act"}
    with desk.runtime.reading() as uow:
        return {
            table.name: [
                {k: v for k, v in row._mapping.items() if f"{table.name}.{k}" not in passing}
                for row in uow.connection.execute(select(table).order_by(*table.primary_key))
            ]
            for table in Base.metadata.sorted_tables
        }


def said(desk: Desk) -> Any:
    results = {
        (e.match_id, e.outcome, e.by, e.first_points, e.second_points, e.revision)
        for e in desk.emitted(MatchResult)
    }
    barred = [(e.account_id, e.kind) for e in desk.emitted(ParticipantBarred)]
    acts = sorted(e.act for e in desk.emitted(ParticipantBarred) if e.act)
    assert len(results) == len(desk.emitted(MatchResult)), "a result was announced twice"
    return results, sorted(barred), acts


@pytest.fixture(autouse=True)
def no_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the server draw the same codes every time."""
    monkeypatch.setattr(secrets, "randbelow", lambda _count: 0)


def test_every_order_of_events_ends_the_same(make_desk: MakeDesk) -> None:
    in_order = season(make_desk("in order"))
    assert len(in_order[1][0]) == 6
    for seed in range(8):
        shuffled = season(make_desk(f"seed {seed}"), random.Random(seed))
        assert shuffled == in_order, f"seed {seed}"
