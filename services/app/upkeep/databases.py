"""The databases that a command works on: the environment's, else files in the data folder."""

from pathlib import Path

from services.app.composition import BY_NAME
from shared.clock import Clock, ManualClock, SystemClock
from shared.full_settings import full_settings
from shared.runtime import Runtime
from shared.settings import BadSetting, Settings, read_environment, settings_from_environment


def open_runtime(service: str, data: str | None = None) -> Runtime:
    """A runtime of `service` for a moment's work, beside the processes that run it.

    Raises `BadSetting`, also where there is no such database.
    """
    if data is None and read_environment(service).get("database_url"):
        settings = full_settings(service, ["database_url"], pool_size=1)
        return _runtime(service, settings, str(settings.database_url), SystemClock())
    # Looked for first: reading the settings would make the folder.
    file = file_of(service, folder_of(data))
    settings = settings_from_environment(data=data, pool_size=1)
    by_hand = settings.data / "clock.json"
    clock = ManualClock(by_hand) if by_hand.exists() else SystemClock()
    return _runtime(service, settings, f"sqlite:///{file}", clock)


def folder_of(data: str | None) -> Path:
    """The data folder that is named, else the environment's."""
    return Path(data or read_environment().get("data") or "data").absolute()


def file_of(service: str, folder: Path) -> Path:
    """The file in which the embedded set-up keeps `service`; raises `BadSetting` without one."""
    file = folder / f"{service}.sqlite"
    if not file.is_file():
        raise BadSetting(f"there is no {file}; name the data folder with --data")
    return file


def _runtime(service: str, settings: Settings, url: str, clock: Clock) -> Runtime:
    return Runtime(BY_NAME[service], settings=settings, url=url, clock=clock, bus=None)
