"""Games that were played elsewhere, as game servers report them."""

from collections.abc import Callable, Sequence
from typing import Any

from services.ladder.domain.game import End, Ending, Origin, Phase, Player
from services.ladder.domain.report import Report, checked
from services.ladder.usecases.docket import Docket, Verdict
from shared.errors import Problem
from shared.unit_of_work import UnitOfWork
from shared.web.tokens import Caller

Judged = Verdict | Problem


def report(uow: UnitOfWork, caller: Caller, body: dict[str, Any]) -> Verdict:
    """Take a whole game; the first answer again where it was reported before."""
    return _only(_judge_all(uow, caller, [_report(body)], Docket.judge))


def report_start(uow: UnitOfWork, caller: Caller, body: dict[str, Any]) -> Verdict:
    """Take the start of a game and tell whether it is rated."""
    return _only(_judge_all(uow, caller, [_report(body)], Docket.judge_start))


def report_batch(
    uow: UnitOfWork, caller: Caller, bodies: Sequence[dict[str, Any] | Problem]
) -> list[Judged]:
    """Take many games, each judged on its own and in order."""
    return _judge_all(
        uow,
        caller,
        [one if isinstance(one, Problem) else _report(one) for one in bodies],
        Docket.judge,
    )


def _judge_all(
    uow: UnitOfWork,
    caller: Caller,
    asked: Sequence[Report | Problem],
    judge: Callable[[Docket, Report], Verdict],
) -> list[Judged]:
    good = [one for one in asked if isinstance(one, Report)]
    # Nearly every report is new: only what is refused, or turns out to be filed, is looked up.
    for looking_up in (False, True, True):
        docket = Docket(uow, caller.account, good, looking_up=looking_up)
        judged = [_judged(docket, one, judge) for one in asked]
        certain = looking_up or not any(isinstance(one, Problem) for one in judged)
        if certain and docket.write():
            return judged
    raise AssertionError("what somebody else has filed is found at the next try")


def _judged(
    docket: Docket, asked: Report | Problem, judge: Callable[[Docket, Report], Verdict]
) -> Judged:
    if isinstance(asked, Problem):
        return asked
    try:
        return judge(docket, checked(asked, docket.now))
    except Problem as refusal:
        return refusal


def _only(judged: Sequence[Judged]) -> Verdict:
    (one,) = judged
    if isinstance(one, Problem):
        raise one
    return one


def _report(body: dict[str, Any]) -> Report:
    first, second = (Player(one.get("account_id"), one.get("guest")) for one in body["players"])
    end = None
    if "finished_at" in body:
        phase = body.get("phase")
        end = End(
            body["finished_at"],
            Ending(body["ending"]),
            Phase(phase) if phase else None,
            body.get("winner"),
            body.get("left"),
        )
    origin = Origin(body["origin"])
    return Report(body["external_id"], origin, (first, second), body["started_at"], end)
