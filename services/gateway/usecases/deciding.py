"""Decisions of incidents: acts of the services, called as the operator who decides.

A decision is entered before its act is called, and completed with the status of the answer. No
transaction is open while the act is at work. If its answer never comes, the decision stays
without a status and is shown: the act may have taken effect. The same idempotency key goes on with
the act, so that asking again completes the decision without doing anything twice.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from services.gateway.domain.incidents import ACTS, State, target_of
from services.gateway.store import incidents
from services.gateway.tables.fair_play import DecisionRow, IncidentRow
from services.gateway.usecases import reviewing
from services.gateway.usecases.incidents import require_disinterested
from shared.runtime import Runtime
from shared.unit_of_work import UnitOfWork
from shared.web.idempotency import IdempotencyKeyReused
from shared.web.tokens import Caller


@dataclass(frozen=True)
class Answered:
    """What the act's own call answered."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def took_effect(self) -> bool:
        return _took_effect(self.status)


def _took_effect(status: int | None) -> bool:
    return status is not None and 200 <= status < 300


@dataclass(frozen=True)
class Decision:
    """What an operator wants done: see `domain.incidents.ACTS`."""

    act: str
    target: dict[str, str]
    reason: str
    key: str | None


CallAct = Callable[[str, dict[str, str]], Answered]
"""Calls a path of the interface, audited, with a body; as the operator."""


def decision_in(body: dict[str, Any], key: str | None) -> Decision:
    """Raises `Invalid` where the target is not named in full."""
    return Decision(body["act"], target_of(body["act"], body), body["reason"], key)


def decide(
    runtime: Runtime,
    operator: Caller,
    incident_id: str,
    wanted: Decision,
    *,
    players: frozenset[str],
    require_unchanged: Callable[[UnitOfWork, IncidentRow], None],
    call: CallAct,
) -> Answered | None:
    """Do what was decided; the act's own refusal, if it was refused.

    Raises `NotFound`, `OwnMatch`, `PreconditionFailed`, or `IdempotencyKeyReused` for a key that
    came with another decision, before anything is done.
    """
    with runtime.writing() as uow:
        row = incidents.load(uow, incident_id, for_change=True)
        entry = _entered_before(uow, operator, row, wanted)
        if entry is not None and _took_effect(entry.status):
            return None
        require_disinterested(operator, row, players)
        if entry is None:
            require_unchanged(uow, row)
            entry = _enter(uow, operator, row, wanted)
        entry_id, act = entry.id, ACTS[wanted.act]
    answer = call(act.path_for(wanted.target), act.body_for(wanted.target, wanted.reason))
    with runtime.writing() as uow:
        row = incidents.load(uow, incident_id, for_change=True)
        incidents.answered(uow, entry_id, answer.status)
        if answer.took_effect:
            _close(uow, operator, row)
    return None if answer.took_effect else answer


def _entered_before(
    uow: UnitOfWork, operator: Caller, row: IncidentRow, wanted: Decision
) -> DecisionRow | None:
    """The same decision if it came before; raises `IdempotencyKeyReused` where another did."""
    entry = incidents.decision_of(uow, row.id, operator.account, wanted.key)
    if entry is not None and _decided(entry) != wanted:
        raise IdempotencyKeyReused
    return entry


def _close(uow: UnitOfWork, operator: Caller, row: IncidentRow) -> None:
    row.state, row.updated_by, row.updated_at = State.DECIDED, operator.account, uow.now()
    uow.session.flush()
    reviewing.follow(uow, row)


def _decided(entry: DecisionRow) -> Decision:
    return Decision(entry.act, entry.target, entry.reason, entry.key)


def _enter(uow: UnitOfWork, operator: Caller, row: IncidentRow, wanted: Decision) -> DecisionRow:
    entry = DecisionRow(
        id=uow.new_id(),
        incident_id=row.id,
        at=uow.now(),
        account_id=operator.account,
        key=wanted.key,
        act=wanted.act,
        target=wanted.target,
        reason=wanted.reason,
    )
    incidents.add(uow, entry)
    return entry
