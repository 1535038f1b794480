"""Live duels at the same moment: one thing comes first, and the other finds it done."""

from collections import Counter
from typing import Any

from shared.events.catalogue import AccountDeleted, DuelOpened, MatchResult
from tests.service.match.desk import Desk
from tests.service.match.live import (
    BEAS,
    GAME,
    WRONG,
    after,
    begin,
    called_off,
    join,
    open_table,
    opened,
    resign,
    result,
)
from tests.service.match.test_match_races import at_once, codes


def test_a_resignation_against_the_last_attempt(desk: Desk) -> None:
    """Whichever comes first decides, and there is one result."""
    for number in range(4):
        game = f"g{number}"
        desk.tell(opened(game))
        begin(desk, game)
        desk.attempt("bea", 1, WRONG, game)
        answers = at_once(
            [
                lambda g=game: desk.attempt("ana", 1, BEAS, g),
                lambda g=game: resign(desk, "ana", g),
            ]
        )
        statuses = [answer.status_code for answer in answers]
        assert sorted(statuses) in ([200, 409], [201, 409])
        event = result(desk, game)
        won = event.by == "only_solver"
        assert (event.outcome, event.left) == (("first", None) if won else ("second", "first"))
        assert (201 in statuses) == won


def test_both_resign_at_once(desk: Desk) -> None:
    desk.tell(opened())
    answers = at_once([lambda w=who: resign(desk, w) for who in ("ana", "bea")])
    assert codes(answers) == {(200, None): 1, (409, "duel_over"): 1}
    assert result(desk).by == "resignation"


def test_both_deadlines_at_once(desk: Desk) -> None:
    """Both abandon at one instant, and timers, looks and moves all notice it together."""
    desk.tell(opened())
    begin(desk)
    desk.clock.move(after(60))
    at_once(
        [lambda w=who: desk.ask(w, "GET", f"/matches/{GAME}") for who in ("ana", "bea") * 2]
        + [lambda w=who: desk.attempt(w, 1, WRONG, GAME) for who in ("ana", "bea")]
        + [desk.work_once] * 2
    )
    desk.work()
    event = result(desk)
    assert (event.by, event.outcome, event.left) == ("closed", "none", None)
    assert event.finished_at == after(60)


def test_both_confirm_at_once(desk: Desk) -> None:
    desk.tell(opened())
    answers = at_once(
        [lambda w=w, c=c: desk.code(w, c, GAME) for w, c in (("ana", "1122"), ("bea", BEAS))]
    )
    assert Counter(answer.status_code for answer in answers) == {200: 2}
    assert desk.look("ana", GAME)["state"] == "solving"


def test_of_two_who_join_one_sits_down(desk: Desk) -> None:
    table = open_table(desk)
    answers = at_once([lambda w=who: join(desk, w, table) for who in ("bea", "cai", "dia")])
    assert codes(answers) == {(200, None): 1, (409, "table_taken"): 2}
    assert len(desk.emitted(DuelOpened)) == 1


def test_two_who_ask_each_other_at_once_play_again(desk: Desk) -> None:
    match_id = join(desk, "bea", open_table(desk)).json["id"]
    resign(desk, "ana", match_id)
    calls = [
        lambda w=who: desk.ask(w, "POST", f"/matches/{match_id}/rematch")
        for who in ("ana", "bea") * 2
    ]
    answers = at_once(calls)
    assert [answer.status_code for answer in answers] == [200] * 4
    (begun,) = {answer.json["match_id"] for answer in answers} - {None}
    assert [event.match_id for event in desk.emitted(DuelOpened)] == [match_id, begun]


def test_nobody_sits_down_at_two_tables(desk: Desk) -> None:
    tables = [open_table(desk, who) for who in ("bea", "cai")]
    calls: list[Any] = [lambda t=table: join(desk, "ana", t) for table in tables]
    calls.append(lambda: desk.ask("ana", "POST", "/tables/computer", {"level": "easy"}))
    answers = at_once(calls)
    assert sum(answer.status_code in (200, 201) for answer in answers) == 1
    assert codes(answers)[409, "already_playing"] == 2
    assert len(desk.emitted(DuelOpened)) == 1


def test_two_who_join_each_other_s_table_play_once(desk: Desk) -> None:
    anas, beas = open_table(desk, "ana"), open_table(desk, "bea")
    answers = at_once([lambda: join(desk, "bea", anas), lambda: join(desk, "ana", beas)])
    assert Counter(answer.status_code for answer in answers) == {200: 1, 409: 1}
    assert len(desk.emitted(DuelOpened)) == 1


def test_tables_opened_at_once_leave_one(desk: Desk) -> None:
    answers = at_once([lambda: desk.ask("ana", "POST", "/tables", {})] * 4)
    assert {answer.status_code for answer in answers} == {201}
    joined = [join(desk, "bea", answer.json).status_code for answer in answers]
    assert Counter(joined) == {404: 3, 200: 1}


def test_a_game_against_its_being_called_off(desk: Desk) -> None:
    for number in range(3):
        game = f"g{number}"
        at_once(
            [
                lambda g=game: desk.tell(opened(g)),
                lambda g=game: desk.tell(called_off(g)),
                lambda g=game: desk.tell(opened(g)),
            ]
        )
        desk.work()
        assert desk.ask("ana", "GET", "/me/matches?state=open").json["items"] == []
    assert all(event.by == "closed" for event in desk.emitted(MatchResult))


def test_a_join_against_the_opener_s_deletion(desk: Desk) -> None:
    table = open_table(desk)
    at_once(
        [
            lambda: join(desk, "bea", table),
            lambda: desk.tell(AccountDeleted(account_id="ana", revision=2)),
        ]
    )
    assert desk.ask("bea", "GET", "/me/matches?state=open").json["items"] == []
