"""Planning a season, and changing it while it is a draft."""

import secrets
from typing import Any

from services.scheduler.domain.registration import ensure_draft, with_settings
from services.scheduler.domain.season import Season, State
from services.scheduler.domain.settings_reader import changed_settings, season_settings
from services.scheduler.store import seasons
from services.scheduler.store.seasons import Stored
from services.scheduler.usecases import clock
from shared.unit_of_work import UnitOfWork
from shared.web.tokens import Caller


def create(uow: UnitOfWork, caller: Caller, body: dict[str, Any]) -> Stored:
    """A new draft, open at once if the opening of its registration is past.

    The seed of its lot is drawn here and known to nobody before the close. Raises `Invalid`.
    """
    season = Season(State.DRAFT, season_settings(_settings_in(body)))
    stored = seasons.add(uow, body["name"], season, secrets.token_hex(32), caller.account)
    clock.open_if_due(uow, stored)
    return stored


def change(uow: UnitOfWork, season_id: str, body: dict[str, Any]) -> Stored:
    """The draft with changes laid over it; raises `SeasonSettingsFixed`, `Invalid`."""
    stored = seasons.lock(uow, season_id)
    ensure_draft(stored.season, uow.now())
    settings = changed_settings(stored.settings, _settings_in(body))
    season = with_settings(stored.season, settings, uow.now())
    stored.row.name = body.get("name", stored.row.name)
    seasons.save(uow, stored, season)
    clock.open_if_due(uow, stored)
    return stored


def _settings_in(body: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in body.items() if name != "name"}
