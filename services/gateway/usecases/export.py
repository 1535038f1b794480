"""Everything that is held on an account."""

from collections.abc import Callable
from typing import Any

from services.gateway import views
from services.gateway.store import (
    accounts,
    api_keys,
    audit,
    disputes,
    incidents,
    logins,
    mail_wishes,
    openid,
    sightings,
)
from shared.unit_of_work import UnitOfWork
from shared.web.tokens import Caller

# Lists that other services keep on whoever asks. Guests are in neither league nor ladder.
OF_PLAYERS = {"registrations": "/api/v1/me/registrations", "aura": "/api/v1/me/aura"}
OF_ALL = {"matches": "/api/v1/me/matches"}
LADDER_SEASONS = "/api/v1/ladder/seasons"

ReadList = Callable[[str], list[Any]]
"""All items of a list of another service, as the caller sees it; none where there is no list."""


def own_data(uow: UnitOfWork, caller: Caller, read_list: ReadList) -> dict[str, Any]:
    """The gateway's own rows and the caller's lists from the services, as the caller sees them.

    What other services hold is asked for first: no transaction stays open while they answer.
    """
    elsewhere = _elsewhere(caller, read_list)
    account = accounts.load(uow, caller.account)
    return {
        "account": account,
        "logins": logins.of_account(uow, account.id),
        "api_keys": views.accounts.with_uses(uow, api_keys.made_by(uow, account.id)),
        "acts": audit.newest(uow, None, account_id=account.id),
        "incidents": incidents.about(uow, account.id),
        "disputes": disputes.of_account(uow, account.id),
        "sightings": sightings.of_account(uow, account.id),
        "openid": openid.of_account(uow, account.id),
        "mail": mail_wishes.find(uow, account.id),
        **elsewhere,
    }


def _elsewhere(caller: Caller, read_list: ReadList) -> dict[str, list[Any]]:
    plays_for_points = "player" in caller.roles
    found = {name: read_list(path) for name, path in OF_ALL.items()}
    for name, path in OF_PLAYERS.items():
        found[name] = read_list(path) if plays_for_points else []
    found["ladder_games"] = _ladder_games(caller, read_list) if plays_for_points else []
    return found


def _ladder_games(caller: Caller, read_list: ReadList) -> list[Any]:
    seasons = [season["id"] for season in read_list(LADDER_SEASONS)]
    return [
        {"ladder_season_id": season, **game}
        for season in seasons
        for game in read_list(f"{LADDER_SEASONS}/{season}/players/{caller.account}/games")
    ]
