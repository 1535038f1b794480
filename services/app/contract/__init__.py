"""What is told from the code: the contract between the services, and the settings."""

from collections.abc import Callable

from services.app.contract.page import events_page
from services.app.contract.settings_page import settings_page

PAGES: dict[str, Callable[[], str]] = {"events.md": events_page, "settings.md": settings_page}
