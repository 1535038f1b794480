"""What the services announce becomes what listeners are told."""

import itertools
import random
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta

import pytest

from services.gateway.domain.live import LiveEvent, Position
from services.gateway.store import live, live_seasons
from shared.events.catalogue import Event, SeasonCancelled, SeasonFinished
from tests.service.gateway.announcing import (
    announced,
    changed,
    closed,
    duel,
    now,
    open_what_is_due,
    paired,
    pass_time,
    result,
    solving,
    steps,
    table,
    told,
)
from tests.service.gateway.gateway_under_test import Gateway

WHOLE_SWISS = [
    "season_changed",
    "standings_published 0/1",
    "round_opened 1",
    "solving_opened 1",
    "round_closed 1",
    "standings_published 1/1",
    "round_opened 2",
    "solving_opened 2",
    "round_closed 2",
    "standings_published 2/1",
    "standings_published 2/2",
]


@pytest.mark.parametrize("seed", range(20))
def test_a_swiss_is_told_in_one_order_whatever_the_order_of_arrival(
    gateway: Gateway, seed: int
) -> None:
    gateway.hear(announced())
    at = now(gateway)
    events: list[Event] = [
        table(0),
        paired(1, at),
        solving(1),
        closed(1),
        table(1),
        table(1, page=2),
        paired(2, at),
        solving(2),
        closed(2),
        table(2),
        table(2, revision=2),
    ]
    shuffled = random.Random(seed).sample(events * 2, 2 * len(events))
    for event in shuffled:
        gateway.hear(event)
        open_what_is_due(gateway)
    assert steps(gateway) == WHOLE_SWISS


@pytest.mark.parametrize("seed", range(20))
def test_a_round_robin_is_told_causes_first_and_everything_once(
    gateway: Gateway, seed: int
) -> None:
    gateway.hear(announced("double_round_robin"))
    at = now(gateway)
    events: Sequence[Event] = [
        table(0),
        *(paired(number, at + timedelta(days=2 * number)) for number in (1, 2)),
        *(make(number) for number in (1, 2) for make in (solving, closed, table)),
    ]
    shuffled = random.Random(seed).sample(list(events) * 2, 2 * len(events))
    for event in shuffled:
        gateway.hear(event)
        open_what_is_due(gateway)
    heard = steps(gateway)
    assert Counter(heard) == Counter(WHOLE_SWISS[:-1])
    rounds = [step for step in heard if not step.startswith(("standings", "season"))]
    assert rounds == [step for step in WHOLE_SWISS if step in rounds]
    for number in (1, 2):
        assert heard.index(f"round_closed {number}") < heard.index(
            f"standings_published {number}/1"
        )


def test_a_round_opens_when_its_preparing_begins_and_not_when_it_is_paired(
    gateway: Gateway,
) -> None:
    at = now(gateway)
    gateway.hear(*(paired(number, at + timedelta(days=2 * number)) for number in (1, 2, 3)))
    open_what_is_due(gateway)
    assert steps(gateway) == []
    pass_time(gateway, days=1, hours=23)
    assert steps(gateway) == []
    pass_time(gateway, hours=1)
    assert steps(gateway) == ["round_opened 1"]
    # Round 2 waits for the close of round 1, however late that comes (the season may be held).
    pass_time(gateway, days=4)
    assert steps(gateway) == ["round_opened 1"]
    gateway.hear(solving(1), closed(1))
    open_what_is_due(gateway)
    assert steps(gateway)[-1] == "round_opened 2"


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_the_newest_times_count(gateway: Gateway, order: tuple[int, ...]) -> None:
    at = now(gateway)
    events: list[Event] = [
        paired(1, at),
        changed(1, (1, at + timedelta(days=1))),
        changed(2, (1, at + timedelta(days=3))),
    ]
    gateway.hear(*(events[index] for index in order))
    pass_time(gateway, days=2)
    assert "round_opened 1" not in steps(gateway)
    pass_time(gateway, days=1)
    assert "round_opened 1" in steps(gateway)


def test_a_timed_round_opens_once_its_times_are_announced(gateway: Gateway) -> None:
    gateway.hear(paired(1, None))
    pass_time(gateway, days=1)
    assert steps(gateway) == []
    gateway.hear(changed(1, (1, now(gateway))))
    open_what_is_due(gateway)
    assert steps(gateway) == ["season_changed", "round_opened 1"]


@pytest.mark.parametrize("end", ["cancelled", "finished"])
def test_a_season_that_is_over_opens_nothing(gateway: Gateway, end: str) -> None:
    gateway.hear(paired(1, now(gateway) + timedelta(days=1)))
    over: Event = (
        SeasonCancelled(season_id="S", reason="x", last_round=0)
        if end == "cancelled"
        else SeasonFinished(season_id="S", last_round=0)
    )
    gateway.hear(over, over)
    pass_time(gateway, days=2)
    assert steps(gateway) == ["season_changed"]
    with gateway.runtime.reading() as uow:
        assert live_seasons.next_opening(uow) is None


def test_changes_of_a_duel_are_told_to_its_own_player_alone(gateway: Gateway) -> None:
    gateway.hear(duel("ana"))
    assert told(gateway, "ana") == [LiveEvent("duel_changed", {"match_id": "M"}, "ana")]
    assert told(gateway, "bea") == told(gateway) == []


def test_both_players_hear_of_a_result(gateway: Gateway) -> None:
    gateway.hear(result("ana", "bea"), result("ana", "bea", revision=2))
    assert len(told(gateway, "ana")) == len(told(gateway, "bea")) == 2
    assert told(gateway) == []


def test_what_others_are_told_leaves_no_gap(gateway: Gateway) -> None:
    gateway.hear(
        duel("ana"),
        solving(1),
        duel("bea"),
        duel("ana"),
        closed(1),
    )
    with gateway.runtime.reading() as uow:
        numbers = {
            who: [number for _, number in live.after(uow, Position(), who, 100)]
            for who in ("ana", "bea", None)
        }
        positions = [str(live.present(uow, who)) for who in ("ana", "bea", "cem", None)]
    assert numbers == {"ana": [1, 1, 2, 2, 3], "bea": [1, 2, 1, 3], None: [1, 2, 3]}
    assert positions == ["3-2", "3-1", "3-0", "3-0"]


def test_seasons_are_told_apart(gateway: Gateway) -> None:
    at = now(gateway)
    gateway.hear(paired(1, at), paired(1, at, season="T"), solving(1))
    open_what_is_due(gateway)
    assert Counter((e.type, e.data["season_id"]) for e in told(gateway)) == Counter(
        [("round_opened", "S"), ("solving_opened", "S"), ("round_opened", "T")]
    )
