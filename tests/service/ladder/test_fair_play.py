"""Voiding, reviewing, disqualifying; corrections of final rankings."""

import pytest

from shared.events.catalogue import LadderGameVoided, LadderSeasonConfirmed, RatingChanged
from shared.web import app
from shared.web.tokens import Caller
from tests.service.ladder.harness import (
    ANYBODY,
    OPERATOR,
    PLAYER,
    SEASONS,
    SERVER,
    Ladder,
    account,
    shown,
)


def test_voiding_the_second_of_three_wins(ladder: Ladder) -> None:
    season = ladder.season("a", "b", "c", "d")
    ladder.move(48)
    ladder.report("ab", 1)
    second = ladder.report("ac", 2)["game_id"]
    ladder.report("ad", 3)
    assert ladder.points(season, "a") == (1539, 3)
    game = ladder.act(second, "void")
    assert game["voided"] is True
    assert ladder.points(season, "a") == (1523, 2)
    events = len(ladder.emitted(RatingChanged))
    assert ladder.act(second, "void") == game
    assert ladder.points(season, "a") == (1523, 2)
    assert len(ladder.emitted(RatingChanged)) == events
    assert len(ladder.emitted(LadderGameVoided)) == 1
    assert shown(ladder.history(season, "a"), "change", "voided") == [
        (10, False),
        (0, True),
        (13, False),
    ]
    ladder.act(second, "unvoid")
    assert ladder.points(season, "a") == (1539, 3)


def test_voiding_a_loss_between_wins(ladder: Ladder) -> None:
    season = ladder.season(*"abcde")
    ladder.move(48)
    ladder.report("ab", 1)
    ladder.report("ac", 2)
    loss = ladder.report("da", 3)["game_id"]
    ladder.report("ae", 4)
    ladder.act(loss, "void")
    assert ladder.points(season, "a") == (1539, 3)
    assert ladder.standing(season, "d")["position"] is None


def test_only_the_two_players_of_a_voided_game_change(ladder: Ladder) -> None:
    season = ladder.season(*"abc")
    ladder.move(48)
    voided = ladder.report("ab", 1)["game_id"]
    ladder.report("bc", 2)
    before = ladder.history(season, "c")
    told = len(ladder.emitted(RatingChanged))
    ladder.act(voided, "void")
    assert ladder.history(season, "c") == before
    changed = ladder.emitted(RatingChanged)[told:]
    assert [one.account_id for one in changed] == [account("a"), account("b")]
    assert [(one.points, one.rated_games, one.revision) for one in changed] == [
        (1500, 0, 2),
        (1510, 1, 3),
    ]


def test_a_preview_changes_nothing(ladder: Ladder) -> None:
    season = ladder.season(*"ab")
    ladder.move(48)
    game = ladder.report("ab", 1)["game_id"]
    ranking = ladder.ranking(season)
    preview = ladder.act(game, "void", preview=True)
    assert list(preview) == ["players"]
    assert shown(preview["players"], "account_id", "before", "after")[0] == (
        account("a"),
        {"points": 1510, "streak": 1, "rated_games": 1, "wins": 1, "losses": 0},
        {"points": 1500, "streak": 0, "rated_games": 0, "wins": 0, "losses": 0},
    )
    assert ladder.ranking(season) == ranking
    assert ladder.get(f"{SEASONS}/{season}/adjustments")["items"] == []
    assert ladder.act(game, "review", preview=True)["players"][0]["after"]["points"] == 1510


def test_voiding_a_friendly_game_makes_it_no_rated_one(ladder: Ladder) -> None:
    season = ladder.season(*"ab")
    ladder.move(48)
    game = ladder.report("ab", 1, origin="private")["game_id"]
    ladder.act(game, "void")
    assert ladder.act(game, "unvoid")["rated"] is False
    assert ladder.ranking(season) == []


def test_a_game_voided_before_its_end_counts_for_nothing_after_it(ladder: Ladder) -> None:
    season = ladder.season(*"ab")
    ladder.move(48)
    whole = ladder.body("ab", 10)
    start = {key: whole[key] for key in ("external_id", "origin", "players", "started_at")}
    game = ladder.call("POST", "/games/start", start, SERVER).json["game_id"]
    ladder.act(game, "void")
    assert ladder.get(f"{SEASONS}/{season}")["pending"] == 0
    answer = ladder.call("POST", "/games", whole, SERVER)
    assert (answer.status_code, answer.json["players"][0]["change"]) == (201, 0)
    assert ladder.ranking(season) == []
    ladder.act(game, "unvoid")
    assert ladder.points(season, "a") == (1510, 1)


