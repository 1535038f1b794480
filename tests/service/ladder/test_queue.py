"""The queue: joining, being paired, leaving, and what live duels do to it."""

import threading
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import pytest

from services.ladder.store import accounts, tickets
from services.ladder.usecases import duels, pairing
from shared import names
from shared.clock import real_now
from shared.events.catalogue import (
    AccountDeleted,
    AccountSuspended,
    LadderGameOpened,
    MatchResult,
)
from shared.unit_of_work import UnitOfWork
from tests.service.ladder.harness import (
    ANYBODY,
    GUEST,
    SEASONS,
    SERVER,
    Ladder,
    account,
    caller,
    shown,
)
from tests.service.ladder.queue_calls import OUT, friendly, join, last_game, look, paired, refused
from tests.service.ladder.telling import ended, opened


def test_two_are_paired_at_once_and_matched_when_the_duel_is_open(ladder: Ladder) -> None:
    season = ladder.season(*"ab", preparation_seconds=33, solve_seconds=44, abandon_seconds=55)
    assert look(ladder, "a") == OUT
    first = join(ladder, "a")
    assert (first["state"], first["match_id"]) == ("waiting", None)
    assert join(ladder, "a") == first
    join(ladder, "b")
    game = last_game(ladder)
    assert (game.season_id, game.first, game.second) == (season, account("a"), account("b"))
    assert (game.rated, game.unrated_reason) == (True, None)
    assert (game.preparation_seconds, game.solve_seconds, game.abandon_seconds) == (33, 44, 55)
    assert look(ladder, "a")["state"] == "waiting"
    ladder.tell(opened(game))
    matched = {"state": "matched", "since": first["since"], "match_id": game.game_id}
    assert look(ladder, "a") == join(ladder, "a") == matched
    assert ladder.get(f"{SEASONS}/{season}")["pending"] == 1
    ladder.tell(ended(game, "first"))
    assert look(ladder, "a") == look(ladder, "b") == OUT
    assert ladder.points(season, "a") == (1510, 1)
    assert ladder.get(f"{SEASONS}/{season}")["pending"] == 0


def test_the_third_game_of_a_pair_is_announced_as_friendly(ladder: Ladder) -> None:
    season = ladder.season(*"ab")
    reasons = []
    for _ in range(3):
        game = paired(ladder, "a", "b")
        reasons.append((game.rated, game.unrated_reason))
        ladder.tell(opened(game), ended(game, "first"))
    assert reasons == [(True, None), (True, None), (False, "rematch_limit")]
    assert ladder.points(season, "a") == (1523, 2)


def test_recent_opponents_are_avoided_while_others_wait(ladder: Ladder) -> None:
    ladder.season(*"abc")
    game = paired(ladder, "a", "b")
    ladder.tell(opened(game), ended(game, "draw"))
    with ladder.runtime.writing() as uow:
        for letter in "abc":
            tickets.add(uow, account(letter), real_now())
    ladder.pair()
    game = last_game(ladder)
    assert {game.first, game.second} != {account("a"), account("b")}
    assert account("c") in (game.first, game.second)


def test_the_window_widens_with_real_time(ladder: Ladder) -> None:
    season = ladder.season(*"abcdefghijkl", rematch_limit=99)
    ladder.move(48)
    for number in range(12):
        ladder.report("ab", number + 1)
    assert ladder.points(season, "a")[0] > 1700
    join(ladder, "a")
    join(ladder, "c")
    ladder.pair()
    assert ladder.emitted(LadderGameOpened) == []
    ladder.pair(seconds=20)
    assert len(ladder.emitted(LadderGameOpened)) == 1


