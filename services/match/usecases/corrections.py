"""Annulling and correcting results: acts of operators, numbered in their season."""

from collections.abc import Callable

from services.match.domain import correction
from services.match.domain.duel import Duel
from services.match.domain.result import Outcome, Result
from services.match.domain.settings import PointValues
from services.match.store import duels, results, seasons
from services.match.usecases.announcing import result_event
from shared.unit_of_work import UnitOfWork
from shared.web.tokens import Caller

Revise = Callable[[Result, PointValues], Result]


def annul(uow: UnitOfWork, caller: Caller, match_id: str, *, reason: str) -> None:
    """Make a match count for nothing."""
    _revise(uow, caller, match_id, reason, lambda result, _: correction.annul(result))


def correct(uow: UnitOfWork, caller: Caller, match_id: str, *, outcome: str, reason: str) -> None:
    """Give a match another outcome."""

    def revise(result: Result, values: PointValues) -> Result:
        return correction.correct(result, Outcome(outcome), values)

    _revise(uow, caller, match_id, reason, revise)


def _revise(uow: UnitOfWork, caller: Caller, match_id: str, reason: str, revise: Revise) -> None:
    # The season is locked before the duel, here as everywhere: its acts are about to be counted.
    # A live duel has none.
    if season_id := duels.season_of(uow, match_id):
        seasons.lock(uow, season_id)
    stored, _ = duels.lock(uow, match_id)
    before = correction.correctable(stored.duel, stored.result, caller.account)
    after = revise(before, stored.values)
    if after != before:
        _publish(uow, caller, stored.duel, after, reason)


def _publish(uow: UnitOfWork, caller: Caller, duel: Duel, result: Result, reason: str) -> None:
    assert duel.season_id is not None, "only league matches are corrected"
    act = seasons.next_act(uow, duel.season_id)
    results.add_revision(
        uow,
        duel.match_id,
        result,
        at=uow.now(),
        act=act,
        operator_id=caller.account,
        reason=reason,
    )
    uow.emit(result_event(duel, result, act=act, acts=act))
