"""Games that game servers report."""

from datetime import timedelta
from typing import Any

import pytest

from services.ladder.store.games import pair_key
from shared.events.catalogue import AccountRegistered, RatingChanged
from shared.names import PATIENCE_SECONDS
from shared.web import app
from tests.service.ladder.harness import (
    GUEST,
    OPERATOR,
    PLAYER,
    SEASONS,
    SERVER,
    START,
    Ladder,
    account,
    shown,
)

GUS = AccountRegistered(account_id=account("g"), display_name="Gus", revision=1, is_guest=True)


@pytest.fixture(autouse=True)
def _no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    assert PATIENCE_SECONDS > 0
    monkeypatch.setattr("shared.names.PATIENCE_SECONDS", 0)


def send(ladder: Ladder, body: Any, where: str = "/games") -> tuple[int, Any]:
    answer = ladder.call("POST", where, body, SERVER)
    return answer.status_code, answer.json


def test_a_report_tells_what_the_game_did(ladder: Ladder) -> None:
    ladder.season("a", "b")
    ladder.move(2)
    status, game = send(ladder, ladder.body("ab", 1))
    assert status == 201
    assert (game["rated"], game["unrated_reason"]) == (True, None)
    assert shown(game["players"], "account_id", "change", "points_after", "streak_after") == [
        (account("a"), 10, 1510, 1),
        (account("b"), 0, 1500, 0),
    ]


def test_the_same_result_twice_counts_once(ladder: Ladder) -> None:
    season = ladder.season("a", "b")
    ladder.move(48)
    body = ladder.body("ab", 1)
    first = send(ladder, body)
    ladder.report("ab", 2)
    assert send(ladder, body) == (200, first[1])
    assert ladder.points(season, "a") == (1523, 2)
    assert len(ladder.history(season, "a")) == 2
    assert len(ladder.emitted(RatingChanged)) == 4


@pytest.mark.parametrize(
    "change",
    [{"winner": 1}, {"phase": "mulligan"}, {"started_at": "2030-01-01T00:00:01Z"}],
)
def test_another_body_under_the_same_id_is_refused(ladder: Ladder, change: Any) -> None:
    season = ladder.season("a", "b")
    ladder.move(2)
    body = ladder.body("ab", 1)
    send(ladder, body)
    status, problem = send(ladder, {**body, **change})
    assert (status, problem["code"]) == (409, "game_already_reported")
    assert ladder.points(season, "a") == (1510, 1)


def test_the_same_report_in_another_spelling_is_the_same(ladder: Ladder) -> None:
    ladder.season("a", "b")
    ladder.move(2)
    body = ladder.body("ab", 1, ending="resignation", left=1, winner=None)
    first = send(ladder, body)
    other_zone = {**body, "finished_at": "2030-01-01T03:00:00+02:00", "winner": 0}
    assert send(ladder, other_zone) == (200, first[1])


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"winner": None}, "winner"),
        ({"left": 1}, "left"),
        ({"finished_at": "2030-01-01T00:00:00Z"}, "finished_at"),
        ({"started_at": "2030-01-09T00:00:00Z"}, "started_at"),
        ({"players": [{"account_id": account("a")}, {"account_id": account("a")}]}, "players"),
        (
            {"players": [{"account_id": account("a")}, {"account_id": account("z")}]},
            "players.1.account_id",
        ),
        ({"players": [{"account_id": account("a")}]}, "players"),
        ({"players": [{"account_id": account("a")}, {}]}, "players.1.account_id"),
        (
            {"players": [{"account_id": account("a")}, {"account_id": account("b"), "guest": "x"}]},
            "players.1.account_id",
        ),
        ({"winner": 2}, "winner"),
        ({"winner": True}, "winner"),
        ({"ending": "checkmate"}, "ending"),
        ({"origin": "street"}, "origin"),
        ({"external_id": " "}, "external_id"),
        ({"extra": 1}, "extra"),
    ],
)
def test_bad_reports_name_the_field_and_leave_nothing(
    ladder: Ladder, change: Any, field: str
) -> None:
    season = ladder.season("a", "b")
    ladder.move(2)
    body = ladder.body("ab", 1)
    status, problem = send(ladder, {**body, **change})
    assert status == 422
    assert field in problem["errors"]
    assert ladder.ranking(season) == []
    assert send(ladder, body)[0] == 201


