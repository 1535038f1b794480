"""Requests at the same moment: one wins, and nothing is lost or taken twice."""

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from shared.events.catalogue import MatchResult, PairedMatch
from tests.service.match.desk import Desk
from tests.service.match.telling import (
    CLOSE,
    CLUES,
    SOLVING,
    closed,
    disqualified,
    paired,
    solving_opened,
)

Call = Callable[[], Any]


@pytest.fixture
def race(desk: Desk) -> Desk:
    """Ana plays Bea, and Cai in another season; nobody has moved yet."""
    other = [PairedMatch(match_id="z1", first="ana", second="cai")]
    desk.tell(paired(), paired(1, other, season="s2"), solving_opened())
    return desk


def begin(desk: Desk) -> None:
    """Bea's code is 4321, and solving begins."""
    desk.code("bea", "4321")
    desk.move(SOLVING)


def at_once(calls: Sequence[Call]) -> list[Any]:
    """The answers to calls that all start at the same moment."""
    start, answers = threading.Barrier(len(calls)), []

    def run(call: Call) -> None:
        start.wait()
        answers.append(call())

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def codes(answers: Sequence[Any]) -> Counter[tuple[int, str | None]]:
    return Counter(
        (a.status_code, a.json["code"] if a.status_code >= 400 else None) for a in answers
    )


def test_of_different_guesses_with_one_number_one_is_taken(race: Desk) -> None:
    begin(race)
    guesses = ["1111", "2222", "3333", "4444", "5555", "6666"]
    answers = at_once([lambda g=g: race.attempt("ana", 1, g) for g in guesses])
    assert codes(answers) == {(201, None): 1, (409, "attempt_out_of_turn"): 5}
    assert len(race.look("ana")["you"]["attempts"]) == 1


def test_of_the_same_attempt_sent_at_once_one_is_made(race: Desk) -> None:
    begin(race)
    answers = at_once([lambda: race.attempt("ana", 1, "4312")] * 6)
    assert Counter(a.status_code for a in answers) == {201: 1, 200: 5}
    assert len({a.data for a in answers}) == 1


def test_the_last_clue_is_sold_once(race: Desk) -> None:
    begin(race)
    race.grant("ana", 100)
    race.attempt("ana", 1, "1111")
    race.clue("ana")
    answers = at_once([lambda: race.clue("ana")] * 5)
    assert codes(answers) == {(201, None): 1, (409, "clue_limit_reached"): 4}
    assert race.ask("ana", "GET", "/me/aura").json["balance"] == 100 - 2 * CLUES.aura_cost


def test_the_last_aura_buys_one_clue_of_two_duels(race: Desk) -> None:
    begin(race)
    race.grant("ana", CLUES.aura_cost)
    for match_id in ("m1", "z1"):
        assert race.attempt("ana", 1, "1111", match_id).status_code == 201
    answers = at_once([lambda m=m: race.clue("ana", m) for m in ("m1", "z1") * 3])
    assert codes(answers) == {(201, None): 1, (409, "insufficient_aura"): 5}
    told = [clue for m in ("m1", "z1") for clue in race.look("ana", m)["you"]["clues"]]
    assert len(told) == 1
    shown = race.ask("ana", "GET", "/me/aura").json
    assert (shown["balance"], len(shown["items"])) == (0, 2)


def test_of_two_confirmations_one_is_final(race: Desk) -> None:
    mine = ["1111", "2222", "3333", "4444"]
    answers = at_once([lambda c=c: race.code("ana", c) for c in mine])
    assert codes(answers) == {(200, None): 1, (409, "code_already_confirmed"): 3}
    (taken,) = [a.json["code"] for a in answers if a.status_code == 200]
    assert race.look("ana")["you"]["code"] == taken


def test_looks_and_attempts_at_the_deadline_draw_one_code(race: Desk) -> None:
    race.clock.move(SOLVING)
    answers = at_once(
        [lambda: race.ask("bea", "GET", "/matches/m1")] * 3
        + [lambda: race.attempt("ana", 1, "1111")] * 2
        + [lambda: race.ask("bea", "GET", "/me/matches")] * 2
    )
    assert {a.status_code for a in answers} <= {200, 201}
    seen = {a.json["you"]["code"] for a in answers if "you" in a.json}
    seen |= {m["you"]["code"] for a in answers for m in a.json.get("items", [])}
    assert seen == {race.look("bea")["you"]["code"]}


def test_grants_at_once_all_count(race: Desk) -> None:
    at_once([lambda: race.grant("ana", 3)] * 6)
    shown = race.ask("ana", "GET", "/me/aura").json
    assert shown["balance"] == 18
    assert [item["balance_after"] for item in shown["items"]] == [18, 15, 12, 9, 6, 3]


def test_corrections_at_once_are_numbered_one_after_the_other(race: Desk) -> None:
    race.tell(closed())
    race.move(CLOSE)
    outcomes = ["first", "second", "draw", "none"]

    def correct(outcome: str) -> Any:
        body = {"outcome": outcome, "reason": "so it was"}
        return race.ask("op", "POST", "/matches/m1/correct", body)

    calls: list[Call] = [lambda o=o: correct(o) for o in outcomes]
    calls.append(lambda: race.tell(disqualified("ana", 2)))
    at_once(calls)
    told = race.emitted(MatchResult)
    assert [event.revision for event in told] == [1, 2, 3, 4, 5]
    acts = [event.act for event in told[1:]]
    assert acts == sorted(acts)
    assert set(acts) < {1, 2, 3, 4, 5}
