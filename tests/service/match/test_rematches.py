"""Playing again at a private table: one asks, the other sits down."""

from datetime import timedelta

from services.match.domain.tables import OPEN_FOR
from shared.events.catalogue import AccountDeleted, AccountSuspended, DuelChanged
from tests.service.match.desk import Desk, refusal
from tests.service.match.live import after, join, open_table, opened, resign

NOBODY = {"state": "none", "by": None, "expires_at": None, "match_id": None}
SMALL = {"code_length": 2, "symbols": 3, "repeats": False, "max_attempts": 5}


def played(desk: Desk, first: str = "ana", second: str = "bea") -> str:
    """A duel at a private table that is over."""
    match_id = str(join(desk, second, open_table(desk, first, **SMALL)).json["id"])
    resign(desk, second, match_id)
    return match_id


def look(desk: Desk, who: str | None, match_id: str) -> object:
    return desk.ask(who, "GET", f"/matches/{match_id}/rematch").json


def ask(desk: Desk, who: str | None, match_id: str) -> dict[str, str]:
    answer = desk.ask(who, "POST", f"/matches/{match_id}/rematch")
    assert answer.status_code == 200, answer.text
    return dict(answer.json)


def test_one_asks_and_the_other_sits_down(desk: Desk) -> None:
    match_id = played(desk)
    assert look(desk, "ana", match_id) == NOBODY
    before = len(desk.emitted(DuelChanged))
    offered = ask(desk, "ana", match_id)
    assert (offered["state"], offered["by"], offered["match_id"]) == ("offered", "ana", None)
    assert look(desk, "bea", match_id) == offered
    # The other hears of it, and so looks again.
    (told,) = desk.emitted(DuelChanged)[before:]
    assert (told.match_id, told.account_id) == (match_id, "bea")
    begun = ask(desk, "bea", match_id)
    assert begun["state"] == "begun"
    told_first = [e.match_id for e in desk.emitted(DuelChanged) if e.account_id == "ana"]
    assert {match_id, begun["match_id"]} <= set(told_first)
    assert look(desk, "ana", match_id) == ask(desk, "ana", match_id) == begun
    match = desk.look("bea", begun["match_id"])
    assert match["game"] == SMALL
    assert (match["kind"], match["unrated_reason"]) == ("friendly", "private")
    assert (match["first"]["account_id"], match["you"]["side"]) == ("ana", "second")


def test_to_ask_twice_is_to_ask_once(desk: Desk) -> None:
    match_id = played(desk)
    assert ask(desk, "ana", match_id) == ask(desk, "ana", match_id)
    assert look(desk, "bea", match_id) == look(desk, "ana", match_id)


def test_the_rematch_has_a_rematch(desk: Desk) -> None:
    match_id = played(desk)
    ask(desk, "ana", match_id)
    second = ask(desk, "bea", match_id)["match_id"]
    resign(desk, "ana", second)
    assert look(desk, "ana", second) == NOBODY
    ask(desk, "bea", second)
    third = ask(desk, "ana", second)["match_id"]
    assert len({match_id, second, third}) == 3


def test_guests_play_again_too(desk: Desk) -> None:
    match_id = played(desk, "guest", "bea")
    ask(desk, "bea", match_id)
    begun = ask(desk, "guest", match_id)
    assert desk.look("guest", begun["match_id"])["state"] == "preparing"


def test_either_calls_it_off(desk: Desk) -> None:
    match_id = played(desk)
    for asking, calling, hearing in (("ana", "ana", "bea"), ("ana", "bea", "ana")):
        ask(desk, asking, match_id)
        before = len(desk.emitted(DuelChanged))
        for _ in range(2):
            answer = desk.ask(calling, "DELETE", f"/matches/{match_id}/rematch")
            assert answer.status_code == 204
        (told,) = desk.emitted(DuelChanged)[before:]
        assert (told.match_id, told.account_id) == (match_id, hearing)
        assert look(desk, hearing, match_id) == NOBODY


def test_a_rematch_that_began_is_not_called_off(desk: Desk) -> None:
    match_id = played(desk)
    ask(desk, "ana", match_id)
    begun = ask(desk, "bea", match_id)
    assert desk.ask("ana", "DELETE", f"/matches/{match_id}/rematch").status_code == 204
    assert look(desk, "bea", match_id) == begun


def test_a_question_too_old_is_asked_anew_by_whoever_comes(desk: Desk) -> None:
    match_id = played(desk)
    ask(desk, "ana", match_id)
    desk.move(after(0) + OPEN_FOR + timedelta(seconds=1))
    assert look(desk, "bea", match_id) == NOBODY
    assert ask(desk, "bea", match_id)["by"] == "bea"


def test_another_table_takes_the_place_of_the_question(desk: Desk) -> None:
    match_id = played(desk)
    ask(desk, "ana", match_id)
    open_table(desk, "ana")
    assert look(desk, "bea", match_id) == NOBODY


def test_who_is_gone_or_suspended_asks_nobody(desk: Desk) -> None:
    suspended, deleted = played(desk), played(desk, "cai", "dia")
    ask(desk, "ana", suspended)
    ask(desk, "cai", deleted)
    desk.tell(
        AccountSuspended(account_id="ana", suspended=True, revision=2),
        AccountDeleted(account_id="cai", revision=2),
    )
    assert look(desk, "bea", suspended) == look(desk, "dia", deleted) == NOBODY


def test_nobody_sits_down_who_plays_elsewhere(desk: Desk) -> None:
    match_id = played(desk)
    ask(desk, "ana", match_id)
    desk.tell(opened(first="bea", second="cai"))
    answer = desk.ask("bea", "POST", f"/matches/{match_id}/rematch")
    assert refusal(answer) == (409, "already_playing")
    assert look(desk, "ana", match_id)["state"] == "offered"  # type: ignore[index]


def test_it_is_for_the_two_alone_and_after_their_duel(desk: Desk) -> None:
    match_id = played(desk)
    computer = desk.ask("ana", "POST", "/tables/computer", {"level": "easy"}).json["id"]
    resign(desk, "ana", computer)
    going_on = join(desk, "bea", open_table(desk, "ana")).json["id"]
    for method in ("GET", "POST", "DELETE"):
        for who, match, why in (
            ("cai", match_id, (403, "not_your_match")),
            (None, match_id, (401, "unauthorized")),
            ("ana", computer, (409, "no_rematch")),
            ("ana", going_on, (409, "duel_open")),
            ("ana", "nothing", (404, "not_found")),
        ):
            assert refusal(desk.ask(who, method, f"/matches/{match}/rematch")) == why


def test_no_code_is_told_that_would_let_others_in(desk: Desk) -> None:
    match_id = played(desk)
    ask(desk, "ana", match_id)
    for who in ("ana", "bea"):
        assert set(look(desk, who, match_id)) == set(NOBODY)  # type: ignore[call-overload]
    assert "rematch" not in desk.look(None, match_id)
