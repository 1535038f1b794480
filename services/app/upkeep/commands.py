"""The commands with which operators look after a platform as a whole."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from shared.events.catalogue import ALL_SERVICES
from shared.settings import BadSetting

_data = click.option("--data", help="Folder of the databases (JUSTA_DATA; default: data).")
_service = click.argument("service", type=click.Choice(ALL_SERVICES))


@click.command()
@_service
@_data
def resync(service: str, data: str | None) -> None:
    """Have SERVICE told again what it keeps of the others' data, while everything runs."""
    from services.app.upkeep.databases import open_runtime
    from shared.messaging.snapshots import ask

    with _telling():
        ask(open_runtime(service, data))
    click.echo(f"{service} asks the others; what it lacks comes while everything goes on.")


@click.command()
@click.argument("state", type=click.Choice(["on", "off"]))
@click.option("--reason", default="", help="Told to everybody who has to wait.")
@_data
def maintenance(state: str, reason: str, data: str | None) -> None:
    """Let operators alone change anything, or everybody again."""
    from services.app.upkeep.databases import open_runtime
    from services.gateway.usecases.maintenance import turn

    with _telling(), open_runtime("gateway", data).writing() as uow:
        turn(uow, on=state == "on", reason=reason)
    click.echo(f"Maintenance is {state}; every process knows within seconds.")


@click.command()
@click.option("--to", help="postgresql+psycopg://{service}@host/{service} (JUSTA_DATABASE_URL).")
@click.option("--data", help="The folder to move (JUSTA_DATA; default: data).")
def move(to: str | None, data: str | None) -> None:
    """Move a whole data folder into five PostgreSQL databases, migrated and empty."""
    from services.app.upkeep import note
    from services.app.upkeep.databases import folder_of
    from services.app.upkeep.moving import check, copy, removals

    folder = folder_of(data)
    with _telling():
        with removals(folder, _targets(to)) as found:
            rows = sum(removal.rows for removal in found)
            with _bar("Copying ", rows) as progress:
                for removal in found:
                    copy(removal, progress)
            with _bar("Checking", 2 * rows) as progress:
                for removal in found:
                    check(removal, progress)
        for removal in found:
            click.echo(f"{removal.service.name}: {removal.rows} rows, {len(removal.tables)} tables")
    click.echo(
        f"Everything is at {note.read(folder)}, and the same on both sides.\n"
        f"People stay logged in if the full deployment has the secret in {folder / 'secret'}."
    )


@click.command()
@click.argument("to", type=click.Path(path_type=Path))
@click.option("--data", help="The folder to copy (JUSTA_DATA; default: data).")
def backup(to: Path, data: str | None) -> None:
    """Copy a data folder, as it is at one instant, to the new folder TO; the platform may run."""
    from services.app.upkeep.backing_up import back_up
    from services.app.upkeep.databases import folder_of

    with _telling():
        size = back_up(folder_of(data), to.absolute())
    click.echo(f"{to}: {size / 1e6:.1f} MB. To go back to it, start from a copy of it.")


@click.command()
@click.argument("service", type=click.Choice((*ALL_SERVICES, "all")))
def restored(service: str) -> None:
    """Fit the broker to databases that were restored, before workers start (full deployment)."""
    from services.app.upkeep.databases import open_runtime
    from shared.full_settings import full_settings
    from shared.messaging.restoring import make_fit

    with _telling():
        for name in ALL_SERVICES if service == "all" else (service,):
            broker_url = full_settings(name, ["database_url", "broker_url"]).broker_url
            gone, again = make_fit(open_runtime(name), str(broker_url))
            click.echo(f"{name}: {gone} messages thrown away, {again} events are told again")


@click.group()
def audit() -> None:
    """Look after the log of what operators did."""


@audit.command()
@click.option("--since", help="NUMBER:DIGEST, as this command said it earlier: must still stand.")
@_data
def verify(since: str | None, data: str | None) -> None:
    """Tell whether any line of the audit log is missing, changed or put in."""
    from services.app.upkeep.auditing import broken, summary
    from services.app.upkeep.databases import open_runtime

    with _telling(), open_runtime("gateway", data).reading() as uow:
        found = broken(uow, since)
        for fault in found:
            click.echo(fault, err=True)
        click.echo(summary(uow))
    if found:
        raise click.ClickException("The audit log is not as it was written.")


UPKEEP = (resync, maintenance, move, backup, restored, audit)


def _targets(to: str | None) -> dict[str, str]:
    from shared.full_settings import full_settings

    given = {"database_url": to} if to else {}
    settings = {name: full_settings(name, ["database_url"], **given) for name in ALL_SERVICES}
    return {name: str(found.database_url) for name, found in settings.items()}


@contextmanager
def _bar(label: str, length: int) -> Iterator[Any]:
    with click.progressbar(length=length, label=label, show_pos=True) as bar:
        yield bar.update


@contextmanager
def _telling() -> Iterator[None]:
    """Say in plain words why a command does not do its work."""
    from services.app.lock import DataFolderInUse
    from services.app.upkeep.backing_up import BackupFailed
    from services.app.upkeep.moving import MoveRefused
    from shared.messaging.restoring import WorkerRuns

    try:
        yield
    except (BadSetting, MoveRefused, BackupFailed, WorkerRuns) as error:
        raise click.ClickException(str(error)) from error
    except DataFolderInUse as error:
        raise click.ClickException(f"{error}; stop it first") from error
