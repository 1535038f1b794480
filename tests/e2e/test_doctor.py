"""`justa doctor` finds what is wrong and says how to mend it."""

import os
import socket
import sqlite3
from contextlib import closing

import pytest
from click.testing import CliRunner

from services.app.cli import main
from services.app.composition import SERVICES
from services.app.doctor.program import check_packages, pinned_versions
from services.app.lock import DataLock
from services.app.migrating import migrate_services
from shared.db import open_engine
from shared.migrate import migrate
from shared.settings import Settings


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch):
    for variable in [name for name in os.environ if name.startswith("JUSTA_")]:
        monkeypatch.delenv(variable)


@pytest.fixture
def data(tmp_path):
    """A data folder with all five databases."""
    folder = tmp_path / "data"
    list(migrate_services(SERVICES, _settings(folder)))
    return folder


def _settings(folder):
    return Settings(data=folder, secret="s" * 48)


def _doctor(data, **environment):
    return CliRunner().invoke(main, ["doctor", "--data", str(data), "--port", "0"], env=environment)


def test_a_fresh_clone_is_healthy(tmp_path):
    result = _doctor(tmp_path / "data")
    assert result.exit_code == 0, result.output
    assert result.output.endswith("Nothing is wrong.\n")
    assert not (tmp_path / "data").exists()


def test_a_folder_in_order_is_healthy(data):
    result = _doctor(data)
    assert result.exit_code == 0, result.output
    assert result.output.count("whole, at migration") == 5


def test_a_damaged_database_is_found(data):
    file = data / "match.sqlite"
    content = bytearray(file.read_bytes())
    content[8192:12288] = b"\xff" * 4096
    file.write_bytes(content)
    result = _doctor(data)
    assert result.exit_code == 1
    assert "WRONG  database match: damaged" in result.output
    assert "put back a copy" in result.output


def test_a_file_that_is_no_database_is_found(data):
    (data / "ladder.sqlite").write_bytes(b"nothing of the kind" * 100)
    assert "WRONG  database ladder: damaged" in _doctor(data).output


def test_a_missing_migration_is_found_and_mended(data):
    ladder = next(service for service in SERVICES if service.name == "ladder")
    engine = open_engine(_settings(data).sqlite_url("ladder"))
    migrate(ladder, engine, "base")
    engine.dispose()
    result = _doctor(data)
    assert result.exit_code == 1
    assert "run `justa migrate ladder`" in result.output
    CliRunner().invoke(main, ["migrate", "ladder", "--data", str(data)])
    assert _doctor(data).exit_code == 0


def test_databases_are_looked_at_while_justa_runs(data):
    with DataLock(data, "justa up"), closing(sqlite3.connect(data / "match.sqlite")) as other:
        other.execute("BEGIN IMMEDIATE")
        result = _doctor(data)
    assert result.exit_code == 0, result.output
    assert f"in use by process {os.getpid()} (justa up" in result.output


def test_a_secret_open_to_others_is_found(data):
    (data / "secret").write_text("s" * 48)
    (data / "secret").chmod(0o644)
    result = _doctor(data)
    assert result.exit_code == 1
    assert f"chmod 600 {data / 'secret'}" in result.output


def test_a_short_secret_is_found(data):
    assert "unset JUSTA_SECRET" in _doctor(data, JUSTA_SECRET="short").output


def test_a_misspelt_variable_is_noticed(data):
    result = _doctor(data, JUSTA_RATE_LIMIT="off")
    assert result.exit_code == 0
    assert "did you mean JUSTA_RATE_LIMITS?" in result.output


def test_an_unreadable_variable_is_found(data):
    result = _doctor(data, JUSTA_THREADS="many")
    assert result.exit_code == 1
    assert "JUSTA_THREADS" in result.output
    assert "database match: whole" in result.output


def test_a_taken_port_is_found(data):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        result = CliRunner().invoke(main, ["doctor", "--data", str(data), "--port", port])
    assert result.exit_code == 1
    assert f"WRONG  port {port}" in result.output


def test_a_clock_behind_the_data_is_found(data):
    os.utime(data / "match.sqlite", (4_000_000_000, 4_000_000_000))
    assert "WRONG  clock: it is behind data written at 2096" in _doctor(data).output


def test_packages_are_compared_with_the_lock(tmp_path):
    lock = tmp_path / "requirements.lock"
    lock.write_text("flask==0.1 \\\n    --hash=sha256:00\n")
    (finding,) = check_packages(lock)
    assert finding.level == "WRONG"
    assert "not 0.1" in finding.found


def test_pinned_versions_of_other_machines_are_left_out():
    lock = (
        "numpy==2.4.6 ; python_full_version < '3' \\\n    --hash=sha256:00\n"
        "Flask_Smorest==0.47.0 \\\n    --hash=sha256:00\n"
        "colorama==0.4.6 ; python_full_version >= '3' \\\n    --hash=sha256:00\n"
    )
    assert pinned_versions(lock) == {"flask-smorest": "0.47.0", "colorama": "0.4.6"}
