"""The invented operator who sets the demonstration's seasons up."""

from services.app.demo.players import ORGANISER, login_of
from services.app.platform import Platform
from services.gateway.usecases.operators import ensure_operator


def invite_organiser(platform: Platform) -> None:
    """Make the organiser's account unless it is there; it takes an operator to make an operator."""
    login = login_of(ORGANISER, platform.settings.secret)
    ensure_operator(
        platform.runtimes["gateway"],
        email=login.email,
        password=login.password,
        display_name=login.display_name,
    )
