"""What the scheduler tells of a season as a whole: kept as facts."""

from dataclasses import asdict

from services.standings import store
from services.standings.domain.round_days import RoundSpan
from services.standings.domain.season import Participant
from shared.events.catalogue import (
    RegistrationClosed,
    SeasonAnnounced,
    SeasonCancelled,
    SeasonChanged,
    SeasonFinished,
)
from shared.unit_of_work import UnitOfWork


def keep_settings(uow: UnitOfWork, event: SeasonAnnounced) -> None:
    told = {"name": event.name, "format": event.format, "time_zone": event.time_zone}
    store.seasons.learn(uow, event.season_id, {**told, "points": asdict(event.points)})


def keep_participants(uow: UnitOfWork, event: RegistrationClosed) -> None:
    """Keep a page of the list; the table after round 0 is due once all of them are here."""
    participants = (Participant(one.account_id, one.number) for one in event.participants)
    store.participants.enter_page(uow, event.season_id, event.page, participants)
    told = {"format": event.format, "rounds": event.rounds, "pages": event.pages}
    store.seasons.learn(uow, event.season_id, {**told, "points": asdict(event.points)})
    store.looks.note(uow, event.season_id)


def keep_times(uow: UnitOfWork, event: SeasonChanged) -> None:
    spans = [RoundSpan(one.round, one.preparing_from, one.closes_at) for one in event.rounds]
    store.rounds.enter_times(uow, event.season_id, spans, event.revision)


def keep_end(uow: UnitOfWork, event: SeasonFinished | SeasonCancelled) -> None:
    store.seasons.learn(uow, event.season_id, {"last_round": event.last_round})
