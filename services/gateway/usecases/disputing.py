"""Players dispute a result of theirs: an incident is opened, and nothing else follows by itself."""

from typing import Any

from sqlalchemy.exc import IntegrityError

from services.gateway.domain.errors import MatchOpen, NothingAtStake, NotYourMatch
from services.gateway.domain.incidents import State
from services.gateway.store import disputes, incidents
from services.gateway.tables.fair_play import DisputeRow
from services.gateway.usecases.incidents import open_incident
from shared.errors import NotFound
from shared.unit_of_work import UnitOfWork
from shared.web.tokens import Caller

# An incident that a dispute opens has no title: each reader is told so in their own language.
UNTITLED = ""


def require_disputable(match: Any, account_id: str) -> None:
    """Raises `NotFound`, `NotYourMatch`, `NothingAtStake`, or `MatchOpen` where there is no result.

    `match` is as its player sees it, None if there is none.
    """
    if match is None:
        raise NotFound
    if account_id not in {match[side]["account_id"] for side in ("first", "second")}:
        raise NotYourMatch
    if match["kind"] == "friendly":
        raise NothingAtStake
    if match["result"] is None:
        raise MatchOpen


def dispute(uow: UnitOfWork, player: Caller, match: Any, reason: str) -> tuple[DisputeRow, bool]:
    """Dispute a result; the dispute, and whether it is a new one.

    A league's result is under review from then on. Whether a ladder game is, an operator decides:
    it keeps a season from ending.
    """
    known = disputes.find(uow, match["id"], player.account)
    if known is not None:
        return known, False
    try:
        with uow.savepoint():
            return _open(uow, player, match, reason), True
    except IntegrityError:
        # The same was asked at the same time, and came first.
        first = disputes.find(uow, match["id"], player.account)
        assert first is not None
        return first, False


def _open(uow: UnitOfWork, player: Caller, match: Any, reason: str) -> DisputeRow:
    is_league = match["kind"] == "league"
    incident = {
        "title": UNTITLED,
        "description": "",
        "state": State.UNDER_REVIEW if is_league else State.OPEN,
        "account_ids": [],
        "match_ids": [match["id"]],
        "game_ids": [] if is_league else [match["id"]],
    }
    row = DisputeRow(
        match_id=match["id"],
        account_id=player.account,
        incident_id=open_incident(uow, player, incident).id,
        at=uow.now(),
        reason=reason,
    )
    disputes.add(uow, row)
    return row


def shown(uow: UnitOfWork, row: DisputeRow) -> dict[str, Any]:
    """A dispute as its player sees it: how the incident stands, and its outcome once there is."""
    incident = incidents.load(uow, row.incident_id)
    over = incident.state in (State.DECIDED, State.DISMISSED)
    return {
        "match_id": row.match_id,
        "account_id": row.account_id,
        "at": row.at,
        "reason": row.reason,
        "state": incident.state,
        "resolution": incident.resolution if over else None,
    }
