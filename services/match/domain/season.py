"""What a season's state means for a duel in one of its rounds."""

from dataclasses import dataclass

from services.match.domain.duel import Bar, Phase


@dataclass(frozen=True, slots=True)
class SeasonState:
    """How a season stands: held at the end of a phase of a round, or over after a round.

    `last_round` is the last round that closed in a season that is over, None while it goes on;
    `cancelled` says that it was called off.
    """

    held_round: int | None = None
    held_phase: Phase | None = None
    last_round: int | None = None
    cancelled: bool = False


def phase_held(season: SeasonState, round_number: int) -> Phase | None:
    """The phase beyond which a round's duels do not go, whatever the clock says.

    In a held season the held phase stays open and nothing after it begins. A season that finished
    early leaves its last rounds scheduled for good. (A cancelled one closes them instead.)
    """
    if season.last_round is not None and round_number > season.last_round:
        return None if season.cancelled else Phase.SCHEDULED
    if season.held_round is None or round_number < season.held_round:
        return None
    return season.held_phase if round_number == season.held_round else Phase.SCHEDULED


def bar_in(round_number: int, withdrawn_from: int | None, *, disqualified: bool) -> Bar | None:
    """Why a player may not move in a round: disqualified, or withdrawn from a round up to it."""
    if disqualified:
        return Bar.DISQUALIFIED
    if withdrawn_from is not None and withdrawn_from <= round_number:
        return Bar.WITHDRAWN
    return None
