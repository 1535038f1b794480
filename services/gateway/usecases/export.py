"""Everything that is held on an account."""

from collections.abc import Callable
from typing import Any

from services.gateway.store import accounts, api_keys, audit, logins
from shared.unit_of_work import UnitOfWork
from shared.web.tokens import Caller

# Lists that other services keep on whoever asks.
ELSEWHERE = {"matches": "/api/v1/me/matches", "aura": "/api/v1/me/aura"}


def own_data(
    uow: UnitOfWork, caller: Caller, read_list: Callable[[str], list[Any]]
) -> dict[str, Any]:
    """The gateway's own rows and the caller's lists from the services, as the caller sees them.

    What other services hold is asked for first: no transaction stays open while they answer.
    """
    elsewhere = {name: read_list(path) for name, path in ELSEWHERE.items()}
    account = accounts.load(uow, caller.account)
    return {
        "account": account,
        "logins": logins.of_account(uow, account.id),
        "api_keys": api_keys.made_by(uow, account.id),
        "acts": audit.newest(uow, None, account_id=account.id),
        **elsewhere,
    }
