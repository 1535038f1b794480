"""What the services announce becomes what listeners are told."""

from collections.abc import Sequence

from services.gateway.domain.heartbeat import News, Told, tell_step, tell_table
from services.gateway.domain.live import LiveEvent
from services.gateway.live.bell import BELL
from services.gateway.store import live, live_seasons
from services.gateway.tables.live import LiveSeasonRow
from shared.events.catalogue import (
    DuelChanged,
    MatchResult,
    RoundClosed,
    RoundPaired,
    SeasonAnnounced,
    SeasonCancelled,
    SeasonChanged,
    SeasonFinished,
    SolvingOpened,
    StandingsPublished,
)
from shared.unit_of_work import UnitOfWork

BATCH = 100


def announce_season(uow: UnitOfWork, event: SeasonAnnounced) -> None:
    season = live_seasons.lock(uow, event.season_id)
    if not season.announced:
        season.announced, season.swiss = True, event.format == "swiss"
        _tell_of_season(uow, event.season_id)


def change_season(uow: UnitOfWork, event: SeasonChanged) -> None:
    season = live_seasons.lock(uow, event.season_id)
    for times in event.rounds:
        live_seasons.keep_times(uow, event.season_id, times, event.revision)
    if event.revision > season.revision:
        season.revision = event.revision
        _tell_of_season(uow, event.season_id)


def end_season(uow: UnitOfWork, event: SeasonCancelled | SeasonFinished) -> None:
    season = live_seasons.lock(uow, event.season_id)
    if not season.over:
        season.over = True
        _tell_of_season(uow, event.season_id)


def pair_round(uow: UnitOfWork, event: RoundPaired) -> None:
    """Nobody is told yet: a paired round opens when its preparing begins (`open_due`)."""
    live_seasons.lock(uow, event.season_id)
    live_seasons.keep_times(uow, event.season_id, event.times, event.times_revision)
    live_seasons.keep_pairing(uow, event.season_id, event.round)


def open_due(uow: UnitOfWork) -> None:
    """Tell of the rounds whose preparing has begun."""
    for season_id, round in live_seasons.openings_due(uow, uow.now(), BATCH):
        _tell_step(uow, season_id, round, "round_opened")


def open_solving(uow: UnitOfWork, event: SolvingOpened) -> None:
    _tell_step(uow, event.season_id, event.round, "solving_opened")


def close_round(uow: UnitOfWork, event: RoundClosed) -> None:
    _tell_step(uow, event.season_id, event.round, "round_closed")


def publish_table(uow: UnitOfWork, event: StandingsPublished) -> None:
    season = live_seasons.lock(uow, event.season_id)
    before = live_seasons.told(uow, season)
    _tell_news(uow, season, before, tell_table(before, event.round, event.revision))


def change_duels(uow: UnitOfWork, events: Sequence[DuelChanged]) -> None:
    _tell(uow, [_duel_changed(event.match_id, event.account_id) for event in events])


def end_duels(uow: UnitOfWork, events: Sequence[MatchResult]) -> None:
    """Both players hear of a result, and of its annulment or correction."""
    players = [(event.match_id, who) for event in events for who in (event.first, event.second)]
    _tell(uow, [_duel_changed(match_id, who) for match_id, who in players])


def _duel_changed(match_id: str, account_id: str) -> LiveEvent:
    return LiveEvent("duel_changed", {"match_id": match_id}, account_id)


def _tell_of_season(uow: UnitOfWork, season_id: str) -> None:
    _tell(uow, [LiveEvent("season_changed", {"season_id": season_id})])


def _tell_step(uow: UnitOfWork, season_id: str, round: int, step: str) -> None:
    season = live_seasons.lock(uow, season_id)
    before = live_seasons.told(uow, season)
    _tell_news(uow, season, before, tell_step(before, round, step))


def _tell_news(uow: UnitOfWork, season: LiveSeasonRow, before: Told, news: News) -> None:
    now, events = news
    live_seasons.save_told(uow, season, before, now)
    _tell(uow, events)


def _tell(uow: UnitOfWork, events: list[LiveEvent]) -> None:
    live.tell(uow, events)
    uow.afterwards(BELL.ring)
