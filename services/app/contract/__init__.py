"""What is told from the code: the contract between the services, the settings, the decisions."""

from pathlib import Path

from services.app.contract.asyncapi import asyncapi_file
from services.app.contract.decisions_page import decisions_page
from services.app.contract.page import events_page
from services.app.contract.settings_page import settings_page


def made_pages(docs: Path) -> dict[Path, str]:
    """The pages in the folder `docs` that nobody writes by hand, as they must read."""
    return {
        docs / "events.md": events_page(),
        docs / "events.asyncapi.json": asyncapi_file(),
        docs / "settings.md": settings_page(),
        docs / "decisions" / "README.md": decisions_page(docs / "decisions"),
    }
