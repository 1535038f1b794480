"""What the scheduler tells of seasons and rounds: facts, kept in whatever order they come."""

from services.match.store import pairing, rounds, seasons
from shared.events.catalogue import (
    RegistrationClosed,
    RoundPaired,
    SeasonAnnounced,
    SeasonCancelled,
    SeasonChanged,
    SeasonFinished,
)
from shared.unit_of_work import UnitOfWork


def announce(uow: UnitOfWork, event: SeasonAnnounced) -> None:
    """Know the season; its settings come with every round."""
    seasons.lock(uow, event.season_id)


def close_registration(uow: UnitOfWork, event: RegistrationClosed) -> None:
    """Know how many rounds there are."""
    seasons.lock(uow, event.season_id)
    seasons.change(uow, event.season_id, rounds=event.rounds)


def change(uow: UnitOfWork, event: SeasonChanged) -> None:
    """Take over new times and whether the season is held, each if it is news."""
    season = seasons.lock(uow, event.season_id)
    if season.revision < event.revision:
        seasons.change(
            uow,
            event.season_id,
            revision=event.revision,
            held_round=event.held_round,
            held_phase=event.held_phase,
        )
    for times in event.rounds:
        rounds.take_times(uow, event.season_id, times, event.revision)


def pair_round(uow: UnitOfWork, event: RoundPaired) -> None:
    """Open the duels of a page; what had been finished about the round is open again with them."""
    seasons.lock(uow, event.season_id)
    rounds.take_times(uow, event.season_id, event.times, event.times_revision)
    rounds.change(uow, event.season_id, event.round, **pairing.settings_of(event))
    if pairing.add_matches(uow, event):
        rounds.change(uow, event.season_id, event.round, drawn=False, settled=False)
        seasons.change(uow, event.season_id, called_off=False)


def cancel(uow: UnitOfWork, event: SeasonCancelled) -> None:
    """Mark the season as called off; the timer closes its open duels."""
    season = seasons.lock(uow, event.season_id)
    if season.cancelled_at is None:
        seasons.change(uow, event.season_id, cancelled_at=uow.now(), last_round=event.last_round)


def finish(uow: UnitOfWork, event: SeasonFinished) -> None:
    """Rounds after the last one, if the season ended early, are not played any more."""
    seasons.lock(uow, event.season_id)
    seasons.change(uow, event.season_id, last_round=event.last_round)