def test_four_clicks_at_once_give_one_ticket_and_no_game_with_oneself(ladder: Ladder) -> None:
    ladder.season("a")
    answers: list[Any] = []
    barrier = threading.Barrier(4)

    def click() -> None:
        barrier.wait()
        answers.append(join(ladder, "a"))

    threads = [threading.Thread(target=click) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({str(answer) for answer in answers}) == 1
    assert ladder.emitted(LadderGameOpened) == []


def test_leaving(ladder: Ladder) -> None:
    ladder.season(*"ab")
    join(ladder, "a")
    for _ in range(2):
        assert ladder.call("DELETE", "/queue", caller=caller("a")).status_code == 204
    assert look(ladder, "a") == OUT
    join(ladder, "b")
    assert ladder.emitted(LadderGameOpened) == []


def test_who_does_not_look_for_a_minute_is_gone(ladder: Ladder) -> None:
    ladder.season(*"ab")
    join(ladder, "a")
    ladder.pair(seconds=59)
    assert look(ladder, "a")["state"] == "waiting"
    ladder.pair(seconds=61)
    assert look(ladder, "a") == OUT


def test_word_that_a_friendly_duel_opened_comes_again_after_its_end(ladder: Ladder) -> None:
    ladder.season(*"ab")
    duel = friendly("duel 1", "ab")
    ladder.tell(duel, ended(None, "draw", match_id="duel 1", kind="friendly"))
    join(ladder, "a")
    ladder.tell(duel)
    assert look(ladder, "a")["state"] == "waiting"


def test_word_of_the_duel_in_any_order_and_number(ladder: Ladder) -> None:
    season = ladder.season(*"ab")
    game = paired(ladder, "a", "b")
    for event in (ended(game, "second"), opened(game), ended(game, "second"), opened(game)):
        ladder.tell(event)
    assert look(ladder, "a") == OUT
    assert ladder.points(season, "b") == (1510, 1)
    assert len(ladder.history(season, "a")) == 1


def test_the_ends_of_live_duels_in_the_ladder_s_words(ladder: Ladder) -> None:
    season = ladder.season(*"ab", rematch_limit=99)
    told = [
        ("first", "attempts", None, None),
        ("draw", "equal_attempts", None, None),
        ("second", "resignation", "first", "preparing"),
        ("second", "abandonment", "first", "solving"),
        ("first", "preparation_timeout", "second", "preparing"),
        ("none", "preparation_timeout", None, "preparing"),
        ("none", "closed", None, "preparing"),
        ("none", "closed", None, "solving"),
        ("draw", "unsolved", None, None),
    ]
    for outcome, by, left, phase in told:
        game = paired(ladder, "a", "b")
        ladder.tell(opened(game), ended(game, outcome, by=by, left=left, left_phase=phase))
    rows = ladder.history(season, "a")
    assert sorted(shown(rows, "ending", "phase", "outcome"), key=str) == sorted(
        [
            ("win", "play", "win"),
            ("no_winner", "play", None),
            ("resignation", "preparing", "loss"),
            ("abandonment", "play", "loss"),
            ("preparation_timeout", "preparing", "win"),
            ("preparation_timeout", "preparing", None),
            ("no_winner", "preparing", None),
            ("no_winner", "play", None),
            ("no_winner", "play", None),
        ],
        key=str,
    )


def test_whom_the_queue_refuses(ladder: Ladder) -> None:
    ladder.know("a")
    assert refused(ladder, "a") == (409, "no_active_season")
    season = ladder.season(*"ab")
    assert ladder.call("PUT", "/queue", caller=GUEST).status_code == 403
    assert ladder.call("PUT", "/queue", caller=ANYBODY).status_code == 401
    assert ladder.call("PUT", "/queue", caller=SERVER).status_code == 403
    body = {"account_id": account("a"), "reason": "arranged wins"}
    ladder.call("POST", f"{SEASONS}/{season}/disqualifications", body)
    assert refused(ladder, "a") == (403, "disqualified")


def test_a_disqualified_player_leaves_the_queue(ladder: Ladder) -> None:
    season = ladder.season(*"ab")
    join(ladder, "a")
    body = {"account_id": account("a"), "reason": "arranged wins"}
    ladder.call("POST", f"{SEASONS}/{season}/disqualifications", body)
    assert look(ladder, "a") == OUT


def test_who_is_in_a_friendly_duel_is_busy_and_it_stands_in_the_history(ladder: Ladder) -> None:
    season = ladder.season(*"abc")
    join(ladder, "a")
    duel = friendly("duel 1", "ab")
    ladder.tell(duel)
    assert look(ladder, "a") == OUT
    assert refused(ladder, "a") == refused(ladder, "b") == (409, "already_playing")
    assert ladder.get(f"{SEASONS}/{season}")["pending"] == 1
    end = ended(None, "first", match_id="duel 1", kind="friendly", first=account("a"))
    ladder.tell(end)
    assert join(ladder, "a")["state"] == "waiting"
    (row,) = ladder.history(season, "b")
    assert (row["rated"], row["unrated_reason"], row["outcome"]) == (False, "private", "loss")


def test_a_friendly_duel_whose_end_is_heard_of_first(ladder: Ladder) -> None:
    season = ladder.season(*"ab")
    end = ended(None, "first", match_id="duel 1", kind="friendly", first=account("a"))
    for event in (end, friendly("duel 1", "ab"), end, friendly("duel 1", "ab")):
        ladder.tell(event)
    assert shown(ladder.history(season, "a"), "outcome") == ["win"]
    assert ladder.get(f"{SEASONS}/{season}")["pending"] == 0
    assert join(ladder, "a")["state"] == "waiting"


def test_a_friendly_duel_without_a_season_only_keeps_its_players_busy(ladder: Ladder) -> None:
    ladder.know(*"ab")
    ladder.tell(friendly("duel 1", "ab"))
    season = ladder.season()
    assert refused(ladder, "a") == (409, "already_playing")
    assert ladder.history(season, "a") == []
    ladder.tell(ended(None, "draw", match_id="duel 1", kind="friendly"))
    assert join(ladder, "a")["state"] == "waiting"


def test_guests_and_the_computer_are_no_accounts(ladder: Ladder) -> None:
    from shared.names import COMPUTERS

    season = ladder.season(*"ag")
    ladder.tell(
        friendly("duel 1", "ag", second_is_guest=True),
        ended(None, "first", match_id="duel 1", kind="friendly"),
        opened(
            None,
            match_id="duel 2",
            kind="friendly",
            origin="computer",
            first=account("a"),
            second=COMPUTERS["easy"],
        ),
    )
    rows = ladder.history(season, "a")
    assert [row["opponent"] for row in rows] == [
        {"account_id": None, "display_name": "Account G"},
        {"account_id": None, "display_name": "Computer (easy)"},
    ]
    assert shown(rows, "unrated_reason") == ["private", "computer"]
    assert ladder.history(season, "g") == []


def test_league_results_are_not_the_ladder_s(ladder: Ladder) -> None:
    season = ladder.season(*"ab")
    ladder.tell(ended(None, "first", match_id="m", kind="league", season_id="s", round=1))
    assert ladder.history(season, "a") == []
    assert join(ladder, "a")["state"] == "waiting"


def test_who_was_let_in_again_just_now_may_join(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The gateway knows before the ladder does."""
    ladder.season("a")
    ladder.tell(AccountSuspended(account_id=account("a"), suspended=True, revision=2))
    is_suspended = names._is_suspended

    def heard_meanwhile(*given: Any) -> bool:
        found = is_suspended(*given)
        ladder.tell(AccountSuspended(account_id=account("a"), suspended=False, revision=3))
        return found

    monkeypatch.setattr(names, "_is_suspended", heard_meanwhile)
    assert join(ladder, "a")["state"] == "waiting"


def test_accounts_that_are_suspended_or_gone_leave_the_queue(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(names, "PATIENCE_SECONDS", 0)
    ladder.season(*"ab")
    join(ladder, "a")
    ladder.tell(AccountSuspended(account_id=account("a"), suspended=False, revision=1))
    assert look(ladder, "a")["state"] == "waiting"
    ladder.tell(AccountSuspended(account_id=account("a"), suspended=True, revision=2))
    assert look(ladder, "a") == OUT
    assert refused(ladder, "a") == (403, "account_suspended")
    join(ladder, "b")
    ladder.tell(AccountDeleted(account_id=account("b"), revision=2))
    assert look(ladder, "b") == OUT
    assert refused(ladder, "b")[0] == 403


def test_who_is_deleted_while_their_lock_is_awaited_gets_no_ticket(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    ladder.season("a")
    take = accounts.lock

    def taken_late(uow: UnitOfWork, account_ids: Iterable[str]) -> set[str]:
        duels.delete(uow, AccountDeleted(account_id=account("a"), revision=2))
        return take(uow, account_ids)

    monkeypatch.setattr(accounts, "lock", taken_late)
    assert refused(ladder, "a")[0] == 403


def test_the_queue_empties_when_the_season_is_over(ladder: Ladder) -> None:
    ladder.season(*"ab", days=1)
    join(ladder, "a")
    ladder.move(25)
    ladder.pair(seconds=1)
    with ladder.runtime.writing() as uow:
        pairing.pair_waiting(uow, real_now() + timedelta(seconds=1))
    assert look(ladder, "a") == OUT


def test_a_late_result_of_an_old_game_ends_no_new_one(ladder: Ladder) -> None:
    ladder.season(*"ab")
    game = paired(ladder, "a", "b")
    end = ended(game, "first")
    ladder.tell(opened(game), end)
    again = paired(ladder, "a", "b")
    ladder.tell(opened(again), end)
    assert look(ladder, "a")["match_id"] == again.game_id
    assert isinstance(end, MatchResult)
