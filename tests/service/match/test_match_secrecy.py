"""What one side does is invisible to everyone else until the close: two worlds that differ in
one side's secret moves alone answer everyone else alike, to the byte."""

import random
from datetime import timedelta
from typing import Any

import pytest

from tests.service.match.conftest import MakeDesk
from tests.service.match.desk import Desk
from tests.service.match.telling import (
    CLOSE,
    HOUR,
    SOLVING,
    START,
    TICK,
    announced,
    closed,
    paired,
    registration_closed,
    solving_opened,
)

WATCHERS: tuple[str | None, ...] = ("ana", "cai", "op", None)
PATHS = (
    "/matches/m1",
    "/matches/m1/revisions",
    "/matches/m2",
    "/seasons/s1/rounds/1/matches",
    "/seasons/s1/rounds/2/matches",
    "/me/matches",
    "/me/matches?state=open",
    "/me/aura",
)
MINUTE = timedelta(minutes=1)


def looks(desk: Desk) -> list[Any]:
    """Everything that anyone but Bea can see, with every header."""
    seen = []
    for who in WATCHERS:
        for path in PATHS:
            answer = desk.ask(who, "GET", path, X_Request_Id="same")
            # The date is this machine's own.
            headers = sorted(pair for pair in answer.headers if pair[0] != "Date")
            seen.append((who, path, answer.status_code, headers, answer.data))
    return seen


def ana(desk: Desk) -> list[Any]:
    """What Ana is told when she makes her own moves; the same in both worlds."""
    moves = (
        desk.code("ana", "1234"),
        desk.attempt("ana", 1, "1111"),
        desk.attempt("ana", 2, "5566"),
        desk.clue("ana"),
        desk.attempt("ana", 3, "6655"),
        desk.clue("ana"),
    )
    return [(move.status_code, move.data) for move in moves]


def bea(desk: Desk, chance: random.Random) -> None:
    """Bea does something, or nothing."""
    act = chance.choice(("wait", "draft", "attempt", "attempt", "clue", "look", "nonsense"))
    number = len(desk.look("bea")["you"]["attempts"]) + 1 if act == "attempt" else 1
    if act == "draft":
        desk.code("bea", chance.choice(("2222", "3333")), confirm=False)
    elif act == "attempt":
        desk.attempt("bea", number, chance.choice(("1234", "1111", "1243")))
    elif act == "clue":
        desk.clue("bea")
    elif act == "look":
        desk.ask("bea", "GET", "/me/matches")
    elif act == "nonsense":
        desk.attempt("bea", 9, "9")


def world(desk: Desk, seed: int) -> list[Any]:
    """A round as the others see it. `seed` decides about Bea alone, who confirms one code."""
    chance = random.Random(seed)
    desk.tell(announced(), registration_closed(), paired(), paired(2))
    desk.grant("ana", 100)
    desk.grant("bea", 100)
    seen: list[Any] = []
    for instant in (
        START,
        START + 30 * MINUTE,
        SOLVING,
        SOLVING + 30 * MINUTE,
        CLOSE - TICK,
        CLOSE,
    ):
        desk.move(instant)
        if instant == START + 30 * MINUTE:
            desk.code("bea", "4321")
        if instant == SOLVING:
            desk.tell(solving_opened())
        for _ in range(3):
            bea(desk, chance)
        seen += looks(desk) + ana(desk)
    return seen


@pytest.fixture(autouse=True)
def no_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let clues tell the same positions in both worlds."""
    monkeypatch.setattr("secrets.randbelow", lambda _count: 0)


def test_no_answer_tells_what_the_other_side_does(make_desk: MakeDesk) -> None:
    reference = world(make_desk("0"), 0)
    for seed in range(1, 3):
        assert world(make_desk(str(seed)), seed) == reference


def test_whether_a_code_was_confirmed_does_not_show(make_desk: MakeDesk) -> None:
    """Bea confirms the very code that would be drawn for her, or drafts, or does nothing."""
    seen = []
    for name, act in (
        ("confirmed", lambda desk: desk.code("bea", "1111")),
        ("drafted", lambda desk: desk.code("bea", "2222", confirm=False)),
        ("silent", lambda _: None),
    ):
        desk = make_desk(name)
        desk.tell(announced(), registration_closed(), paired(), paired(2))
        act(desk)
        told = looks(desk) + ana(desk)
        desk.clock.move(SOLVING + MINUTE)
        told += looks(desk) + ana(desk) + looks(desk)
        desk.tell(solving_opened())
        desk.work()
        told += looks(desk)
        seen.append(told)
    assert seen[0] == seen[1] == seen[2]


def test_everything_is_published_at_the_close_together(make_desk: MakeDesk) -> None:
    worlds = []
    for seed in (1, 2):
        desk = make_desk(str(seed))
        world(desk, seed)
        desk.tell(closed())
        desk.move(CLOSE + HOUR)
        shown = desk.look(None)
        assert shown["state"] == "closed"
        assert {"code", "code_generated", "attempts", "clues", "solved"} <= set(shown["second"])
        worlds.append(shown["second"])
    assert worlds[0] != worlds[1]


def test_a_drawn_code_of_ones_own_does_not_show_the_others_attempt(make_desk: MakeDesk) -> None:
    seen = []
    for name in ("moved", "waited"):
        desk = make_desk(name)
        desk.tell(announced(), paired())
        desk.clock.move(SOLVING)
        if name == "moved":
            desk.attempt("bea", 1, "6666")
        seen.append(looks(desk))
    assert seen[0] == seen[1]