def test_a_season_is_needed_at_the_start(ladder: Ladder) -> None:
    ladder.season("a", "b", days=1)
    ladder.move(24.5)
    before = ladder.body("ab", 0)
    status, problem = send(ladder, before)
    assert (status, problem["code"]) == (422, "no_ladder_season")
    assert "started_at" in problem["errors"]
    after = ladder.body("ab", 24.25)
    assert send(ladder, after)[1]["code"] == "no_ladder_season"


def test_a_final_season_takes_no_reports_and_repeats_its_answers(ladder: Ladder) -> None:
    ladder.season("a", "b", days=1)
    ladder.move(24.5)
    body, late = ladder.body("ab", 1), ladder.body("ab", 2)
    first = send(ladder, body)
    ladder.move(25)
    status, problem = send(ladder, late)
    assert (status, problem["code"]) == (409, "season_final")
    assert send(ladder, body) == (200, first[1])


def test_only_game_servers_report(ladder: Ladder) -> None:
    ladder.season("a", "b")
    for caller in (PLAYER, OPERATOR, GUEST):
        for path in ("/games", "/games/start", "/games/batch"):
            assert ladder.call("POST", path, {}, caller).status_code == 403


@pytest.mark.parametrize("phase", ["turn_order", "mulligan", "preparing", "play"])
@pytest.mark.parametrize("ending", ["resignation", "abandonment"])
def test_whoever_leaves_in_any_phase_loses(ladder: Ladder, ending: str, phase: str) -> None:
    season = ladder.season("a", "b")
    ladder.move(2)
    ladder.report("ab", 1, ending=ending, phase=phase, winner=None, left=0)
    assert ladder.points(season, "b") == (1510, 1)
    assert ladder.standing(season, "a")["losses"] == 1


def test_both_past_the_preparation_deadline_changes_nothing(ladder: Ladder) -> None:
    season = ladder.season("a", "b")
    ladder.move(48)
    ladder.report("ab", 1)
    timeout = {"ending": "preparation_timeout", "phase": "preparing", "winner": None}
    ladder.report("ab", 2, **timeout)
    assert ladder.points(season, "a") == (1510, 1)
    row = ladder.standing(season, "a")
    assert (row["rated_games"], row["last_finished_at"]) == (1, "2030-01-01T01:00:00Z")
    last = ladder.history(season, "a")[-1]
    assert (last["rated"], last["outcome"], last["change"]) == (True, None, 0)
    assert last["explanation"] == {"rule": "no_winner"}
    ladder.know("c")
    ladder.report("ca", 30, **{**timeout, "left": 1})
    assert ladder.points(season, "a") == (1505, 0)


@pytest.mark.parametrize(("hours_after", "rated"), [(23.9997, False), (24, True), (24.5, True)])
def test_a_third_game_of_the_pair_counts_from_24_hours_on(
    ladder: Ladder, hours_after: float, rated: bool
) -> None:
    ladder.season("a", "b")
    ladder.move(72)
    ladder.report("ab", 1)
    ladder.report("ba", 2)
    assert ladder.report("ab", 1 + hours_after)["rated"] is rated


def test_a_late_report_is_judged_with_the_games_after_it(ladder: Ladder) -> None:
    ladder.season("a", "b")
    ladder.move(72)
    ladder.report("ab", 20)
    ladder.report("ab", 30)
    late = ladder.report("ab", 10)
    assert late["unrated_reason"] == "rematch_limit"
    assert ladder.report("ab", 5.9)["rated"] is True


def test_what_does_not_use_up_the_limit(ladder: Ladder) -> None:
    """A voided game does not, a rated one without a winner does, a friendly one does not."""
    season = ladder.season("a", "b")
    ladder.move(72)
    voided = ladder.report("ab", 1)
    ladder.act(voided["game_id"], "void")
    ladder.report("ab", 2, origin="private")
    ladder.report("ab", 3, ending="no_winner", winner=None)
    assert ladder.report("ab", 4)["rated"] is True
    third = ladder.report("ab", 5)
    assert third["unrated_reason"] == "rematch_limit"
    ladder.act(voided["game_id"], "unvoid")
    assert shown(ladder.history(season, "a"), "rated") == [True, False, True, True, False]


def test_the_limit_runs_across_seasons(ladder: Ladder) -> None:
    ladder.season("a", "b", days=1)
    second = ladder.create("Summer", 1, 2).json["id"]
    ladder.move(24.5)
    ladder.report("ab", 23)
    ladder.report("ab", 23.5)
    ladder.move(30)
    game = ladder.report("ab", 25)
    assert game["unrated_reason"] == "rematch_limit"
    assert shown(ladder.history(second, "a"), "points_after") == [1500]