@pytest.mark.parametrize(("act", "more"), [("void", {}), ("settle", {"decision": "void"})])
def test_a_voided_game_leaves_its_review_by_being_voided(
    ladder: Ladder, act: str, more: dict[str, str]
) -> None:
    """Else it would be under review again, and keep its season open, once it is unvoided."""
    season = ladder.season("a", "b")
    ladder.move(48)
    game = ladder.report("ab", 1)["game_id"]
    ladder.act(game, "void")
    assert ladder.act(game, "review")["under_review"] is True
    settled = ladder.act(game, act, **more)
    assert (settled["voided"], settled["under_review"]) == (True, False)
    assert [event.voided for event in ladder.emitted(LadderGameVoided)] == [True]
    ladder.act(game, "unvoid")
    assert ladder.get(f"{SEASONS}/{season}")["pending"] == 0


def test_a_review_counts_meanwhile_and_is_settled_either_way(ladder: Ladder) -> None:
    season = ladder.season(*"ab")
    ladder.move(48)
    game = ladder.report("ab", 1)["game_id"]
    settle = ladder.call("POST", f"/games/{game}/settle", {"decision": "keep", "reason": "x"})
    assert (settle.status_code, settle.json["code"]) == (409, "not_under_review")
    assert ladder.act(game, "review")["under_review"] is True
    ladder.act(game, "review")
    assert ladder.points(season, "a") == (1510, 1)
    assert ladder.get(f"{SEASONS}/{season}")["pending"] == 1
    assert ladder.act(game, "settle", decision="keep")["under_review"] is False
    assert ladder.get(f"{SEASONS}/{season}")["pending"] == 0
    ladder.act(game, "review")
    assert ladder.act(game, "settle", decision="void")["voided"] is True
    assert ladder.points(season, "a") == (1500, 0)
    log = ladder.get(f"{SEASONS}/{season}/adjustments")["items"]
    kinds = ["review", "settle_keep", "review", "settle_void"]
    assert shown(log, "kind", "game_id", "reason") == [(kind, game, "because") for kind in kinds]
    assert {one["author"]["display_name"] for one in log} == {"Olga"}


def test_operators_alone_judge_and_never_games_of_their_own(ladder: Ladder) -> None:
    ladder.season(*"ab")
    ladder.move(48)
    game = ladder.report("ab", 1)["game_id"]
    body = {"reason": "because", "decision": "keep"}
    for act in ("void", "unvoid", "review", "settle"):
        path = f"/games/{game}/{act}"
        assert ladder.call("POST", path, body, PLAYER).status_code == 403
        assert ladder.call("POST", path, {"reason": " "}).status_code == 422
    own = Caller(account("a"), "Account A", frozenset({"player", "operator"}))
    answer = ladder.call("POST", f"/games/{game}/void", {"reason": "mine"}, own)
    assert (answer.status_code, answer.json["code"]) == (403, "own_match")
    assert ladder.call("POST", "/games/none/void", {"reason": "x"}).status_code == 404


def disqualify(ladder: Ladder, season: str, letter: str) -> int:
    body = {"account_id": account(letter), "reason": "arranged wins"}
    answer = ladder.call("POST", f"{SEASONS}/{season}/disqualifications", body)
    return int(answer.status_code)


def pardon(ladder: Ladder, season: str, letter: str) -> int:
    path = f"{SEASONS}/{season}/disqualifications/{account(letter)}"
    return int(ladder.call("DELETE", path).status_code)


