"""The command `justa`."""

import json
import sys
from pathlib import Path
from typing import Any

import click

from services.app.full.commands import COMMANDS
from services.app.upkeep import note
from services.app.upkeep.commands import UPKEEP
from shared.settings import BadSetting, read_environment, settings_from_environment

_data = click.option("--data", help="Folder of the databases (JUSTA_DATA; default: data).")
_port = click.option("--port", type=click.IntRange(0, 65535), help="Default 8080; 0: any free one.")
_host = click.option("--host", help="Address to listen on (default 127.0.0.1).")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """One-against-one competitions: a league of code-breaking duels and a ranked ladder."""


@main.command()
@_port
@_host
@_data
@click.option(
    "--clock", type=click.Choice(["system", "manual"]), help="manual: moved by operators."
)
@click.option("--threads", type=click.IntRange(1, 1000), help="Requests served at the same time.")
def up(**options: Any) -> None:
    """Start the whole platform in one process, on SQLite."""
    # Loading takes seconds; without a word it would look like a failure.
    click.echo("Starting Justa ...")
    from services.app.listening import PortInUse
    from services.app.lock import DataFolderInUse
    from services.app.up import serve

    try:
        settings = settings_from_environment(**options)
        if place := note.read(settings.data):
            raise click.ClickException(
                f"{settings.data} has moved to {place}; to go back for good to what was here "
                f"then, remove {settings.data / note.FILE}"
            )
        serve(settings)
    except BadSetting as error:
        raise click.ClickException(str(error)) from error
    except DataFolderInUse as error:
        raise click.ClickException(f"{error}; stop it, or use another folder: --data") from error
    except PortInUse as error:
        raise click.ClickException(f"{error}; choose another port: --port or JUSTA_PORT") from error
    except OSError as error:
        raise click.ClickException(f"{error}; `justa doctor` may know more") from error


@main.command()
@click.option("--seed", type=int, help="The players think the same every time.")
def demo(seed: int | None) -> None:
    """Watch eight players play a whole season in seconds."""
    click.echo("Starting a platform in a temporary folder, on a clock that is moved by hand ...")
    from services.app.demo.show import show

    show(click.echo, seed)


@main.command()
@_port
@_host
@_data
def doctor(**options: Any) -> None:
    """Look for anything that would keep Justa from running, and say how to mend it."""
    from services.app.doctor import Level, run_checks

    worst = False
    for finding in run_checks(options):
        click.echo(finding)
        worst = worst or finding.level == Level.WRONG
    click.echo("Something is wrong." if worst else "Nothing is wrong.")
    sys.exit(worst)


@main.command()
@click.argument("service")
@_data
def migrate(service: str, data: str | None) -> None:
    """Bring the database of SERVICE, or of all, up to date.

    That is the one of JUSTA_DATABASE_URL if it is set, else the file in the data folder.
    """
    from services.app.composition import BY_NAME
    from services.app.migrating import migrate_full, migrate_services

    if service not in (*BY_NAME, "all"):
        raise click.BadParameter(f"one of {', '.join(BY_NAME)}, all", param_hint="SERVICE")
    chosen = BY_NAME.values() if service == "all" else [BY_NAME[service]]
    try:
        is_full = data is None and "database_url" in read_environment()
        settings = None if is_full else settings_from_environment(data=data)
        done = migrate_services(chosen, settings) if settings else migrate_full(chosen)
        for name, revision in done:
            click.echo(f"{name}: at migration {revision}")
    except BadSetting as error:
        raise click.ClickException(str(error)) from error


@main.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def verify(file: Path) -> None:
    """Replay a whole season that was exported to FILE (export.json), without the platform."""
    from services.app.verifying import verify

    try:
        whole = json.loads(file.read_bytes())
    except (ValueError, RecursionError) as error:
        raise click.ClickException(f"{file} is no JSON: {error}") from error
    verdict = verify(whole)
    for sentence in verdict.confirmed:
        click.echo(f"Confirmed: {sentence}.")
    for fault in verdict.faults:
        click.echo(f"Differs: {fault}")
    if verdict.faults:
        raise click.ClickException(f"{file} is not what follows from it ({len(verdict.faults)}).")


@main.command()
@click.option("--asyncapi", "form", flag_value="asyncapi", help="As an AsyncAPI 3 document.")
@click.option("--markdown", "form", flag_value="markdown", help="As the page docs/events.md.")
def events(form: str | None) -> None:
    """List every event that the services tell each other."""
    from services.app.contract.asyncapi import asyncapi_file
    from services.app.contract.page import events_page
    from services.app.contract.table import events_table

    if form == "asyncapi":
        click.echo(asyncapi_file(), nl=False)
    else:
        click.echo(events_page() if form else events_table(), nl=not form)


@main.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--check", is_flag=True, help="Only say whether they are up to date.")
def docs(folder: Path, check: bool) -> None:
    """Write the pages in FOLDER that nobody writes by hand (events, settings, decisions)."""
    from services.app.contract import made_pages

    stale = {file: page for file, page in made_pages(folder).items() if _content(file) != page}
    if check and stale:
        raise click.ClickException(f"stale: {', '.join(map(str, stale))}; run `make docs`")
    for file, page in stale.items():
        file.write_text(page)
        click.echo(f"wrote {file}")


for _command in (*COMMANDS, *UPKEEP):
    main.add_command(_command)


def _content(file: Path) -> str | None:
    return file.read_text() if file.exists() else None
