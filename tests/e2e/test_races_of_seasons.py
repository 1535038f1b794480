"""Requests at the same moment that concern a season, the clock or an account."""

import threading
from datetime import timedelta

from tests.clients import Answer
from tests.e2e.racing.arena import HOUR, PASSWORD, Arena, Person
from tests.e2e.racing.starting import at_once, outcomes, won

GUESS = "12345678"


# Deadlines


def attempts_until_refused(
    player: Person, match: str, answered: threading.Semaphore
) -> list[Answer]:
    """One attempt after the other until one is refused, each answer announced."""
    answers: list[Answer] = []
    while not answers or answers[-1].status == 201:
        answers.append(player.attempt(match, len(answers) + 1, GUESS))
        answered.release()
    return answers


def after(answered: threading.Semaphore, number: int) -> None:
    """Wait until so many have been answered."""
    for _ in range(number):
        assert answered.acquire(timeout=60)


def test_what_is_taken_at_a_deadline_counts_and_what_is_refused_does_not(arena: Arena) -> None:
    players = arena.newcomers(6)
    season = arena.preparing(*players)
    match_of = {player: season.match_of(player) for player in players}
    moved, *saves = at_once(
        lambda: arena.move(season.solving_from),
        *(lambda p=p: p.save(match_of[p], "11112222") for p in players),
    )
    assert moved.status == 200
    assert set(outcomes(saves)) <= {200, "not_preparing"}

    answered = threading.Semaphore(0)

    def close() -> list[Answer]:
        after(answered, 2 * len(players))
        arena.turn_clock(season.closes_at)
        return []

    _, *streaks = at_once(
        close, *(lambda p=p: attempts_until_refused(p, match_of[p], answered) for p in players)
    )
    ends = outcomes([streak[-1] for streak in streaks])
    assert ends["not_solving"] > 0
    assert set(ends) <= {"not_solving", "no_attempts_left"}
    assert arena.move(season.closes_at).status == 200
    for player, saved, streak in zip(players, saves, streaks, strict=True):
        side = arena.published(match_of[player], player)
        assert side["code_generated"] == (saved.status != 200)
        made = [answer.body["number"] for answer in won(streak)]
        assert [attempt["number"] for attempt in side["attempts"]] == made


def test_a_disqualification_is_in_force_once_it_is_answered(arena: Arena) -> None:
    player, other = arena.newcomers(2)
    season = arena.solving(player, other)
    answered = threading.Semaphore(0)

    def disqualify() -> list[Answer]:
        after(answered, 3)
        body = {"account_id": player.id, "reason": "two accounts"}
        path = f"/seasons/{season.id}/disqualifications"
        put_out = arena.operator.ask("POST", path, body)
        return [put_out, player.attempt(season.match, 21, GUESS)]

    (put_out, late), streak = at_once(
        disqualify, lambda: attempts_until_refused(player, season.match, answered)
    )
    assert put_out.status == 200
    assert late.body["code"] == "disqualified"
    assert streak[-1].body["code"] in ("disqualified", "no_attempts_left")
    arena.move(season.closes_at)
    made = arena.published(season.match, player)["attempts"]
    assert [attempt["number"] for attempt in made] == [a.body["number"] for a in won(streak)]


def test_of_two_moves_of_the_clock_the_later_instant_stays(arena: Arena) -> None:
    now = arena.now
    near, far = at_once(lambda: arena.move(now + HOUR), lambda: arena.move(now + 2 * HOUR))
    assert far.status == 200
    assert near.status == 200 or near.body["code"] == "clock_backwards"
    assert arena.now == now + 2 * HOUR


# Registration


def test_a_player_registers_once(arena: Arena) -> None:
    player, season = arena.newcomer(), arena.announced()
    answers = at_once(*[lambda: player.ask("POST", f"/seasons/{season}/registration")] * 6)
    assert outcomes(answers) == {201: 1, 200: 5}
    assert len({answer.raw for answer in answers}) == 1
    assert arena.operator.made("GET", f"/seasons/{season}")["participants"] == 1


def test_who_registers_while_registration_closes_is_in_or_is_told(arena: Arena) -> None:
    early, late = arena.newcomers(2), arena.newcomers(6)
    season = arena.announced()
    path = f"/seasons/{season}"
    for player in early:
        player.made("POST", f"{path}/registration")
    closed, *answers = at_once(
        lambda: arena.operator.ask("POST", f"{path}/close-registration"),
        *(lambda p=p: p.ask("POST", f"{path}/registration") for p in late),
    )
    assert closed.status == 200
    assert set(outcomes(answers)) <= {201, "registration_not_open"}
    listed = arena.operator.made("GET", f"{path}/participants")["items"]
    taken = [player.id for player in early] + [a.body["account_id"] for a in won(answers)]
    assert sorted(item["account_id"] for item in listed) == sorted(taken)
    assert [item["number"] for item in listed] == list(range(1, len(taken) + 1))
    assert closed.body["participants"] == len(taken)


