"""Between pairing and opening: who waits for which duel, and games that are called off."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta

import pytest

from services.ladder.store import accounts, games, tickets
from services.ladder.usecases import pairing
from shared.clock import real_now
from shared.events.catalogue import AccountSuspended, LadderGameCalledOff
from shared.unit_of_work import UnitOfWork
from tests.service.ladder.harness import SEASONS, Ladder, account, caller, shown
from tests.service.ladder.queue_calls import OUT, friendly, join, last_game, look, paired
from tests.service.ladder.telling import ended, opened


def test_a_duel_that_does_not_open_is_called_off_and_both_wait_again(ladder: Ladder) -> None:
    season = ladder.season(*"ab")
    since = join(ladder, "a")["since"]
    join(ladder, "b")
    game = last_game(ladder)
    ladder.pair(seconds=29)
    assert ladder.emitted(LadderGameCalledOff) == []
    ladder.pair(seconds=31)
    assert [one.game_id for one in ladder.emitted(LadderGameCalledOff)] == [game.game_id]
    # Nobody else waits, so the two are paired again.
    again = last_game(ladder)
    assert again.game_id != game.game_id
    assert look(ladder, "a") == {"state": "waiting", "since": since, "match_id": None}
    ladder.tell(opened(game), ended(game, "first"))
    assert ladder.ranking(season) == []
    rows = ladder.history(season, "a")
    assert shown(rows, "ending", "outcome", "change") == [("no_winner", None, 0), (None, None, 0)]


def test_who_leaves_and_joins_again_before_the_duel_opens_has_the_same_game(ladder: Ladder) -> None:
    ladder.season(*"abc")
    game = paired(ladder, "a", "b")
    ladder.call("DELETE", "/queue", caller=caller("a"))
    assert join(ladder, "a")["state"] == "waiting"
    join(ladder, "c")
    ladder.pair(seconds=20)
    assert last_game(ladder) == game
    ladder.tell(opened(game))
    assert join(ladder, "a")["match_id"] == game.game_id
    ladder.tell(ended(game, "first"))
    assert look(ladder, "a") == look(ladder, "b") == OUT
    assert look(ladder, "c")["state"] == "waiting"


def test_nobody_waits_beside_a_duel_of_the_queue(ladder: Ladder) -> None:
    ladder.season(*"ab")
    game = paired(ladder, "a", "b")
    with ladder.runtime.writing() as uow:
        tickets.remove(uow, [account("a")])
        tickets.add(uow, account("a"), real_now())
    ladder.tell(opened(game), ended(game, "first"))
    assert look(ladder, "a") == OUT


def test_a_called_off_duel_that_opens_late_takes_nobody_out_of_the_queue(ladder: Ladder) -> None:
    ladder.season(*"ab")
    game = paired(ladder, "a", "b")
    ladder.call("DELETE", "/queue", caller=caller("b"))
    ladder.pair(seconds=31)
    ladder.tell(opened(game), ended(game, "none", by="closed"))
    assert look(ladder, "a")["state"] == "waiting"
    assert look(ladder, "b") == OUT


def test_a_call_off_puts_only_those_back_who_could_join(ladder: Ladder) -> None:
    season = ladder.season(*"abcdef")
    pairs = [paired(ladder, *both) for both in ("ab", "cd", "ef")]
    body = {"account_id": account("a"), "reason": "arranged wins"}
    ladder.call("POST", f"{SEASONS}/{season}/disqualifications", body)
    ladder.tell(
        AccountSuspended(account_id=account("c"), suspended=True, revision=2),
        friendly("duel 1", "ex"),
    )
    assert look(ladder, "e") == OUT
    with ladder.runtime.writing() as uow:
        pairing.call_off(uow, real_now() + timedelta(seconds=31))
    told = {one.game_id for one in ladder.emitted(LadderGameCalledOff)}
    assert told == {game.game_id for game in pairs}
    states = {letter: look(ladder, letter)["state"] for letter in "abcdef"}
    assert states == dict(zip("abcdef", ["none", "waiting"] * 3, strict=True))


def test_nobody_goes_back_into_a_queue_that_is_over(ladder: Ladder) -> None:
    ladder.season(*"ab", days=1)
    paired(ladder, "a", "b")
    ladder.move(25)
    with ladder.runtime.writing() as uow:
        pairing.call_off(uow, real_now() + timedelta(seconds=31))
    assert look(ladder, "a") == look(ladder, "b") == OUT


@pytest.mark.parametrize("act", ["void", "review"])
def test_a_game_that_operators_act_on_is_still_called_off(ladder: Ladder, act: str) -> None:
    ladder.season(*"ab")
    game = paired(ladder, "a", "b")
    ladder.act(game.game_id, act)
    ladder.pair(seconds=31)
    assert [one.game_id for one in ladder.emitted(LadderGameCalledOff)] == [game.game_id]


def test_a_call_off_keeps_what_operators_decided_meanwhile(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = ladder.season(*"ab")
    game = paired(ladder, "a", "b")
    take = accounts.lock

    def taken_late(uow: UnitOfWork, account_ids: Iterable[str]) -> set[str]:
        games.save(uow, replace(games.one(uow, game.game_id), voided=True, revision=1))
        return take(uow, account_ids)

    with monkeypatch.context() as late, ladder.runtime.writing() as uow:
        late.setattr(accounts, "lock", taken_late)
        pairing.call_off(uow, real_now() + timedelta(seconds=31))
    assert shown(ladder.history(season, "a"), "ending", "voided") == [("no_winner", True)]


def test_a_game_that_was_called_off_stays_so_whatever_operators_do(ladder: Ladder) -> None:
    ladder.season(*"ab")
    game = paired(ladder, "a", "b")
    ladder.pair(seconds=31)
    ladder.act(game.game_id, "void")
    with ladder.runtime.reading() as uow:
        asked = {
            one.id: called_off for one, called_off in games.asked_of_match(uow, after="", most=9)
        }
    assert asked[game.game_id]