@pytest.mark.parametrize(
    ("origin", "second", "reason"),
    [
        ("private", {"account_id": account("b")}, "private"),
        ("computer", {"guest": "Deep Thought"}, "computer"),
        ("queue", {"guest": "Gus"}, "guest"),
    ],
)
def test_friendly_games_stand_in_the_history_and_move_nothing(
    ladder: Ladder, origin: str, second: Any, reason: str
) -> None:
    season = ladder.season("a", "b")
    ladder.move(2)
    players = [{"account_id": account("a")}, second]
    game = ladder.report("ab", 1, origin=origin, players=players)
    assert (game["rated"], game["unrated_reason"]) == (False, reason)
    assert ladder.ranking(season) == []
    (row,) = ladder.history(season, "a")
    assert (row["outcome"], row["change"], row["points_after"]) == ("win", 0, 1500)
    assert row["opponent"]["display_name"] == second.get("guest", "Account B")


def test_a_start_is_told_whether_it_counts_and_completed_later(ladder: Ladder) -> None:
    season = ladder.season("a", "b")
    ladder.move(2)
    whole = ladder.body("ab", 1)
    start = {key: whole[key] for key in ("external_id", "origin", "players", "started_at")}
    status, told = send(ladder, start, "/games/start")
    assert (status, told["rated"]) == (201, True)
    assert send(ladder, start, "/games/start") == (200, told)
    assert ladder.get(f"/seasons/{season}")["pending"] == 1
    (row,) = ladder.history(season, "a")
    assert (row["outcome"], row["explanation"]) == (None, {"rule": "not_ended"})
    (unended,) = ladder.get("/games/unended", OPERATOR)["items"]
    assert unended["game_id"] == told["game_id"]
    other = {**whole, "players": whole["players"][::-1]}
    assert send(ladder, other)[1]["code"] == "game_already_reported"
    status, game = send(ladder, whole)
    assert (status, game["game_id"]) == (201, told["game_id"])
    assert send(ladder, whole) == (200, game)
    assert send(ladder, start, "/games/start") == (200, told)
    assert ladder.get(f"/seasons/{season}")["pending"] == 0
    assert ladder.points(season, "a") == (1510, 1)
    assert len(ladder.history(season, "a")) == 1


def test_what_was_decided_at_the_start_stays(ladder: Ladder) -> None:
    """Games reported between start and end do not make it friendly."""
    season = ladder.season("a", "b")
    ladder.move(48)
    whole = ladder.body("ab", 10)
    start = {key: whole[key] for key in ("external_id", "origin", "players", "started_at")}
    send(ladder, start, "/games/start")
    ladder.report("ab", 9)
    assert ladder.report("ab", 8)["rated"] is False
    assert send(ladder, whole)[1]["rated"] is True
    assert ladder.points(season, "a") == (1523, 2)


def test_two_wins_reported_in_either_order_of_their_finish(ladder: Ladder) -> None:
    season = ladder.season("a", "b", "c")
    ladder.move(48)
    ladder.report("ab", 10, started_at=(START + timedelta(hours=5)).isoformat())
    ladder.report("ac", 7, started_at=(START + timedelta(hours=6)).isoformat())
    rows = ladder.history(season, "a")
    assert shown(rows, "finished_at", "change", "streak_after") == [
        ("2030-01-01T07:00:00Z", 10, 1),
        ("2030-01-01T10:00:00Z", 13, 2),
    ]
    assert ladder.points(season, "a") == (1523, 2)


def test_a_batch_is_judged_item_by_item_and_in_order(ladder: Ladder) -> None:
    season = ladder.season("a", "b", "c")
    ladder.move(48)
    first = ladder.body("ab", 1)
    items = [
        first,
        {**first, "winner": 1},
        {"external_id": "nothing"},
        "no object",
        ladder.body("az", 2),
        ladder.body("ac", 3),
        first,
        ladder.body("ab", 2),
        ladder.body("ab", 4),
    ]
    status, answer = send(ladder, {"items": items}, "/games/batch")
    assert status == 200
    assert shown(answer["items"], "status") == [201, 409, 422, 422, 422, 201, 200, 201, 201]
    assert answer["items"][1]["problem"]["code"] == "game_already_reported"
    assert "players" in answer["items"][2]["problem"]["errors"]
    assert answer["items"][6]["game"] == answer["items"][0]["game"]
    assert answer["items"][7]["game"]["players"][0]["points_after"] == 1523
    assert answer["items"][8]["game"]["unrated_reason"] == "rematch_limit"
    assert ladder.points(season, "a") == (1539, 3)
    again = send(ladder, {"items": items}, "/games/batch")[1]["items"]
    assert shown(again, "status") == [200, 409, 422, 422, 422, 200, 200, 200, 200]
    assert [one.get("game") for one in again] == [one.get("game") for one in answer["items"]]
    assert ladder.points(season, "a") == (1539, 3)


