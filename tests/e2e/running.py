"""`justa up` as a real process, spoken to over HTTP."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import urllib3

JUSTA = str(Path(sys.executable).with_name("justa"))
START_SECONDS = 180.0
STOP_SECONDS = 120.0
EMAIL, PASSWORD = "operator@example.org", "correct horse battery"
_ADDRESS = re.compile(r"Justa is up: (http://\S+)")


class Away(Exception):
    """The server did not answer: it is down, or was killed meanwhile."""


class JustaUp:
    """One start of `justa up` on a data folder, in a process group of its own."""

    def __init__(self, data: Path, *arguments: str, port: int = 0, **environment: str) -> None:
        given = {name: value for name, value in os.environ.items() if "JUSTA" not in name}
        chosen = {"JUSTA_OPERATOR_EMAIL": EMAIL, "JUSTA_OPERATOR_PASSWORD": PASSWORD}
        variables = {**given, **chosen, "JUSTA_RATE_LIMITS": "off", "HOME": str(data.parent)}
        self.process = subprocess.Popen(
            [JUSTA, "up", "--data", str(data), "--port", str(port), *arguments],
            env={**variables, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.printed: list[str] = []
        self._said = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self._http = urllib3.PoolManager(timeout=120, retries=False)

    def ready(self) -> "JustaUp":
        """Wait until it has said where it listens."""
        with self._said:
            ended = lambda: self.process.poll() is not None  # noqa: E731
            self._said.wait_for(lambda: self.address or ended(), START_SECONDS)
        assert self.address, self.output
        return self

    @property
    def output(self) -> str:
        return "".join(self.printed)

    @property
    def address(self) -> str | None:
        found = _ADDRESS.search(self.output)
        return found[1] if found else None

    def call(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        """Status and body; raises `Away`."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        given = {} if body is None else {"json": body}
        try:
            answer = self._http.request(
                method, f"{self.address}/api/v1{path}", headers=headers, **given
            )
        except urllib3.exceptions.HTTPError as error:
            raise Away from error
        return answer.status, json.loads(answer.data) if answer.data else None

    def log_in(self, email: str = EMAIL, password: str = PASSWORD) -> str:
        status, session = self.call("POST", "/sessions", {"email": email, "password": password})
        assert status == 201, session
        return str(session["access_token"])

    def kill(self) -> None:
        """SIGKILL to the whole group: nobody has time to tidy up."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.wait()

    def stop(self) -> int:
        """Ask it to stop; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.wait()

    def wait(self) -> int:
        status = self.process.wait(STOP_SECONDS)
        self._reader.join(STOP_SECONDS)
        self._http.clear()
        return status

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._said:
                self.printed.append(line)
                self._said.notify_all()
        with self._said:
            self._said.notify_all()


def eventually(condition: Callable[[], Any], seconds: float = 180.0) -> Any:
    """The first true value of `condition`, asked again and again until a deadline."""
    pause, deadline = threading.Event(), time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < deadline, "it did not come about"
        pause.wait(0.05)
    return value
