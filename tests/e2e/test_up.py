"""Starting, stopping and restarting `justa up` as people and supervisors do."""

import os
import re
import signal
import socket
import subprocess
from pathlib import Path

import pytest
import urllib3

from services.app.composition import BY_NAME
from shared.migrate import newest_revision
from tests.e2e.running import EMAIL, JUSTA, PASSWORD, STOP_SECONDS, Away, eventually


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def test_it_says_where_it_is_and_how_to_log_in_and_stops_when_asked(start, tmp_path):
    data = tmp_path / "data"
    unnamed = {"JUSTA_OPERATOR_EMAIL": "", "JUSTA_OPERATOR_PASSWORD": "", "JUSTA_DEMO": "0"}
    first = start(data, **unnamed).ready()
    email, password = re.search(r"First operator: (\S+)  password: (\S+)", first.output).groups()
    token = first.log_in(email, password)
    assert first.call("GET", "/me", token=token)[1]["roles"] == ["player", "operator"]
    assert "curl" in first.output
    assert first.stop() == 0
    assert not (tmp_path / ".gunicorn").exists()

    second = start(data, **unnamed).ready()
    assert password not in second.output
    assert "First operator" not in second.output
    second.log_in(email, password)


def test_the_named_operator_is_not_told_their_own_password(start, tmp_path):
    up = start(tmp_path / "data", JUSTA_DEMO="0").ready()
    up.log_in()
    assert "password" not in up.output


def test_a_second_start_on_the_same_folder_is_refused(start, tmp_path):
    first = start(tmp_path / "data", JUSTA_DEMO="0").ready()
    second = start(tmp_path / "data", JUSTA_DEMO="0")
    assert second.wait() == 1
    assert f"in use by process {first.process.pid} (justa up" in second.output
    assert first.call("GET", "/seasons")[0] == 200


def test_a_taken_port_is_refused_in_plain_words(start, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        up = start(tmp_path / "data", port=taken.getsockname()[1])
        assert up.wait() == 1
    assert "choose another port" in up.output
    assert "Traceback" not in up.output


def test_nonsense_in_the_environment_is_refused_in_plain_words(start, tmp_path):
    up = start(tmp_path / "data", JUSTA_THREADS="many")
    assert up.wait() == 1
    assert "JUSTA_THREADS" in up.output
    assert "Traceback" not in up.output


def test_a_folder_that_cannot_be_made_is_refused_in_plain_words(start):
    up = start(Path("/proc/nowhere"))
    assert up.wait() == 1
    assert "/proc/nowhere" in up.output
    assert "Traceback" not in up.output


def test_the_manual_clock_is_where_it_was_after_a_kill(start, tmp_path):
    first = start(tmp_path / "data", "--clock", "manual").ready()
    token = first.log_in()
    status, moved = first.call("POST", "/admin/clock", {"now": "2040-01-01T00:00:00Z"}, token)
    assert (status, moved) == (200, {"now": "2040-01-01T00:00:00Z"})
    first.kill()
    second = start(tmp_path / "data", "--clock", "manual").ready()
    assert second.call("GET", "/admin/clock", token=second.log_in())[1] == moved


def test_the_next_start_waits_for_the_worker_of_a_killed_parent(start, tmp_path):
    first = start(tmp_path / "data", JUSTA_DEMO="0").ready()
    first.process.kill()
    second = start(tmp_path / "data", JUSTA_DEMO="0").ready()
    assert second.call("GET", "/seasons")[0] == 200


def test_nobody_has_to_listen_to_what_it_prints(tmp_path):
    """Whoever started it may close the pipe: it serves all the same."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    named = {"JUSTA_OPERATOR_EMAIL": EMAIL, "JUSTA_OPERATOR_PASSWORD": PASSWORD}
    up = subprocess.Popen(
        [JUSTA, "up", "--data", str(tmp_path / "data"), "--port", str(port), "--clock", "manual"],
        stdout=subprocess.PIPE,
        env={**os.environ, **named},
    )
    try:
        assert up.stdout.readline() == b"Starting Justa ...\n"
        up.stdout.close()
        eventually(lambda: _is_ready(port))
    finally:
        up.terminate()
        assert up.wait(STOP_SECONDS) == 0


def _is_ready(port: int) -> bool:
    try:
        return (
            urllib3.request("GET", f"http://127.0.0.1:{port}/readyz", retries=False).status == 200
        )
    except urllib3.exceptions.HTTPError:
        return False


def test_a_killed_worker_is_replaced(start, tmp_path):
    up = start(tmp_path / "data", JUSTA_DEMO="0").ready()
    (worker,) = children_of(up.process.pid)
    os.kill(worker, signal.SIGKILL)

    def answers() -> bool:
        try:
            return children_of(up.process.pid) != [worker] and up.call("GET", "/seasons")[0] == 200
        except Away:
            return False

    eventually(answers)


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGINT])
def test_hanging_up_and_ctrl_c_stop_it_too(start, tmp_path, number):
    up = start(tmp_path / "data", JUSTA_DEMO="0").ready()
    os.killpg(up.process.pid, number)
    assert up.wait() == 0
    assert "Traceback" not in up.output


@pytest.mark.parametrize("number", [signal.SIGUSR2, signal.SIGTTIN])
def test_there_is_never_a_second_worker(start, tmp_path, number):
    up = start(tmp_path / "data", JUSTA_DEMO="0").ready()
    up.process.send_signal(number)
    eventually(lambda: "does not replace itself" in up.output)
    assert len(children_of(up.process.pid)) == 1
    assert up.call("GET", "/seasons")[0] == 200


def test_an_open_stream_does_not_keep_it_from_stopping(start, tmp_path):
    up = start(tmp_path / "data", JUSTA_DEMO="0").ready()
    host, port = up.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as stream:
        token = up.log_in()
        asked = f"GET /api/v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n"
        stream.sendall(asked.encode())
        assert b"200 OK" in stream.recv(4096)
        assert up.stop() == 0


def test_migrate_brings_a_folder_up_to_date(tmp_path):
    def migrate(service: str) -> subprocess.CompletedProcess:
        command = [JUSTA, "migrate", service, "--data", str(tmp_path / "data")]
        return subprocess.run(command, capture_output=True, text=True)

    newest = newest_revision(BY_NAME["ladder"])
    assert migrate("ladder").stdout == f"ladder: at migration {newest}\n"
    assert len(migrate("all").stdout.splitlines()) == 5
    unknown = migrate("kitchen")
    assert unknown.returncode == 2
    assert "scheduler" in unknown.stderr


def test_the_operators_address_is_an_account_of_a_player_too(start, tmp_path):
    up = start(tmp_path / "data", JUSTA_DEMO="0").ready()
    me = up.call("GET", "/me", token=up.log_in())[1]
    assert me["email"] == EMAIL
    assert set(me["roles"]) == {"player", "operator"}