def test_disqualified_players_are_left_out_and_listed_apart(ladder: Ladder) -> None:
    season = ladder.season(*"abcd")
    ladder.move(48)
    for number, pair in enumerate(("ab", "bc", "cd", "ad")):
        ladder.report(pair, number + 1)
    path = f"{SEASONS}/{season}/ranking"
    before = ladder.call("GET", path, caller=ANYBODY).data
    assert [disqualify(ladder, season, "a") for _ in range(2)] == [201, 200]
    page = ladder.get(path)
    assert shown(page["disqualified"], "display_name") == ["Account A"]
    assert shown(page["items"], "position", "display_name") == [
        (1, "Account B"),
        (2, "Account C"),
        (3, "Account D"),
    ]
    assert ladder.standing(season, "a")["position"] is None
    assert ladder.standing(season, "b")["position"] == 1
    assert [pardon(ladder, season, "a") for _ in range(2)] == [204, 204]
    assert ladder.call("GET", path, caller=ANYBODY).data == before
    log = ladder.get(f"{SEASONS}/{season}/adjustments")["items"]
    assert shown(log, "kind") == ["disqualify", "undo_disqualification"]


def test_a_disqualified_player_s_games_go_on_counting_for_others(ladder: Ladder) -> None:
    season = ladder.season(*"ab")
    ladder.move(48)
    assert disqualify(ladder, season, "a") == 201
    ladder.report("ba", 1)
    assert ladder.points(season, "b") == (1510, 1)
    assert shown(ladder.ranking(season), "account_id") == [account("b")]
    pardon(ladder, season, "a")
    assert shown(ladder.ranking(season), "account_id") == [account("b"), account("a")]


def test_a_disqualification_is_told_as_a_change_of_the_ranking(ladder: Ladder) -> None:
    season = ladder.season(*"abc")
    ladder.move(48)
    ladder.report("ab", 1)
    told = len(ladder.emitted(RatingChanged))
    for _ in range(2):
        disqualify(ladder, season, "a")
    disqualify(ladder, season, "c")
    for _ in range(2):
        pardon(ladder, season, "a")
    changed = ladder.emitted(RatingChanged)[told:]
    assert [(one.account_id, one.revision, one.points) for one in changed] == [
        (account("a"), 2, 1510),
        (account("c"), 1, 1500),
        (account("a"), 3, 1510),
    ]


