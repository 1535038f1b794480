"""The commands of the full deployment."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from services.app.listening import PortInUse, check_port
from shared.events.catalogue import ALL_SERVICES
from shared.full_settings import full_settings, ops_port
from shared.settings import BadSetting, Settings

if TYPE_CHECKING:
    from shared.messaging.dead_letters import DeadLetters

_service = click.argument("service", type=click.Choice(ALL_SERVICES))
_service_or_all = click.argument("service", type=click.Choice((*ALL_SERVICES, "all")))


@click.command()
@_service
def web(service: str) -> None:
    """Answer the requests to SERVICE (full deployment)."""
    from services.app.full.web import serve_web

    own = ("service_urls",) if service == "gateway" else ()
    serve_web(service, _settings(service, "secret", "database_url", *own))


@click.command()
def stream() -> None:
    """Tell live events to their listeners (full deployment)."""
    from services.app.full.stream import serve_streams

    serve_streams(_settings("gateway", "secret", "database_url", "service_urls"))


@click.command()
@_service
def worker(service: str) -> None:
    """Do SERVICE's background work: events and timers (full deployment)."""
    own = ("service_urls",) if service == "gateway" else ()
    settings = _settings(service, "secret", "database_url", "broker_url", *own)
    with _telling():
        check_port(settings.host, ops_port(settings))
    from services.app.full.worker import work

    work(service, settings)


@click.command()
def operator() -> None:
    """Make sure that the operator of the settings is one (full deployment)."""
    from services.app.full.making import make_runtime
    from services.gateway.usecases.operators import ensure_operator

    needed = ("database_url", "operator_email", "operator_password")
    runtime = make_runtime("gateway", _settings("gateway", *needed))
    made = ensure_operator(runtime)
    assert made
    click.echo(f"{made[0]}: {'made' if made[1] else 'was there'}")


@click.command()
@_service_or_all
@click.option("--definitions", "prints", is_flag=True, help="Print RabbitMQ's definitions instead.")
def topology(service: str, prints: bool) -> None:
    """Declare the queues of SERVICE, or of all, in the broker (full deployment)."""
    names = ALL_SERVICES if service == "all" else (service,)
    each = {name: _settings(name, "broker_url") for name in names}
    if prints:
        from services.app.full.definitions import definitions_for

        with _telling():
            click.echo(json.dumps(definitions_for(each), indent=2))
        return
    from shared.messaging.rabbit import declare_all

    for name, settings in each.items():
        declare_all(str(settings.broker_url), [name], settings.retry_delays)
        click.echo(f"{name}: its queues stand")


@click.group("dead-letters")
@click.option("--data", help="Folder of the databases (JUSTA_DATA; default: data).")
@click.pass_context
def dead_letters(context: click.Context, data: str | None) -> None:
    """Look after the events that SERVICE could not handle."""
    context.obj = data


@dead_letters.command("list")
@_service
def list_letters(service: str) -> None:
    """One line for each: id, type, reason."""
    for letter in _letters(service).all():
        click.echo(f"{letter.id}  {letter.type}  {letter.reason}")


@dead_letters.command("show")
@_service
@click.argument("id")
def show_letter(service: str, id: str) -> None:
    """The event as it came."""
    found = [letter for letter in _letters(service).all() if letter.id == id]
    if not found:
        raise click.ClickException(f"there is no dead letter {id}")
    click.echo(f"{found[0].reason}\n{found[0].body}")


@dead_letters.command("replay")
@_service
@click.argument("id")
def replay_letter(service: str, id: str) -> None:
    """Handle the event now."""
    with _settling(id):
        _letters(service).replay(id)


@dead_letters.command("drop")
@_service
@click.argument("id")
def drop_letter(service: str, id: str) -> None:
    """Forget the event for good."""
    with _settling(id):
        _letters(service).drop(id)


COMMANDS = (web, stream, worker, operator, topology, dead_letters)


def _letters(service: str) -> "DeadLetters":
    from services.app.upkeep.databases import open_runtime

    with _telling():
        return open_runtime(service, click.get_current_context().obj).dead_letters


@contextmanager
def _settling(id: str) -> Iterator[None]:
    from shared.errors import NotFound
    from shared.messaging.dead_letters import StillDead

    try:
        yield
    except NotFound as error:
        raise click.ClickException(f"there is no dead letter {id}") from error
    except StillDead as error:
        raise click.ClickException(f"it can still not be handled: {error}") from error


def _settings(service: str, *needed: str) -> Settings:
    with _telling():
        return full_settings(service, needed)


@contextmanager
def _telling() -> Iterator[None]:
    try:
        yield
    except (BadSetting, PortInUse) as error:
        raise click.ClickException(str(error)) from error
