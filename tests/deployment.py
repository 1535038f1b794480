"""The full deployment as real processes on real servers, for tests to start, kill and restart.

    with Deployment(folder, databases, broker_url) as justa:
        justa.start_all()
        justa.process("match-worker").kill()

Each process is called by its service and kind (`match-web`, `match-worker`, `gateway-stream`),
further ones of a kind `match-worker-2` and so on. What they print is in a file each.
"""

import http.client
import json
import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from shared.events.catalogue import ALL_SERVICES
from tests.clients import Answer, with_token
from tests.servers import free_port
from tests.waiting import until

JUSTA = str(Path(sys.executable).with_name("justa"))
AHEAD = str(Path(__file__).parent / "ahead")
START_SECONDS = 180.0
STOP_SECONDS = 120.0
OPERATOR_EMAIL, OPERATOR_PASSWORD = "operator@example.org", "correct horse battery"
KINDS = ("web", "worker")


@dataclass
class Process:
    """One process of Justa, with its children in a group of their own."""

    name: str
    arguments: list[str]
    environment: Mapping[str, str]
    folder: Path
    address: str
    ops: str
    started: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    def start(self) -> "Process":
        assert not self.alive, f"{self.name} runs already"
        with self.log.open("ab") as log:
            self.started = subprocess.Popen(
                [JUSTA, *self.arguments],
                env=dict(self.environment),
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        return self

    @property
    def log(self) -> Path:
        return self.folder / f"{self.name}.log"

    @property
    def output(self) -> str:
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    @property
    def alive(self) -> bool:
        return self.started is not None and self.started.poll() is None

    def ready(self) -> "Process":
        """Wait until it says that it can do its work."""

        def look() -> bool:
            assert self.alive, f"{self.name} ended:\n{self.output[-3000:]}"
            return self.health("/readyz")[0] == 200

        until(look, START_SECONDS, f"{self.name} to be ready")
        return self

    def health(self, path: str) -> tuple[int, str]:
        """Status and body of a page for operators; status 0 if nobody answers."""
        base = self.ops if "worker" in self.name or path == "/metrics" else self.address
        try:
            answer = request(base, "GET", path, seconds=5)
        except OSError:
            return 0, ""
        return answer.status, answer.raw.decode()

    def metric(self, start: str) -> float:
        """The sum of the metrics whose lines begin with `start`."""
        lines = [line for line in self.health("/metrics")[1].splitlines() if line.startswith(start)]
        return sum(float(line.rsplit(" ", 1)[1]) for line in lines)

    def kill(self) -> None:
        """SIGKILL to it and its children: nobody has time to tidy up."""
        self._signal_group(signal.SIGKILL)
        if self.started:
            self.started.wait(STOP_SECONDS)

    def suspend(self) -> None:
        """It hangs from now on: connections stay open, nothing answers."""
        self._signal_group(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal_group(signal.SIGCONT)

    def stop(self) -> int:
        """Ask it to stop; its exit status."""
        assert self.started is not None
        self.started.send_signal(signal.SIGTERM)
        return self.started.wait(STOP_SECONDS)

    def restart(self) -> "Process":
        self.kill()
        return self.start()

    def _signal_group(self, number: int) -> None:
        if self.started is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.started.pid, number)


class Deployment:
    """All processes of Justa. `databases` maps each service to the URL of its database."""

    def __init__(
        self,
        folder: Path,
        databases: Mapping[str, str],
        broker_url: str,
        **settings: str,
    ) -> None:
        self.folder = folder
        self.databases = dict(databases)
        self.broker_url = broker_url
        self.processes: dict[str, Process] = {}
        self._ports = {service: free_port() for service in ALL_SERVICES}
        self._settings = {"RETRY_DELAYS": "0.2,0.5,1", "WORKERS": "1", **settings}
        self._secret = secrets.token_urlsafe(48)

    def __enter__(self) -> "Deployment":
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.processes.values():
            process.resume()
            process.kill()

    def process(self, name: str) -> Process:
        return self.processes[name]

    def start_all(self) -> None:
        """Databases brought up to date, the operator made, and one process of each kind ready."""
        self.run("migrate", "all")
        self.run("topology", "all")
        self.run("operator")
        for service in ALL_SERVICES:
            for kind in KINDS:
                self.add(service, kind)
        self.add("gateway", "stream")
        self.ready()

    def ready(self) -> None:
        for process in self.processes.values():
            if process.alive:
                process.ready()

    def add(self, service: str, kind: str, *, ahead: float = 0.0, **settings: str) -> Process:
        """Start one more process of a service; the clock of its host may be seconds `ahead`."""
        base = f"{service}-{kind}"
        same = sum(1 for name in self.processes if name.startswith(base))
        name = f"{base}-{same + 1}" if same else base
        # The others find a service at one address; further ones of the gateway are for clients.
        port = self._ports[service] if kind == "web" and not same else free_port()
        metrics_port = free_port()
        environment = self.environment(service, PORT=str(port), METRICS_PORT=str(metrics_port))
        environment |= {f"JUSTA_{key}": value for key, value in settings.items()}
        if ahead:
            environment |= {"PYTHONPATH": AHEAD, "TEST_SECONDS_AHEAD": str(ahead)}
        arguments = ["stream"] if kind == "stream" else [kind, service]
        process = Process(
            name,
            arguments,
            environment,
            self.folder,
            address=f"http://127.0.0.1:{port}",
            ops=f"http://127.0.0.1:{metrics_port}",
        )
        self.processes[name] = process
        return process.start()

    def run(self, *arguments: str) -> str:
        """Run a command to its end; what it printed."""
        done = subprocess.run(
            [JUSTA, *arguments],
            env=self.environment(arguments[1] if arguments[1:] else "gateway"),
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=START_SECONDS,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def environment(self, service: str, **settings: str) -> dict[str, str]:
        """The variables of a process of `service` (or of a command for `all`)."""
        own = {name: value for name, value in os.environ.items() if not name.startswith("JUSTA_")}
        urls = ",".join(f"{s}=http://127.0.0.1:{port}" for s, port in self._ports.items())
        database = self.databases.get(service)
        own |= {f"JUSTA_DATABASE_URL_{s.upper()}": url for s, url in self.databases.items()}
        chosen = {
            "DEVELOPMENT": "on",
            "SECRET": self._secret,
            "DATA": str(self.folder / "data"),
            "DATABASE_URL": database or next(iter(self.databases.values())),
            "BROKER_URL": self.broker_url,
            "SERVICE_URLS": urls,
            "OPERATOR_EMAIL": OPERATOR_EMAIL,
            "OPERATOR_PASSWORD": OPERATOR_PASSWORD,
            "RATE_LIMITS": "off",
            "LOG_LEVEL": "INFO",
            **self._settings,
            **settings,
        }
        return own | {f"JUSTA_{name}": value for name, value in chosen.items()}

    def client(self, gateway: str = "gateway-web") -> "HttpClient":
        return HttpClient(self.process(gateway).address)


class HttpClient:
    """Speaks to one gateway as any client would, on a connection for each request."""

    def __init__(self, address: str) -> None:
        self.address = address

    def request(
        self,
        method: str,
        path: str,
        json: Any = None,
        headers: dict[str, str] | None = None,
        token: str | None = None,
    ) -> Answer:
        """Raises `OSError` (or `http.client.HTTPException`) if there is no answer."""
        sent = with_token(headers, token)
        return request(self.address, method, path, json, sent)

    def log_in(self, email: str = OPERATOR_EMAIL, password: str = OPERATOR_PASSWORD) -> str:
        body = {"email": email, "password": password}
        answer = self.request("POST", "/api/v1/sessions", body)
        assert answer.status == 201, answer.raw
        return str(answer.body["access_token"])


def request(
    address: str,
    method: str,
    path: str,
    body: Any = None,
    headers: dict[str, str] | None = None,
    seconds: float = 30,
) -> Answer:
    """One request on a connection of its own."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=seconds)
    sent = dict(headers or {})
    content = None
    if body is not None:
        content = json.dumps(body).encode()
        sent["Content-Type"] = "application/json"
    try:
        connection.request(method, path, content, sent)
        response = connection.getresponse()
        return Answer(response.status, dict(response.getheaders()), response.read())
    finally:
        connection.close()
