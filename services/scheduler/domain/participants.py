"""Who takes part, and until when.

A withdrawal takes effect after the round that is already paired; a disqualification forfeits
that round too, which the match service sees to, and then counts as a withdrawal.
"""

from dataclasses import dataclass, replace
from enum import StrEnum


class Status(StrEnum):
    ACTIVE = "active"
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"


@dataclass(frozen=True)
class Participant:
    """An account in a season: its lot number and the first round it is out of, if any."""

    account_id: str
    number: int
    status: Status = Status.ACTIVE
    out_from_round: int | None = None

    def plays_in(self, round_number: int) -> bool:
        """Whether this player is in for the pairing of that round."""
        return self.out_from_round is None or round_number < self.out_from_round


def withdrawn(participant: Participant, from_round: int) -> Participant:
    """The participant out from that round on; one already out stays as they are."""
    if participant.status != Status.ACTIVE:
        return participant
    return replace(participant, status=Status.WITHDRAWN, out_from_round=from_round)


def disqualified(participant: Participant, from_round: int) -> Participant:
    """The participant disqualified; someone who had withdrawn is out from that round still."""
    out_from = participant.out_from_round
    if out_from is None:
        out_from = from_round
    return replace(participant, status=Status.DISQUALIFIED, out_from_round=out_from)
