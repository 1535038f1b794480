"""Is the machine fit: its clock, its time zones, its disk, the port."""

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from importlib import metadata
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from services.app.doctor.finding import Finding, good, note, wrong
from services.app.listening import PortInUse, check_port
from services.app.lock import holder_of, is_held
from shared.clock import real_now

_EARLIEST = datetime(2026, 1, 1, tzinfo=UTC)
_ALLOWED_LAG = timedelta(minutes=1)
_LEAST_BYTES = 200 * 1024 * 1024
_ZONES = ("Europe/Madrid", "America/Havana", "Asia/Kathmandu", "UTC")


def check_clock(data: Path) -> Iterator[Finding]:
    """The clock is past any date that it can be, and past everything that was written here."""
    now = real_now()
    newest = max((_changed(file) for file in data.glob("*")), default=_EARLIEST)
    set_it = "set the machine's clock (timedatectl set-ntp true); deadlines go by it"
    if now < _EARLIEST:
        yield wrong("clock", f"{now:%Y-%m-%d %H:%M} UTC is in the past", set_it)
    elif newest > now + _ALLOWED_LAG:
        yield wrong("clock", f"it is behind data written at {newest:%Y-%m-%d %H:%M} UTC", set_it)
    else:
        yield good("clock", f"{now:%Y-%m-%d %H:%M:%S} UTC")


def check_zones() -> Iterator[Finding]:
    try:
        for zone in _ZONES:
            ZoneInfo(zone)
    except ZoneInfoNotFoundError as error:
        yield wrong("time zones", f"no data: {error}", "run `make setup`; it installs tzdata")
    else:
        yield good("time zones", f"tzdata {metadata.version('tzdata')}")


def check_disk(data: Path) -> Iterator[Finding]:
    free = shutil.disk_usage(_nearest_existing(data)).free
    told = f"{free // 1024**2:,} MiB free"
    if free < _LEAST_BYTES:
        yield wrong("disk", told, "make room, or keep the data elsewhere (JUSTA_DATA)")
    else:
        yield good("disk", told)


def check_address(host: str, port: int, data: Path) -> Iterator[Finding]:
    about = f"port {port}"
    try:
        check_port(host, port)
    except PortInUse as error:
        if is_held(data):
            yield note(about, f"taken, perhaps by the running Justa ({holder_of(data)})")
        else:
            yield wrong(about, str(error), "choose another: JUSTA_PORT, or --port")
    else:
        yield good(about, "free")


def _changed(file: Path) -> datetime:
    return datetime.fromtimestamp(file.stat().st_mtime, UTC)


def _nearest_existing(folder: Path) -> Path:
    return next(place for place in (folder, *folder.parents) if place.exists())