def test_registration_is_closed_once(arena: Arena) -> None:
    season = arena.announced(format="double_round_robin", swiss_rounds=None)
    path = f"/seasons/{season}"
    for player in arena.newcomers(4):
        player.made("POST", f"{path}/registration")
    operators = [arena.operator, arena.log_in(str(arena.platform.operator_email), PASSWORD)] * 2
    answers = at_once(*(lambda o=o: o.ask("POST", f"{path}/close-registration") for o in operators))
    assert outcomes(answers) == {200: 1, "registration_not_open": 3}
    arena.platform.platform.settle()
    rounds = arena.operator.made("GET", f"{path}/rounds")["items"]
    assert [r["number"] for r in rounds] == list(range(1, 7))
    for number in range(1, 7):
        assert len(arena.operator.made("GET", f"{path}/rounds/{number}/matches")["items"]) == 2


def test_cancelling_and_closing_registration_at_once_ends_cancelled(arena: Arena) -> None:
    season = arena.announced()
    path = f"/seasons/{season}"
    for player in arena.newcomers(2):
        player.made("POST", f"{path}/registration")
    cancelled, closed = at_once(
        lambda: arena.operator.ask("POST", f"{path}/cancel", {"reason": "rain"}),
        lambda: arena.operator.ask("POST", f"{path}/close-registration"),
    )
    assert cancelled.status == 200
    assert closed.status == 200 or closed.body["code"] == "registration_not_open"
    arena.platform.platform.settle()
    shown = arena.operator.made("GET", path)
    assert (shown["state"], shown["cancel_reason"]) == ("cancelled", "rain")
    assert (shown["rounds"] is None) == (closed.status == 409)


def test_withdrawing_twice_at_once_is_withdrawing(arena: Arena) -> None:
    player, other = arena.newcomers(2)
    season = arena.season(player, other, format="double_round_robin", swiss_rounds=None)
    path = f"/seasons/{season.id}"
    answers = at_once(*[lambda: player.ask("DELETE", f"{path}/registration")] * 4)
    assert outcomes(answers) == {204: 4}
    listed = arena.operator.made("GET", f"{path}/participants")["items"]
    status = {item["account_id"]: item["status"] for item in listed}
    assert status == {player.id: "withdrawn", other.id: "active"}


# Operators


def test_of_two_changes_of_one_version_one_is_stale(arena: Arena) -> None:
    season = arena.season(*arena.newcomers(2))
    path = f"/seasons/{season.id}"
    tag = arena.operator.ask("GET", path).headers["ETag"]
    body = {"seconds": 60, "reason": "rain"}
    ask = lambda: arena.operator.ask("POST", f"{path}/postpone", body, If_Match=tag)  # noqa: E731
    assert outcomes(at_once(ask, ask, ask)) == {200: 1, "stale": 2}
    assert len(arena.operator.made("GET", path)["postponements"]) == 1
    (round_,) = arena.operator.made("GET", f"{path}/rounds")["items"]
    later = season.preparing_from + timedelta(seconds=60)
    assert round_["preparing_from"] == later.isoformat().replace("+00:00", "Z")


def test_corrections_at_once_are_one_after_the_other(arena: Arena) -> None:
    season = arena.solving(*arena.newcomers(2))
    arena.move(season.closes_at)
    path = f"/matches/{season.match}"
    calls = [("correct", {"outcome": o}) for o in ("first", "second", "draw")] + [("annul", {})]
    answers = at_once(
        *(
            lambda act=act, how=how: arena.operator.ask(
                "POST", f"{path}/{act}", {**how, "reason": "it was so"}
            )
            for act, how in calls
        )
    )
    assert outcomes(answers) == {200: 4}
    assert sorted(a.body["result"]["revision"] for a in answers) == [2, 3, 4, 5]
    arena.platform.platform.settle()
    result = arena.operator.made("GET", path)["result"]
    table = arena.operator.made("GET", f"/seasons/{season.id}/standings")
    assert (result["revision"], table["revision"]) == (5, 5)
    assert sum(row["points"] for row in table["items"]) == sum(result["points"].values())


# Accounts


def test_of_accounts_with_one_address_one_is_made(arena: Arena) -> None:
    def register(number: int) -> Answer:
        email = "same@example.org" if number % 2 else "SAME@example.org"
        names = {"email": email, "display_name": f"Same {number}"}
        return arena.ask("POST", "/accounts", {**names, **CONSENT})

    answers = at_once(*(lambda n=n: register(n) for n in range(6)))
    assert outcomes(answers) == {201: 1, "email_taken": 5}
    assert arena.log_in("same@example.org").id == won(answers)[0].body["id"]


def test_of_accounts_with_one_name_one_is_made(arena: Arena) -> None:
    def register(number: int) -> Answer:
        names = {"email": f"name{number}@example.org", "display_name": "The one name"}
        return arena.ask("POST", "/accounts", {**names, **CONSENT})

    answers = at_once(*(lambda n=n: register(n) for n in range(6)))
    assert outcomes(answers) == {201: 1, "display_name_taken": 5}


CONSENT = {"password": PASSWORD, "accept_rules": True}


def test_a_refresh_token_used_twice_at_once_ends_the_login(arena: Arena) -> None:
    player = arena.newcomer()
    body = {"refresh_token": player.refresh_token}
    answers = at_once(*[lambda: arena.ask("POST", "/sessions/refresh", body)] * 4)
    assert outcomes(answers) == {201: 1, "invalid_refresh_token": 3}
    assert player.ask("GET", "/me").status == 401
    fresh = won(answers)[0].body["access_token"]
    assert arena.ask("GET", "/me", token=fresh).status == 401
