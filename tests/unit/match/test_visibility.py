"""What viewers see: own side only before the close, everything after, and never a hint between."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.match.domain.closing import call_off, close_duel
from services.match.domain.clues import buy_clue
from services.match.domain.duel import Bar, Clue, Duel, Phase, Player, Side
from services.match.domain.preparing import ensure_codes, save_code
from services.match.domain.settings import ClueSettings, PointValues
from services.match.domain.solving import make_attempt
from services.match.domain.visibility import view_match
from shared.errors import Problem
from tests.unit.match.building import (
    CLOSE,
    CLUES,
    FIRST_CODE,
    GAME,
    SECOND_CODE,
    SOLVING,
    START,
    TICK,
    WRONG,
    confirmed_duel,
    lowest,
    make_duel,
    played_duel,
    solved_in,
)

A, B = Side.FIRST, Side.SECOND


class TestBeforeTheClose:
    def test_a_stranger_sees_who_plays_whom_and_the_phase(self) -> None:
        assert view_match(played_duel(solved_in(A, 3), [WRONG]), None, None, SOLVING) == {
            "id": "m1",
            "kind": "league",
            "season_id": "s1",
            "round": 1,
            "state": "solving",
            "preparing_until": SOLVING,
            "solving_until": CLOSE,
            "game": GAME,
            "clues": CLUES,
            "first": {"account_id": "ana"},
            "second": {"account_id": "bea"},
            "result": None,
        }

    def test_a_player_sees_their_own_side_besides(self) -> None:
        duel = played_duel(solved_in(A, 3), [WRONG])
        duel = replace(duel, first=replace(duel.first, clues=(Clue(1, "3", SOLVING),)))
        view = view_match(duel, None, A, SOLVING)
        assert view["you"] == {
            "side": "first",
            "code": FIRST_CODE,
            "code_confirmed": True,
            "attempts": duel.first.attempts,
            "solved": True,
            "clues": (Clue(1, "3", SOLVING),),
            "attempts_left": 0,
        }
        rest = {key: value for key, value in view.items() if key != "you"}
        assert rest == view_match(duel, None, None, SOLVING)

    @pytest.mark.parametrize(
        ("player", "code", "confirmed"),
        [
            (Player("ana"), None, False),
            (Player("ana", draft="1234"), "1234", False),
            (Player("ana", code="1234"), "1234", True),
            (Player("ana", code="1234", code_generated=True), "1234", False),
        ],
    )
    def test_a_player_sees_the_own_code_as_it_stands(
        self, player: Player, code: str | None, confirmed: bool
    ) -> None:
        own = view_match(make_duel(first=player), None, A, START)["you"]
        assert (own["code"], own["code_confirmed"]) == (code, confirmed)
        assert (own["solved"], own["attempts_left"]) == (False, 10)

    @pytest.mark.parametrize(
        ("duel", "now", "state"),
        [
            (make_duel(), START - TICK, "scheduled"),
            (make_duel(), START, "preparing"),
            (make_duel(), SOLVING, "solving"),
            (make_duel(held_phase=Phase.PREPARING), CLOSE, "preparing"),
        ],
    )
    def test_the_phase(self, duel: Duel, now: datetime, state: str) -> None:
        assert view_match(duel, None, None, now)["state"] == state

    @pytest.mark.parametrize("viewer", [A, B, None])
    def test_the_deadline_alone_publishes_nothing(self, viewer: Side | None) -> None:
        duel = played_duel(solved_in(A, 3), [WRONG])
        assert view_match(duel, None, viewer, CLOSE) == view_match(duel, None, viewer, SOLVING)


class TestAfterTheClose:
    duel, result = close_duel(
        replace(
            played_duel(solved_in(A, 2), [WRONG]),
            second=Player(
                "bea",
                code=SECOND_CODE,
                code_generated=True,
                attempts=played_duel([], [WRONG]).second.attempts,
                clues=(Clue(2, "1", SOLVING),),
            ),
        ),
        PointValues(),
        now=CLOSE,
        choose=lowest,
    )

    @pytest.mark.parametrize("viewer", [A, B, None])
    def test_everyone_sees_both_sides_and_the_result_together(self, viewer: Side | None) -> None:
        view = view_match(self.duel, self.result, viewer, CLOSE)
        assert view["state"] == "closed"
        assert view["first"] == {
            "account_id": "ana",
            "code": FIRST_CODE,
            "code_generated": False,
            "attempts": self.duel.first.attempts,
            "clues": (),
            "solved": True,
        }
        assert view["second"] == {
            "account_id": "bea",
            "code": SECOND_CODE,
            "code_generated": True,
            "attempts": self.duel.second.attempts,
            "clues": (Clue(2, "1", SOLVING),),
            "solved": False,
        }
        assert view["result"] == {
            "outcome": "first",
            "by": "only_solver",
            "points": self.result.points,
            "attempt_difference": 9,
            "revision": 1,
            "annulled": False,
        }
        assert ("you" in view) == (viewer is not None)

    def test_a_cancelled_season_publishes_without_a_result(self) -> None:
        duel = call_off(played_duel([WRONG], []), now=SOLVING, choose=lowest)
        view = view_match(duel, None, None, SOLVING)
        assert (view["state"], view["result"]) == ("closed", None)
        assert view["second"]["code"] == SECOND_CODE
        assert len(view["first"]["attempts"]) == 1

    def test_a_draft_is_never_published(self) -> None:
        duel = call_off(make_duel(first=Player("ana", draft="1234")), now=START, choose=lowest)
        assert view_match(duel, None, B, START)["first"]["code"] is None


def test_a_result_is_not_shown_before_the_duel_has_ended() -> None:
    ended, result = close_duel(confirmed_duel(), PointValues(), now=CLOSE, choose=lowest)
    assert view_match(replace(ended, ended_at=None), result, A, CLOSE)["result"] is None


@dataclass(frozen=True)
class Move:
    """Something a side tries at a moment; minutes from the start of preparing."""

    minute: int
    act: str
    code: str = "1111"
    number: int = 0

    @property
    def at(self) -> datetime:
        return START + timedelta(minutes=self.minute)


CODES = ["1111", "1112", "2345", "oops"]
minutes = st.sampled_from([-1, 0, 30, 59, 60, 61, 75, 90, 119])
saves = st.builds(Move, minutes, st.just("save"), st.sampled_from(CODES))
guesses = st.builds(Move, minutes, st.just("guess"), st.sampled_from(CODES), st.integers(1, 3))
looks = st.builds(Move, minutes, st.just("look"))
other_acts = st.builds(Move, minutes, st.sampled_from(["confirm", "clue"])) | looks
bars = st.builds(Move, minutes, st.sampled_from(["withdrawn", "disqualified"]))
# The other's code is 1111 either way, confirmed or drawn; what one's own attempts tell is thus
# the same, and whatever else differs is secret.
own_moves = st.lists(saves | guesses | other_acts | looks, max_size=12)
secret_moves = st.lists(saves | guesses | other_acts | bars, max_size=12)

Answer = tuple[object, ...]


def act(duel: Duel, side: Side, move: Move) -> tuple[Duel, Answer]:
    """Try a move; the duel after it and all that the mover is told."""
    try:
        return ACTS[move.act](duel, side, move)
    except Problem as refusal:
        return duel, (refusal.code, refusal.detail, refusal.errors)


def _save(duel: Duel, side: Side, move: Move) -> tuple[Duel, Answer]:
    return save_code(duel, side, move.code, confirm=False, now=move.at), ("saved",)


def _confirm(duel: Duel, side: Side, move: Move) -> tuple[Duel, Answer]:
    return save_code(duel, side, move.code, confirm=True, now=move.at), ("confirmed",)


def _guess(duel: Duel, side: Side, move: Move) -> tuple[Duel, Answer]:
    made = make_attempt(duel, side, move.number, move.code, now=move.at, choose=lowest)
    return made.duel, (made.attempt, made.solved, made.attempts_left, made.repeated)


def _clue(duel: Duel, side: Side, move: Move) -> tuple[Duel, Answer]:
    bought = buy_clue(duel, side, balance=9, now=move.at, choose=lowest)
    return bought.duel, (bought.clue, bought.entry)


def _look(duel: Duel, side: Side, move: Move) -> tuple[Duel, Answer]:
    ready = ensure_codes(duel, move.at, lowest)
    return ready, tuple(view_match(ready, None, side, move.at).items())


def _bar(duel: Duel, side: Side, move: Move) -> tuple[Duel, Answer]:
    return duel.with_player(side, replace(duel.player(side), barred=Bar(move.act))), ()


ACTS: dict[str, Callable[[Duel, Side, Move], tuple[Duel, Answer]]] = {
    "save": _save,
    "confirm": _confirm,
    "guess": _guess,
    "clue": _clue,
    "look": _look,
    "withdrawn": _bar,
    "disqualified": _bar,
}


def play(side: Side, own: list[Move], secret: list[Move]) -> list[Answer]:
    """All that the player of a side, and then a stranger, is told while the other moves too."""
    duel = make_duel(clues=ClueSettings(unlock_after_attempts=1, limit=2, aura_cost=3))
    told: list[Answer] = []
    moves = [(move, side) for move in own] + [(move, side.other) for move in secret]
    for move, mover in sorted(moves, key=lambda moved: moved[0].minute):
        duel, answer = act(duel, mover, move)
        told += [answer] if mover is side else []
    for viewer in (side, None):
        told.append(tuple(view_match(duel_at_end(duel), None, viewer, CLOSE - TICK).items()))
    return told


def duel_at_end(duel: Duel) -> Duel:
    return ensure_codes(duel, CLOSE - TICK, lowest)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(Side), own_moves, secret_moves, secret_moves)
def test_nothing_a_player_is_told_depends_on_what_the_other_did_in_secret(
    side: Side, own: list[Move], secret: list[Move], otherwise: list[Move]
) -> None:
    assert play(side, own, secret) == play(side, own, otherwise)


def test_a_code_of_ones_own_does_not_appear_only_with_the_first_attempt_of_the_other() -> None:
    look = [Move(61, "look")]
    assert play(A, look, [Move(60, "guess", "1112", 1)]) == play(A, look, [])


def test_the_property_has_something_to_tell_apart() -> None:
    secret = [Move(10, "confirm"), Move(70, "guess", "1112", 1), Move(80, "guess", "1111", 2)]
    assert play(A, [], secret) == play(A, [], [])
    assert play(B, secret, []) != play(B, [], [])