@pytest.mark.parametrize("items", [[], [{}] * 501, "games"])
def test_a_batch_has_1_to_500_items(ladder: Ladder, items: Any) -> None:
    ladder.season()
    assert send(ladder, {"items": items}, "/games/batch")[0] == 422


def test_a_batch_completes_games_that_were_started(ladder: Ladder) -> None:
    season = ladder.season("a", "b")
    ladder.move(48)
    whole = ladder.body("ab", 10)
    start = {key: whole[key] for key in ("external_id", "origin", "players", "started_at")}
    send(ladder, start, "/games/start")
    items = [ladder.body("ba", 9), whole, whole]
    answer = send(ladder, {"items": items}, "/games/batch")[1]
    assert shown(answer["items"], "status") == [201, 201, 200]
    assert ladder.points(season, "a") == (1510, 1)
    assert shown(ladder.history(season, "a"), "outcome") == ["loss", "win"]


def test_a_pair_has_one_number_whoever_comes_first() -> None:
    assert pair_key("ana", "bea") == pair_key("bea", "ana") != pair_key("ana", "cai")
    assert 0 <= pair_key("ana", "bea") < 2**63


def test_a_late_game_that_does_not_count_is_told_as_it_stands_in_the_history(
    ladder: Ladder,
) -> None:
    season = ladder.season("a", "b")
    ladder.move(12)
    ladder.report("ab", 10)
    told = ladder.report("ab", 5, origin="private")
    assert shown(told["players"], "change", "points_after", "streak_after") == [(0, 1500, 0)] * 2
    history = ladder.get(f"/seasons/{season}/players/{account('a')}/games")["items"]
    (row,) = [row for row in history if row["game_id"] == told["game_id"]]
    assert (row["points_after"], row["streak_after"]) == (1500, 0)


@pytest.mark.parametrize("headers", [{}, {"Idempotency-Key": "k"}])
def test_a_report_about_an_account_made_just_now_waits_for_word_of_it(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str]
) -> None:
    ladder.season("a")
    ladder.move(2)
    waited: list[frozenset[str]] = []

    def hear(_: Any, lacking: frozenset[str]) -> None:
        waited.append(lacking)
        ladder.know("b")

    monkeypatch.setattr(app, "await_accounts", hear)
    told = ladder.call("POST", "/games", ladder.body("ab", 1), SERVER, headers)
    assert (told.status_code, told.json["rated"]) == (201, True)
    assert ladder.call("POST", "/games", ladder.body("ac", 1), SERVER).status_code == 422
    assert waited == [{account("b")}, {account("c")}]


@pytest.mark.parametrize(
    ("origin", "reason"), [("queue", "guest"), ("private", "private"), ("computer", "computer")]
)
def test_who_is_reported_by_a_guest_s_id_is_a_guest(
    ladder: Ladder, origin: str, reason: str
) -> None:
    season = ladder.season("a")
    ladder.move(2)
    ladder.tell(GUS)
    status, told = send(ladder, body := ladder.body("ga", 1, origin=origin))
    assert (status, told["rated"], told["unrated_reason"]) == (201, False, reason)
    nothing = {"change": 0, "points_after": None, "streak_after": None}
    assert told["players"][0] == {"account_id": None, "guest": "Gus", **nothing}
    assert send(ladder, body) == (200, told)
    (game,) = ladder.history(season, "a")
    assert game["opponent"] == {"account_id": None, "display_name": "Gus"}
    assert ladder.history(season, "g") == []
    assert ladder.ranking(season) == []


def test_a_guest_has_no_part_in_a_season(ladder: Ladder) -> None:
    season = ladder.season()
    ladder.tell(
        AccountRegistered(account_id=account("g"), display_name="G", revision=1, is_guest=True)
    )
    body = {"account_id": account("g"), "reason": "because"}
    assert ladder.call("POST", f"{SEASONS}/{season}/disqualifications", body).status_code == 422
