"""Requests at the same moment on the running platform: one wins, the others get their refusal, and
nothing is lost or happens twice."""

import pytest

from tests.e2e.racing.arena import HOUR, Arena, Person
from tests.e2e.racing.starting import at_once, outcomes, won

Pair = tuple[Person, Person]


@pytest.fixture
def pair(arena: Arena) -> Pair:
    return arena.newcomer(), arena.newcomer()


def clues(limit: int, cost: int) -> dict[str, int]:
    return {"unlock_after_attempts": 0, "limit": limit, "aura_cost": cost}


# Duels


def test_of_two_codes_confirmed_at_once_one_is_final(arena: Arena, pair: Pair) -> None:
    player, match = pair[0], arena.preparing(*pair).match
    codes = [str(number) * 8 for number in range(1, 7)]
    answers = at_once(*(lambda c=c: player.save(match, c) for c in codes))
    assert outcomes(answers) == {200: 1, "code_already_confirmed": 5}
    assert player.side(match)["code"] == won(answers)[0].body["code"]


def test_of_guesses_with_one_number_one_is_made(arena: Arena, pair: Pair) -> None:
    player, match = pair[0], arena.solving(*pair).match
    guesses = [str(number) * 8 for number in range(1, 7)]
    answers = at_once(*(lambda g=g: player.attempt(match, 1, g) for g in guesses))
    assert outcomes(answers) == {201: 1, "attempt_out_of_turn": 5}
    (made,) = player.side(match)["attempts"]
    assert made["guess"] == won(answers)[0].body["guess"]


def test_the_same_attempt_sent_at_once_is_one(arena: Arena, pair: Pair) -> None:
    player, match = pair[0], arena.solving(*pair).match
    answers = at_once(*[lambda: player.attempt(match, 1, "12345678")] * 6)
    assert outcomes(answers) == {201: 1, 200: 5}
    assert len({answer.raw for answer in answers}) == 1
    assert len(player.side(match)["attempts"]) == 1


# Aura


def test_the_last_clue_is_sold_once(arena: Arena, pair: Pair) -> None:
    player = pair[0]
    arena.grant(player, 100)
    match = arena.solving(*pair, clues=clues(limit=2, cost=5)).match
    assert player.clue(match).status == 201
    answers = at_once(*[lambda: player.clue(match)] * 6)
    assert outcomes(answers) == {201: 1, "clue_limit_reached": 5}
    assert len(player.side(match)["clues"]) == 2
    assert player.aura()["balance"] == 90


def test_the_last_aura_buys_one_clue_in_one_of_two_duels(arena: Arena, pair: Pair) -> None:
    player = pair[0]
    arena.grant(player, 5)
    seasons = [arena.season(*pair, clues=clues(limit=8, cost=5)) for _ in range(2)]
    arena.move(max(season.solving_from for season in seasons))
    matches = [season.match for season in seasons] * 3
    answers = at_once(*(lambda m=m: player.clue(m) for m in matches))
    assert outcomes(answers) == {201: 1, "insufficient_aura": 5}
    assert sum(len(player.side(season.match)["clues"]) for season in seasons) == 1
    assert [item["balance_after"] for item in player.aura()["items"]] == [0, 5]


def test_of_forty_spends_on_a_balance_of_five_five_succeed(arena: Arena, pair: Pair) -> None:
    player = pair[0]
    arena.grant(player, 5)
    match = arena.solving(*pair, clues=clues(limit=8, cost=1)).match
    answers = at_once(*[lambda: player.clue(match)] * 40)
    assert outcomes(answers) == {201: 5, "insufficient_aura": 35}
    told = player.side(match)["clues"]
    assert len({clue["position"] for clue in told}) == 5
    assert sorted(answer.body["aura_balance"] for answer in won(answers)) == [0, 1, 2, 3, 4]
    assert [item["balance_after"] for item in player.aura()["items"]] == [0, 1, 2, 3, 4, 5]


def test_grants_and_spends_at_once_all_count(arena: Arena, pair: Pair) -> None:
    player = pair[0]
    arena.grant(player, 8)
    match = arena.solving(*pair, clues=clues(limit=8, cost=1)).match
    grants = [lambda: arena.grant(player, 3)] * 5
    spends = [lambda: player.clue(match)] * 8
    at_once(*grants, *spends)
    shown = player.aura()
    assert shown["balance"] == 8 + 5 * 3 - 8
    ran = [(i["amount"], i["balance_after"]) for i in reversed(shown["items"])]
    assert [after for _, after in ran] == [sum(a for a, _ in ran[: n + 1]) for n in range(14)]


# Idempotency keys


def test_one_key_twenty_times_at_once_is_one_clue(arena: Arena, pair: Pair) -> None:
    player = pair[1]
    arena.grant(player, 100)
    match = arena.solving(*pair, clues=clues(limit=8, cost=5)).match
    answers = at_once(*[lambda: player.clue(match, Idempotency_Key="one")] * 20)
    assert {(answer.status, answer.raw) for answer in answers} == {(201, answers[0].raw)}
    assert len(player.side(match)["clues"]) == 1
    assert player.aura()["balance"] == 95


def test_one_key_twenty_times_at_once_is_one_refusal(arena: Arena, pair: Pair) -> None:
    player, match = pair[0], arena.solving(*pair).match
    ask = lambda: player.attempt(match, 2, "12345678", Idempotency_Key="two")  # noqa: E731
    answers = at_once(*[ask] * 20)
    assert outcomes(answers) == {"attempt_out_of_turn": 20}
    assert len({answer.raw for answer in answers}) == 1


def test_one_key_twenty_times_at_once_is_one_season(arena: Arena) -> None:
    before = len(arena.operator.made("GET", "/seasons?limit=200")["items"])
    now = arena.now
    body = {
        "name": "Once",
        "format": "double_round_robin",
        "time_zone": "UTC",
        "starts_on": (now + 48 * HOUR).date().isoformat(),
        "registration_opens_at": (now + HOUR).isoformat(),
        "registration_closes_at": (now + 2 * HOUR).isoformat(),
    }
    ask = lambda: arena.operator.ask("POST", "/seasons", body, Idempotency_Key="it")  # noqa: E731
    answers = at_once(*[ask] * 20)
    assert {(answer.status, answer.raw) for answer in answers} == {(201, answers[0].raw)}
    assert len(arena.operator.made("GET", "/seasons?limit=200")["items"]) == before + 1
