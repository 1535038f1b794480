"""A duel from pairing to result, over HTTP."""

from shared.events.catalogue import DuelChanged, MatchResult
from tests.service.match.desk import Desk
from tests.service.match.telling import CLOSE, SOLVING, announced, closed, paired, solving_opened


def test_a_duel_from_pairing_to_result(desk: Desk) -> None:
    desk.tell(announced(), paired())
    assert desk.look("ana")["state"] == "preparing"
    draft = desk.code("ana", "1122", confirm=False)
    assert (draft.status_code, draft.json["code"], draft.json["code_confirmed"]) == (
        200,
        "1122",
        False,
    )
    assert desk.code("ana", "1234").json["code_confirmed"] is True
    assert desk.code("bea", "4321").status_code == 200
    desk.tell(solving_opened())
    desk.move(SOLVING)
    told = desk.attempt("ana", 1, "4312")
    assert told.status_code == 201
    assert told.json == {
        "number": 1,
        "guess": "4312",
        "exact": 2,
        "partial": 2,
        "solved": False,
        "attempts_left": 2,
    }
    again = desk.attempt("ana", 1, "4312")
    assert (again.status_code, again.json) == (200, told.json)
    assert desk.attempt("ana", 2, "4321").json["solved"] is True
    assert desk.attempt("bea", 1, "1111").status_code == 201
    desk.tell(closed())
    assert desk.look(None)["result"] is None
    desk.move(CLOSE)
    shown = desk.look(None)
    assert shown["state"] == "closed"
    assert shown["result"] == {
        "outcome": "first",
        "by": "only_solver",
        "points": {"first": 3, "second": 0},
        "attempt_difference": 2,
        "revision": 1,
        "annulled": False,
    }
    (result,) = desk.emitted(MatchResult)
    assert (result.first_attempts, result.second_attempts, result.acts) == (2, 1, 0)
    changed = [event.account_id for event in desk.emitted(DuelChanged)]
    assert changed == ["ana", "ana", "bea", "ana", "ana", "bea"]
