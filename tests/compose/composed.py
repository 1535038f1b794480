"""`docker compose` on this repository, under a project name of its own."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from tests.deployment import HttpClient
from tests.servers import free_port
from tests.waiting import until

UP_SECONDS = 900.0
READY_SECONDS = 240.0


class Composed:
    """The containers of one run; they, their volumes and networks are gone at its end."""

    def __init__(self, repository: Path, folder: Path) -> None:
        self._repository = repository
        self._project = f"justa-test-{os.getpid()}"
        self._scales: dict[str, int] = {}
        self.port, self.tls_port = free_port(), free_port()
        self.secrets = _draw_secrets(repository, folder)
        self.certificate = _make_certificate(folder / "tls")
        self._env_file = folder / ".env"

    def __enter__(self) -> "Composed":
        return self

    def __exit__(self, *_: object) -> None:
        self.compose("down", "--volumes", "--timeout", "20")

    @property
    def operator(self) -> tuple[str, str]:
        return self.secrets["JUSTA_OPERATOR_EMAIL"], self.secrets["JUSTA_OPERATOR_PASSWORD"]

    def client(self) -> HttpClient:
        return HttpClient(f"http://127.0.0.1:{self.port}")

    def scale(self, **services: int) -> None:
        """So many containers of each from now on; `_` stands for `-`."""
        self._scales |= {name.replace("_", "-"): number for name, number in services.items()}
        self.up()

    def up(self) -> None:
        """Start what is not there, and wait until all of it is healthy."""
        scales = [f"--scale={name}={number}" for name, number in self._scales.items()]
        try:
            self.compose("up", "--detach", "--build", *scales)
        except AssertionError as error:
            raise AssertionError(f"{error}\n{self.compose('logs', '--tail', '20')}") from error
        until(lambda: self._unready() == [], READY_SECONDS, "every container to be healthy")

    def compose(self, *arguments: str) -> str:
        """Run `docker compose`; what it printed."""
        files = ["-f", "docker-compose.yml", "-f", "deploy/compose.tls.yml"]
        base = ["docker", "compose", *files, "-p", self._project, "--env-file", str(self._env_file)]
        own = {
            "JUSTA_EDGE_PORT": str(self.port),
            "JUSTA_EDGE_TLS_PORT": str(self.tls_port),
            "JUSTA_TLS_FOLDER": str(self.certificate.parent),
        }
        done = subprocess.run(
            [*base, *arguments],
            cwd=self._repository,
            env={**os.environ, **own},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=UP_SECONDS,
        )
        printed = done.stdout
        assert done.returncode == 0, (arguments, printed[-2000:], done.stderr[-4000:])
        return printed.decode()

    def containers(self) -> list[dict[str, Any]]:
        shown = self.compose("ps", "--all", "--format", "json")
        # One document, or one a line, as the version of Compose has it.
        found = json.loads(shown) if shown.startswith("[") else None
        return found or [json.loads(line) for line in shown.splitlines()]

    def inspect(self, service: str) -> list[dict[str, Any]]:
        ids = self.compose("ps", "--quiet", service).split()
        shown = subprocess.run(["docker", "inspect", *ids], capture_output=True, check=True)
        found: list[dict[str, Any]] = json.loads(shown.stdout)
        return found

    def _unready(self) -> list[str]:
        return [
            container["Name"]
            for container in self.containers()
            if container["Health"] != "healthy"
            and not (container["State"] == "exited" and container["ExitCode"] == 0)
        ]


def _make_certificate(folder: Path) -> Path:
    """A certificate for localhost that nobody but this run trusts, beside its key."""
    folder.mkdir()
    chain = folder / "fullchain.pem"
    asked = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2"
    named = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(chain)]
    command = ["openssl", *asked.split(), *named, *files]
    subprocess.run(command, check=True, capture_output=True)
    # The user of the containers, a stranger here, reads them.
    for part in (folder, *folder.parents[:3]):
        part.chmod(0o755)
    (folder / "privkey.pem").chmod(0o644)
    return chain


def _draw_secrets(repository: Path, folder: Path) -> dict[str, str]:
    """Run `deploy/make-secrets` as an operator does, beside the repository."""
    (folder / "deploy").mkdir()
    shutil.copy(repository / ".env.example", folder)
    shutil.copy(repository / "deploy/make-secrets", folder / "deploy")
    subprocess.run([folder / "deploy/make-secrets"], check=True, stdout=subprocess.DEVNULL)
    assert (folder / ".env").stat().st_mode & 0o077 == 0
    lines = (folder / ".env").read_text().splitlines()
    given = [line.partition("=") for line in lines if "=" in line and not line.startswith("#")]
    return {name: value for name, _, value in given}
