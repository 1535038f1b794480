"""Private tables and games against the computer."""

from datetime import timedelta

import pytest

from services.match.domain.tables import OPEN_FOR
from shared.events.catalogue import AccountDeleted, AccountSuspended, DuelChanged, DuelOpened
from tests.service.match.desk import Desk, refusal
from tests.service.match.live import (
    ANAS,
    WRONG,
    after,
    begin,
    join,
    open_table,
    opened,
    resign,
    result,
)
from tests.service.match.telling import START


def test_a_table_from_its_invite_to_its_result(desk: Desk) -> None:
    table = open_table(desk)
    assert table["game"] == {"code_length": 4, "symbols": 6, "repeats": True, "max_attempts": 10}
    assert table["match_id"] is None
    answer = join(desk, "bea", table)
    assert answer.status_code == 200
    match = answer.json
    assert (match["kind"], match["rated"], match["unrated_reason"]) == (
        "friendly",
        False,
        "private",
    )
    assert (match["game_id"], match["state"]) == (match["id"], "preparing")
    assert (match["first"]["account_id"], match["you"]["side"]) == ("ana", "second")
    seen = desk.ask("ana", "GET", f"/tables/{table['id']}").json
    assert seen == {**table, "match_id": match["id"]}
    assert [event.account_id for event in desk.emitted(DuelChanged)] == ["ana"]
    (told,) = desk.emitted(DuelOpened)
    assert (told.kind, told.origin, told.rated) == ("friendly", "private", False)
    begin(desk, match["id"])
    desk.attempt("ana", 1, WRONG, match["id"])
    desk.attempt("bea", 1, ANAS, match["id"])
    event = result(desk, match["id"])
    assert (event.kind, event.outcome, event.by) == ("friendly", "second", "only_solver")


def test_the_game_can_be_chosen(desk: Desk) -> None:
    table = open_table(desk, code_length=2, symbols=3, repeats=False)
    match = join(desk, "bea", table).json
    assert match["game"] == {"code_length": 2, "symbols": 3, "repeats": False, "max_attempts": 10}
    answer = desk.ask("cai", "POST", "/tables", {"game": {"code_length": 9}})
    assert refusal(answer) == (422, "invalid")
    assert list(answer.json["errors"]) == ["game.code_length"]


def test_a_body_may_be_left_out(desk: Desk) -> None:
    assert desk.ask("ana", "POST", "/tables").status_code == 201


def test_guests_sit_at_tables_too(desk: Desk) -> None:
    table = open_table(desk, "guest")
    match = join(desk, "bea", table).json
    (told,) = desk.emitted(DuelOpened)
    assert (told.first_is_guest, told.second_is_guest) == (True, False)
    assert match["first"]["display_name"] == "Guest"
    begin(desk, match["id"], "guest", "bea")
    assert desk.attempt("guest", 1, WRONG, match["id"]).status_code == 201
    assert desk.ask("guest", "GET", "/me/matches").json["items"][0]["id"] == match["id"]
    assert resign(desk, "guest", match["id"]).json["result"]["outcome"] == "second"


def test_joining_twice_finds_the_same_match(desk: Desk) -> None:
    table = open_table(desk)
    match = join(desk, "bea", table).json
    assert join(desk, "bea", table).json == match
    resign(desk, "bea", match["id"])
    assert join(desk, "bea", table).json["state"] == "closed"
    assert refusal(join(desk, "cai", table)) == (409, "table_taken")
    assert refusal(join(desk, "ana", table)) == (409, "own_table")


def test_an_invite_may_be_typed_carelessly(desk: Desk) -> None:
    table = open_table(desk)
    typed = {"invite_code": table["invite_code"].upper().replace("-", "")}
    assert join(desk, "bea", typed).status_code == 200


def test_a_table_does_not_wait_for_ever(desk: Desk) -> None:
    table = open_table(desk)
    assert table["expires_at"] == "2026-03-29T00:00:00Z"
    desk.move(START + OPEN_FOR - timedelta(seconds=1))
    assert desk.ask("ana", "GET", f"/tables/{table['id']}").status_code == 200
    desk.move(START + OPEN_FOR)
    assert refusal(join(desk, "bea", table)) == (404, "not_found")
    assert refusal(desk.ask("ana", "GET", f"/tables/{table['id']}")) == (404, "not_found")


def test_a_table_is_its_opener_s_to_look_at_and_to_close(desk: Desk) -> None:
    table = open_table(desk)
    path = f"/tables/{table['id']}"
    for method in ("GET", "DELETE"):
        assert refusal(desk.ask("bea", method, path)) == (404, "not_found")
    assert desk.ask("ana", "DELETE", path).status_code == 204
    assert refusal(desk.ask("ana", "DELETE", path)) == (404, "not_found")
    assert refusal(join(desk, "bea", table)) == (404, "not_found")


def test_a_table_at_which_a_duel_began_is_not_closed(desk: Desk) -> None:
    table = open_table(desk)
    join(desk, "bea", table)
    answer = desk.ask("ana", "DELETE", f"/tables/{table['id']}")
    assert refusal(answer) == (409, "table_taken")


