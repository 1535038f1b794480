"""What is told of live duels, again and in any order."""

import random
from typing import Any

import pytest

from services.match.snapshot import SNAPSHOT
from shared.events.catalogue import AccountDeleted, DuelOpened, Event, MatchResult
from shared.snapshot import Reached
from tests.service.match.conftest import MakeDesk
from tests.service.match.desk import Desk
from tests.service.match.live import begin, called_off, join, open_table, opened, resign
from tests.service.match.telling import CLOSE, closed, paired


def told_again(desk: Desk, kind: type[Event]) -> list[Event]:
    """All facts of a chapter, as somebody is told them who has lost them."""
    (chapter,) = (chapter for chapter in SNAPSHOT.chapters if kind in chapter.types)
    facts: list[Event] = []
    reached: Reached = ()
    with desk.runtime.reading() as uow:
        while (told := chapter.read(uow, reached)) is not None:
            facts += told.facts
            reached = told.reached
    return facts


def test_duels_and_results_are_told_again_as_they_were_told_first(desk: Desk) -> None:
    desk.tell(paired(), closed(), opened())
    begin(desk)
    resign(desk, "bea")
    match = join(desk, "bea", open_table(desk, "guest")).json
    desk.ask("cai", "POST", "/tables/computer", {"level": "easy"})
    desk.move(CLOSE)
    for kind, number in ((DuelOpened, 3), (MatchResult, 4)):
        first = sorted(desk.emitted(kind), key=repr)
        assert len(first) == number
        assert sorted(told_again(desk, kind), key=repr) == first
    kinds = {event.match_id: event.kind for event in desk.emitted(MatchResult)}
    assert kinds[match["id"]] == "friendly"


FACTS: list[Event] = [
    opened("g1", "ana", "bea"),
    called_off("g1"),
    opened("g2", "cai", "dia"),
    AccountDeleted(account_id="dia", revision=2),
    opened("g3", "ana", "op"),
]


def ended(desk: Desk) -> Any:
    """How everything stands: g1 never opened or closed, dia has resigned, g3 goes on."""
    results = {event.match_id: (event.by, event.left) for event in desk.emitted(MatchResult)}
    open_ones = [m["id"] for m in desk.ask("ana", "GET", "/me/matches?state=open").json["items"]]
    return results.get("g1", ("closed", None)), results["g2"], open_ones


@pytest.mark.parametrize("seed", range(8))
def test_facts_of_the_ladder_come_in_any_order_and_twice(make_desk: MakeDesk, seed: int) -> None:
    desk, chance = make_desk(), random.Random(seed)
    events = FACTS + chance.choices(FACTS, k=5)
    chance.shuffle(events)
    for event in events:
        desk.tell(event)
        desk.work()
    assert ended(desk) == (("closed", None), ("resignation", "second"), ["g3"])