def test_word_of_who_is_disqualified_is_waited_for(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = ladder.season("a")
    ladder.move(2)
    monkeypatch.setattr(app, "await_accounts", lambda _runtime, _lacking: ladder.know("b"))
    assert disqualify(ladder, season, "b") == 201


def test_nobody_unknown_is_disqualified(ladder: Ladder) -> None:
    season = ladder.season("a")
    assert disqualify(ladder, season, "z") == 422
    body = {"account_id": account("a"), "reason": "x"}
    path = f"{SEASONS}/{season}/disqualifications"
    assert ladder.call("POST", path, body, PLAYER).status_code == 403
    assert ladder.call("POST", f"{SEASONS}/none/disqualifications", body).status_code == 404


def final_season(ladder: Ladder) -> tuple[str, str]:
    """A final season that A won before B and C, with its only game between A and B."""
    season = ladder.season(*"abc", days=2, prize_min_games=1)
    ladder.move(30)
    game = ladder.report("ab", 1)["game_id"]
    ladder.report("bc", 2)
    ladder.report("bc", 3)
    ladder.report("ac", 4)
    ladder.report("ac", 5)
    ladder.move(60)
    return season, game


def test_corrections_after_the_end_are_numbered_beside_the_first_ranking(ladder: Ladder) -> None:
    season, game = final_season(ladder)
    path = f"{SEASONS}/{season}/ranking"
    first = ladder.get(path)
    assert (first["revision"], shown(first["items"], "points")) == (1, [1539, 1523, 1500])
    assert shown(ladder.get(f"{SEASONS}/{season}")["prize"], "display_name") == ["Account A"]
    ladder.act(game, "void")
    second = ladder.get(path)
    assert (second["revision"], shown(second["items"], "points")) == (2, [1523, 1523, 1500])
    disqualify(ladder, season, "b")
    third = ladder.get(path)
    assert (third["revision"], shown(third["items"], "points")) == (3, [1523, 1500])
    assert ladder.get(f"{path}?revision=1") == first
    assert ladder.get(f"{path}?revision=2") == second
    assert ladder.get(f"{path}?revision=3") == third
    assert list(ladder.pages(f"{path}?revision=1&limit=1")) == first["items"]
    assert ladder.call("GET", f"{path}?revision=4", caller=ANYBODY).status_code == 404
    assert ladder.call("GET", f"{path}?revision=0", caller=ANYBODY).status_code == 422
    for row in first["items"]:
        alone = ladder.get(f"{path}/{row['account_id']}?revision=1&around=5")
        assert {**row, "disqualified": False, "around": first["items"]} == alone
    revisions = ladder.get(f"{SEASONS}/{season}/revisions")["items"]
    assert list(ladder.pages(f"{SEASONS}/{season}/revisions?limit=2")) == revisions
    assert shown(revisions, "revision") == [1, 2, 3]
    assert [shown(one["prize"], "display_name") for one in revisions] == [
        ["Account A"],
        ["Account B"],
        ["Account A"],
    ]
    confirmed = ladder.emitted(LadderSeasonConfirmed)
    assert [(one.revision, *one.prize) for one in confirmed] == [
        (1, account("a")),
        (2, account("b")),
        (3, account("a")),
    ]


def test_nothing_is_opened_again_in_a_final_season(ladder: Ladder) -> None:
    """A game that never ended was voided so that its season could be final."""
    season = ladder.season("a", "b", days=1)
    ladder.move(2)
    started = ladder.body("ab", 1)
    for field in ("finished_at", "ending", "phase", "winner", "left"):
        del started[field]
    game = ladder.call("POST", "/games/start", started, SERVER).json["game_id"]
    ladder.act(game, "void")
    ladder.act(game, "unvoid")
    ladder.act(game, "void")
    ladder.move(30)
    assert ladder.get(f"{SEASONS}/{season}")["state"] == "final"
    answer = ladder.call("POST", f"/games/{game}/unvoid", {"reason": "because"})
    assert (answer.status_code, answer.json["code"]) == (409, "season_final")
    assert ladder.get(f"{SEASONS}/{season}")["pending"] == 0


def test_a_correction_undone_shows_the_first_ranking_again(ladder: Ladder) -> None:
    season, game = final_season(ladder)
    path = f"{SEASONS}/{season}/ranking"
    first = ladder.get(path)["items"]
    ladder.act(game, "void")
    ladder.act(game, "unvoid")
    assert ladder.get(path)["items"] == first
    assert ladder.get(f"{path}?revision=1")["items"] == first
    assert ladder.get(f"{path}?revision=2")["items"] != first


@pytest.mark.parametrize("minimum", [1, 3, 4])
def test_the_prize_asks_for_enough_games(ladder: Ladder, minimum: int) -> None:
    season = ladder.season(*"ab", days=2, prize_min_games=minimum, rematch_limit=9)
    ladder.move(30)
    for hour in (1, 2, 3):
        ladder.report("ab", hour)
    ladder.move(60)
    winners = shown(ladder.get(f"{SEASONS}/{season}")["prize"], "display_name")
    assert winners == (["Account A"] if minimum <= 3 else [])


def test_verification_folds_everything_anew(ladder: Ladder) -> None:
    season = ladder.season(*"abc")
    ladder.move(48)
    for number, pair in enumerate(("ab", "bc", "ca", "ab")):
        ladder.report(pair, number + 1)
    answer = ladder.get(f"{SEASONS}/{season}/verification?limit=1", OPERATOR)
    assert answer == {"players": 3, "games": 8, "differences": [], "next": None}
    assert ladder.call("GET", f"{SEASONS}/{season}/verification", caller=PLAYER).status_code == 403


def test_disqualifying_who_never_played_leaves_earlier_rankings_as_they_were(
    ladder: Ladder,
) -> None:
    season, _ = final_season(ladder)
    ladder.know("d")
    path = f"{SEASONS}/{season}/ranking"
    first = ladder.get(path)
    disqualify(ladder, season, "c")
    second = ladder.get(path)
    disqualify(ladder, season, "d")
    third = ladder.get(path)
    assert shown(third["disqualified"], "display_name") == ["Account C", "Account D"]
    assert ladder.get(f"{path}?revision=1") == first
    assert ladder.get(f"{path}?revision=2") == second
    assert ladder.get(f"{path}?revision=3") == third


def test_what_is_reviewed_after_the_end_is_pending(ladder: Ladder) -> None:
    season, game = final_season(ladder)
    assert ladder.get(f"{SEASONS}/{season}")["pending"] == 0
    ladder.act(game, "review")
    assert ladder.get(f"{SEASONS}/{season}")["pending"] == 1