def test_one_open_table_a_player(desk: Desk) -> None:
    former, table = open_table(desk), open_table(desk)
    assert refusal(join(desk, "bea", former)) == (404, "not_found")
    assert join(desk, "bea", table).status_code == 200


def test_one_live_duel_a_player(desk: Desk) -> None:
    table = open_table(desk, "cai")
    own = open_table(desk, "ana")
    desk.tell(opened())
    assert refusal(join(desk, "bea", table)) == (409, "already_playing")
    assert refusal(join(desk, "dia", own)) == (409, "opponent_playing")
    assert refusal(desk.ask("ana", "POST", "/tables", {})) == (409, "already_playing")
    answer = desk.ask("ana", "POST", "/tables/computer", {"level": "easy"})
    assert refusal(answer) == (409, "already_playing")
    resign(desk, "ana")
    assert join(desk, "bea", table).status_code == 200


def test_an_account_that_is_deleted_takes_its_table_along(desk: Desk) -> None:
    table = open_table(desk)
    desk.tell(AccountDeleted(account_id="ana", revision=2))
    assert refusal(join(desk, "bea", table)) == (404, "not_found")
    for path, body in (("/tables", {}), ("/tables/computer", {"level": "easy"})):
        assert refusal(desk.ask("ana", "POST", path, body)) == (403, "forbidden")


def test_nobody_sits_down_with_somebody_who_is_suspended(desk: Desk) -> None:
    table = open_table(desk)
    desk.tell(AccountSuspended(account_id="ana", suspended=True, revision=2))
    assert join(desk, "bea", table).status_code == 404
    desk.tell(AccountSuspended(account_id="ana", suspended=False, revision=3))
    assert join(desk, "bea", table).status_code == 200


def test_nobody_sits_down_without_a_login(desk: Desk) -> None:
    table = open_table(desk)
    assert refusal(desk.ask(None, "POST", "/tables", {})) == (401, "unauthorized")
    assert refusal(join(desk, None, table)) == (401, "unauthorized")
    assert refusal(desk.ask("server", "POST", "/tables", {})) == (403, "forbidden")


def test_nobody_guesses_an_invite(desk: Desk) -> None:
    assert refusal(join(desk, "bea", {"invite_code": "bamo"})) == (404, "not_found")
    codes = {open_table(desk)["invite_code"] for _ in range(5)}
    assert len(codes) == 5


# The computer


@pytest.mark.parametrize("level", ["easy", "normal", "perfect"])
def test_a_game_against_the_computer(desk: Desk, level: str) -> None:
    answer = desk.ask("ana", "POST", "/tables/computer", {"level": level})
    assert answer.status_code == 201
    match = answer.json
    assert (match["kind"], match["rated"], match["unrated_reason"]) == (
        "friendly",
        False,
        "computer",
    )
    assert match["second"]["display_name"] == f"Computer ({level})"
    (told,) = desk.emitted(DuelOpened)
    assert (told.origin, told.second_is_guest) == ("computer", False)
    assert desk.code("ana", ANAS, match["id"]).status_code == 200
    for number in range(1, 11):
        shown = desk.look("ana", match["id"])
        if shown["state"] == "closed":
            break
        assert set(shown["second"]) == {"account_id", "display_name"}
        assert desk.attempt("ana", number, "1234", match["id"]).status_code == 201
    shown = desk.look(None, match["id"])
    assert shown["state"] == "closed"
    assert shown["second"]["code_generated"]
    assert len(shown["first"]["attempts"]) == len(shown["second"]["attempts"])
    told = [event.account_id for event in desk.emitted(DuelChanged)]
    assert set(told) == {"ana"}


def test_the_computer_plays_out_what_its_opponent_leaves(desk: Desk) -> None:
    body = {"level": "perfect", "game": {"max_attempts": 8}}
    match_id = desk.ask("ana", "POST", "/tables/computer", body).json["id"]
    desk.code("ana", "3156", match_id)
    desk.attempt("ana", 1, WRONG, match_id)
    for seconds in range(30, 600, 30):
        desk.move(after(seconds))
        desk.look("ana", match_id)
    desk.move(after(600))
    shown = desk.look(None, match_id)
    assert shown["state"] == "closed"
    assert (shown["result"]["outcome"], shown["result"]["by"]) == ("second", "only_solver")
    assert shown["second"]["attempts"][-1]["guess"] == "3156"


def test_the_computer_plays_many_at_once(desk: Desk) -> None:
    for who in ("ana", "bea", "guest"):
        answer = desk.ask(who, "POST", "/tables/computer", {"level": "easy"})
        assert answer.status_code == 201


def test_levels_are_those_that_there_are(desk: Desk) -> None:
    answer = desk.ask("ana", "POST", "/tables/computer", {"level": "godlike"})
    assert refusal(answer) == (422, "invalid")
    answer = desk.ask("ana", "POST", "/tables/computer", {})
    assert list(answer.json["errors"]) == ["level"]
