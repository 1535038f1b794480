"""The catalogue as a table for a terminal."""

from services.app.contract.shapes import teller
from shared.events.catalogue import CATALOGUE, EventType


def events_table() -> str:
    """One line an event: what it is called, who says it, who hears it, what it means."""
    rows = [("EVENT", "FROM", "TO", "MEANING"), *(_row(event) for event in CATALOGUE.values())]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    return "\n".join(_line(row, widths) for row in rows)


def _row(event: EventType) -> tuple[str, str, str, str]:
    name = event.type if event.version == 1 else f"{event.type} v{event.version}"
    return name, teller(event), ", ".join(event.consumers), event.meaning


def _line(row: tuple[str, str, str, str], widths: list[int]) -> str:
    return "  ".join(
        [*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[3]]
    )
