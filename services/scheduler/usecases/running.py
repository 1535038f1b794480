"""What operators do to a season: open and close registration, cancel, resume, postpone."""

from typing import Any

from services.scheduler.domain.holding import postponed, resume
from services.scheduler.domain.postponing import Timetable, postpone
from services.scheduler.domain.rounds import RoundState, round_state
from services.scheduler.domain.season import State, cancel, ensure_not_over, following_round
from services.scheduler.store import postponements, presence, rounds, seasons
from services.scheduler.store.seasons import Stored
from services.scheduler.usecases import clock, closing, opening, telling
from shared.unit_of_work import UnitOfWork


def open_registration(uow: UnitOfWork, season_id: str) -> Stored:
    """Registration open from now on; raises `SeasonNotDraft`."""
    stored = seasons.lock(uow, season_id)
    opening.open_now(uow, stored)
    return stored


def close_registration(uow: UnitOfWork, season_id: str) -> Stored:
    """Registration closed from now on; raises `RegistrationNotOpen`."""
    stored = seasons.lock(uow, season_id)
    clock.open_if_due(uow, stored)
    closing.close_now(uow, stored)
    return stored


def cancel_season(uow: UnitOfWork, season_id: str, reason: str) -> Stored:
    """The season cancelled; its open round closes without results. Raises `SeasonOver`."""
    stored = _up_to_date(uow, season_id)
    was_draft = stored.season.state == State.DRAFT
    season = cancel(stored.season, reason)
    _close_begun_round(uow, stored)
    seasons.save(uow, stored, season)
    if not was_draft:
        telling.cancelled(uow, stored)
    return stored


def resume_season(uow: UnitOfWork, season_id: str) -> Stored:
    """The season going on: the phase that was held ends now. Raises `SeasonNotHeld`."""
    stored, now = seasons.lock(uow, season_id), uow.now()
    season, held_since = resume(stored.season), stored.season.held_end
    assert held_since is not None
    # What should have begun in the meantime could not: it is as if the platform had been away.
    presence.keep_absence(uow, (held_since, now), stored.id)
    stored.row.revision += 1
    seasons.save(uow, stored, season)
    telling.changed(uow, stored, "resumed")
    return stored


def postpone_season(uow: UnitOfWork, season_id: str, body: dict[str, Any]) -> Stored:
    """All that lies ahead moved; raises `Invalid`, `NothingToPostpone`, `SeasonOver`."""
    stored, now = _up_to_date(uow, season_id), uow.now()
    season, days, seconds = stored.season, body.get("days"), body.get("seconds")
    ensure_not_over(season)
    announced = map(rounds.times_of, rounds.announced(uow, stored.id))
    before = Timetable(season.settings, tuple(filter(None, announced)))
    after = postpone(before, now, days=days, seconds=seconds, held_end=season.held_end)
    # Before the list closes, nobody else has been told of any instant.
    stored.row.revision += season.state == State.RUNNING
    moved = [new for old, new in zip(before.rounds, after.rounds, strict=True) if old != new]
    rounds.set_times(uow, stored.id, moved, stored.row.revision, now)
    postponements.add(uow, stored.id, now, reason=body["reason"], **_amount(days, seconds))
    seasons.save(uow, stored, postponed(season, after.settings))
    if season.state == State.RUNNING:
        telling.changed(uow, stored, "postponed")
    return stored


def _up_to_date(uow: UnitOfWork, season_id: str) -> Stored:
    stored = seasons.lock(uow, season_id)
    clock.bring_up_to_date(uow, stored)
    return stored


def _amount(days: int | None, seconds: int | None) -> dict[str, Any]:
    unit, amount = ("seconds", seconds) if days is None else ("days", days)
    return {"unit": unit, "amount": amount}


def _close_begun_round(uow: UnitOfWork, stored: Stored) -> None:
    """An open round is published as it is."""
    number = following_round(stored.season)
    if number is None:
        return
    row = rounds.one(uow, stored.id, number)
    now, paired = uow.now(), row.paired_at is not None
    state = round_state(rounds.times_of(row), now, paired=paired, closed=False)
    if state != RoundState.SCHEDULED:
        rounds.change(uow, stored.id, number, closed_at=now)
