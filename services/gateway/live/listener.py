"""Who listens, and from where on."""

from collections.abc import Callable
from dataclasses import dataclass

from services.gateway.domain.live import Position


@dataclass(eq=False)
class Listener:
    """Who listens, and from where on; `leave` gives their place back."""

    account_id: str | None
    login_id: str | None
    position: Position
    leave: Callable[[], None]
