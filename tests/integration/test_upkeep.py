"""The commands of operators beside a running platform, each as another process would give them."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import delete, func, select

from services.app.cli import main
from services.app.platform import Platform
from shared.errors import Conflict
from shared.events.catalogue import AccountRegistered
from shared.messaging.local import LocalBus
from shared.names import keep_name
from shared.settings import Settings
from shared.tables import names
from tests.clients import Client
from tests.waiting import until

PASSWORD = "correct horse battery"


@pytest.fixture
def platform(tmp_path: Path) -> Iterator[Platform]:
    settings = Settings(
        data=tmp_path,
        secret="s" * 48,
        clock="manual",
        rate_limits=False,
        operator_email="operator@example.org",
        operator_password=PASSWORD,
    )
    running = Platform(settings, bus=LocalBus(unruly=random.Random(7)))
    running.migrate()
    running.start()
    yield running
    running.stop()


def run(platform: Platform, *arguments: str) -> Result:
    command, *rest = arguments
    return CliRunner().invoke(main, [command, "--data", str(platform.settings.data), *rest])


def register(platform: Platform, name: str) -> int:
    body = {"email": f"{name}@example.org", "password": PASSWORD, "display_name": name}
    path = "/api/v1/accounts"
    return Client(platform.wsgi).request("POST", path, {**body, "accept_rules": True}).status


def known_names(platform: Platform, service: str) -> int:
    with platform.runtimes[service].reading() as uow:
        counted: Any = uow.connection.execute(select(func.count()).select_from(names))
        return int(counted.scalar_one())


def test_maintenance_is_in_force_within_seconds(platform: Platform) -> None:
    assert register(platform, "Ana") == 201
    result = run(platform, "maintenance", "on", "--reason", "new disks")
    assert "Maintenance is on" in result.output
    answer = until(lambda: _refused(platform), what="maintenance")
    assert (answer["code"], answer["detail"]) == ("maintenance", "new disks")
    assert "Maintenance is off" in run(platform, "maintenance", "off").output
    until(lambda: not _refused(platform), what="the end of maintenance")


def _refused(platform: Platform) -> Any:
    answer = Client(platform.wsgi).request("POST", "/api/v1/guests", {"display_name": ""})
    return answer.body if answer.status == 503 else None


def test_resync_is_asked_for_from_beside(platform: Platform) -> None:
    assert register(platform, "Ana") == 201
    platform.settle()
    before = known_names(platform, "ladder")
    assert before == 2
    with platform.runtimes["ladder"].plain_writing() as connection:
        connection.execute(delete(names))
    assert "ladder asks the others" in run(platform, "resync", "ladder").output
    until(lambda: known_names(platform, "ladder") == before, what="the names")


def test_dead_letters_beside_a_data_folder(
    platform: Platform, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise Conflict("not that name")

    ladder = platform.runtimes["ladder"]
    monkeypatch.setitem(ladder.handlers, AccountRegistered, refuse)
    assert register(platform, "Ana") == 201
    assert register(platform, "Bea") == 201
    until(lambda: ladder.dead_letters.count() == 2, what="dead letters")
    listed = run(platform, "dead-letters", "list", "ladder").output
    first, second = (line.split()[0] for line in listed.splitlines())
    assert "not that name" in listed
    assert "display_name" in run(platform, "dead-letters", "show", "ladder", first).output
    assert run(platform, "dead-letters", "drop", "ladder", first).exit_code == 0
    assert run(platform, "dead-letters", "drop", "ladder", first).exit_code == 1
    assert run(platform, "dead-letters", "replay", "ladder", second).exit_code == 0
    assert run(platform, "dead-letters", "list", "ladder").output == ""
    monkeypatch.setitem(ladder.handlers, AccountRegistered, keep_name)
    assert known_names(platform, "ladder") == 2


@pytest.mark.parametrize("asked", ["resync match", "maintenance on", "dead-letters list match"])
def test_a_folder_that_is_none_is_not_made(tmp_path: Path, asked: str) -> None:
    command, *rest = asked.split()
    result = CliRunner().invoke(main, [command, "--data", str(tmp_path / "nowhere"), *rest])
    assert result.exit_code == 1
    assert "there is no" in result.output
    assert not (tmp_path / "nowhere").exists()
