"""What an operator does in the middle of a round, and is answered alike whatever players do."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.e2e.secrecy.acting import Move
from tests.e2e.secrecy.moments import Moment
from tests.e2e.secrecy.stage import AURA, CLUE_COST, Duel, Stage


def incident(stage: Stage) -> Move:
    """An incident about all the matches that hold secrets."""
    body = {
        "title": "Looks odd",
        "account_ids": [duel.actor.id for duel in stage.secret_duels],
        "match_ids": [duel.match_id for duel in stage.secret_duels],
    }
    return Move("POST", "/admin/incidents", body, 201)


def disqualification(duel: Duel) -> Move:
    body = {"account_id": duel.actor.id, "reason": "two accounts"}
    return Move("POST", "/seasons/{season}/disqualifications", body, 200)


def acts_on(duel: Duel, moment: Moment) -> list[Move]:
    """What is tried on a match and its secret actor at a moment."""
    return [
        *_CHANGES_OF_RESULT.get(moment, ()),
        *(_preview(duel, change) for change in _PREVIEWED.get(moment, ())),
        *(_aura(duel, *given) for given in _AURA.get(moment, ())),
    ]


def _open(method: str, path: str, body: Any) -> Move:
    return Move(method, path, body, 409, "match_open")


def _preview(duel: Duel, change: Mapping[str, Any]) -> Move:
    body = {"match_id": duel.match_id, **change}
    return _open("POST", "/seasons/{season}/standings/preview", body)


def _aura(duel: Duel, amount: int, refused: str | None = None) -> Move:
    body = {"amount": amount, "reason": "because"}
    return Move("POST", f"/accounts/{duel.actor.id}/aura", body, 409 if refused else 201, refused)


_ANNUL = _open("POST", "/matches/{match}/annul", {"reason": "collusion"})
_CORRECT = _open("POST", "/matches/{match}/correct", {"outcome": "draw", "reason": "a mistake"})
_CHANGES_OF_RESULT: Mapping[Moment, Sequence[Move]] = {
    Moment.MORNING: [_ANNUL],
    Moment.SOLVING: [_CORRECT],
    Moment.LAST_SECOND: [_ANNUL, _CORRECT],
    Moment.AT_CLOSE: [_ANNUL, _CORRECT],
    Moment.CLOSING: [_ANNUL, _CORRECT],
}
_PREVIEWED: Mapping[Moment, Sequence[Mapping[str, Any]]] = {
    Moment.EVENING: [{"annul": True}],
    Moment.LAST_SECOND: [{"annul": True}, {"outcome": "first"}],
    Moment.CLOSING: [{"outcome": "second"}],
}
# One more than a player could be left with who has bought a clue.
_TOO_MUCH = AURA - CLUE_COST + 1
_AURA: Mapping[Moment, Sequence[Any]] = {
    Moment.MORNING: [(1,), (-1,)],
    Moment.SOLVING: [(1,), (-1,), (-_TOO_MUCH, "insufficient_aura")],
    Moment.LAST_SECOND: [(1,), (-1,), (-1000, "insufficient_aura")],
    Moment.CLOSING: [(2,), (-2,), (-_TOO_MUCH, "insufficient_aura")],
}
