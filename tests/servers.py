"""Real servers for tests: from the environment, a Docker engine, or installed binaries.

In this order: `JUSTA_TEST_POSTGRES_URL` and `JUSTA_TEST_AMQP_URL`; containers, where a Docker
engine answers; private servers started from what is installed on this machine. If none of the
three can be had, an error says what to install.
"""

import fcntl
import os
import random
import shutil
import socket
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

START_SECONDS = 90
_RABBIT_BINARIES = Path("/usr/lib/rabbitmq/bin")
_POSTGRES_BINARIES = Path("/usr/lib/postgresql")


@dataclass
class RabbitServer:
    """A broker; the rest exists where the server is a private one of this run.

    `control` runs `rabbitmqctl` on it.
    """

    url: str
    stop: Callable[[], None] | None = None
    start: Callable[[], None] | None = None
    control: Callable[..., None] | None = None


@dataclass
class PostgresServer:
    """A PostgreSQL server; `url` is a superuser's, of its maintenance database.

    A private one can be backed up while it runs, and restored from that while it is stopped.
    """

    url: str
    stop: Callable[[], None] | None = None
    start: Callable[[], None] | None = None
    back_up: Callable[[], Path] | None = None
    restore: Callable[[Path], None] | None = None


@contextmanager
def rabbit_server(definitions: Path | None = None) -> Iterator[RabbitServer]:
    """A RabbitMQ broker by the first way that works; with `definitions`, it has loaded these.

    One from the environment cannot load anything: then the second or third way is taken.
    """
    url = os.environ.get("JUSTA_TEST_AMQP_URL")
    if url and not definitions:
        yield RabbitServer(url)
    elif (_RABBIT_BINARIES / "rabbitmq-server").exists():
        with _private_rabbit(definitions) as server:
            yield server
    elif _docker_answers():
        with _rabbit_container(definitions) as server:
            yield server
    else:
        raise RuntimeError(
            "no RabbitMQ for the tests: set JUSTA_TEST_AMQP_URL, start a Docker engine, or install "
            "one (Debian: apt-get install rabbitmq-server)"
        )


@contextmanager
def postgres_server(*, durable: bool = False) -> Iterator[PostgresServer]:
    """A PostgreSQL server by the first way that works; a private one syncs only if `durable`."""
    if url := os.environ.get("JUSTA_TEST_POSTGRES_URL"):
        yield PostgresServer(url)
    elif _postgres_bin():
        with _private_postgres(durable) as server:
            yield server
    elif _docker_answers():
        with _postgres_container() as server:
            yield server
    else:
        raise RuntimeError(
            "no PostgreSQL for the tests: set JUSTA_TEST_POSTGRES_URL, start a Docker engine, or "
            "install one (Debian: apt-get install postgresql)"
        )


def free_port() -> int:
    """A port that nothing listens on, kept from other test processes as long as this one lives.

    Below the range from which the system gives ports away by itself, so that no outgoing
    connection takes it before the server that it is meant for has started.
    """
    folder = Path(tempfile.gettempdir()) / "justa-test-ports"
    folder.mkdir(exist_ok=True)
    while True:
        port = random.randint(15_000, 31_999)
        claim = (folder / str(port)).open("w")
        with suppress(OSError), socket.socket() as probe:
            fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
            probe.bind(("127.0.0.1", port))
            _claims.append(claim)
            return port
        claim.close()


_claims: list[IO[str]] = []


def _docker_answers() -> bool:
    if not shutil.which("docker"):
        return False
    asked = subprocess.run(["docker", "version"], capture_output=True, check=False, timeout=20)
    return asked.returncode == 0


@contextmanager
def _rabbit_container(definitions: Path | None) -> Iterator[RabbitServer]:
    from testcontainers.community.rabbitmq import RabbitMqContainer

    image = os.environ.get("RABBITMQ_IMAGE", "rabbitmq:4-management")
    made = RabbitMqContainer(image)
    if definitions:
        config = definitions.with_suffix(".conf")
        config.write_text("load_definitions = /etc/justa.json\n")
        made = made.with_volume_mapping(str(definitions), "/etc/justa.json", "ro")
        made = made.with_volume_mapping(str(config), "/etc/rabbitmq/conf.d/20-justa.conf", "ro")
    with made as container:
        host, port = container.get_container_host_ip(), container.get_exposed_port(5672)
        yield RabbitServer(f"amqp://guest:guest@{host}:{port}/%2F")


@contextmanager
def _postgres_container() -> Iterator[PostgresServer]:
    from testcontainers.community.postgres import PostgresContainer

    image = os.environ.get("POSTGRES_IMAGE", "postgres:17")
    with PostgresContainer(image, driver="psycopg") as container:
        yield PostgresServer(container.get_connection_url())


@contextmanager
def _private_rabbit(definitions: Path | None) -> Iterator[RabbitServer]:
    """A broker of this run alone: own node, own folder, own ports."""
    with tempfile.TemporaryDirectory(prefix="justa-rabbit-", ignore_cleanup_errors=True) as folder:
        home, port = Path(folder), free_port()
        home.chmod(0o777)
        environment = _rabbit_environment(home, port, definitions)
        node = _Process(
            [str(_RABBIT_BINARIES / "rabbitmq-server")], environment, home / "rabbit.out"
        )

        def start() -> None:
            node.start()
            _wait_for_port(port, node)

        def control(*arguments: str) -> None:
            command = [str(_RABBIT_BINARIES / "rabbitmqctl"), "-q", *arguments]
            done = subprocess.run(
                command, env=environment, capture_output=True, text=True, timeout=START_SECONDS
            )
            assert done.returncode == 0, done.stdout + done.stderr

        start()
        url = f"amqp://guest:guest@127.0.0.1:{port}/%2F"
        yield RabbitServer(url, stop=node.stop, start=start, control=control)
        node.stop()


def _rabbit_environment(home: Path, port: int, definitions: Path | None) -> dict[str, str]:
    config = home / "rabbitmq.conf"
    config.write_text(
        f"listeners.tcp.1 = 127.0.0.1:{port}\nlog.connection.level = none\n"
        "disk_free_limit.absolute = 50MB\n"
        + (f"load_definitions = {definitions}\n" if definitions else "")
    )
    plugins = home / "enabled_plugins"
    plugins.write_text("[].")
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "RABBITMQ_NODENAME": f"justa{port}@localhost",
        "RABBITMQ_MNESIA_BASE": str(home / "mnesia"),
        "RABBITMQ_LOG_BASE": str(home / "log"),
        "RABBITMQ_CONFIG_FILE": str(config),
        "RABBITMQ_ENABLED_PLUGINS_FILE": str(plugins),
        "RABBITMQ_DIST_PORT": str(free_port()),
        "RABBITMQ_CONF_ENV_FILE": "/dev/null",
        "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "+S 2:2 +sbwt none +sbwtdcpu none +sbwtdio none",
    }


@contextmanager
def _private_postgres(durable: bool) -> Iterator[PostgresServer]:
    """A server of this run alone; without fsync where a test tries logic, not disks."""
    binaries = _postgres_bin()
    assert binaries
    with tempfile.TemporaryDirectory(prefix="justa-postgres-", ignore_cleanup_errors=True) as top:
        data, port = Path(top) / "data", free_port()
        _own_by_postgres(Path(top))
        _as_postgres([str(binaries / "initdb"), "-D", str(data), "-A", "trust", "-U", "postgres"])
        options = (
            f"-p {port} -k {top} -c listen_addresses=127.0.0.1 -c max_connections=200"
            f" -c fsync={'on' if durable else 'off'}"
        )
        control = [str(binaries / "pg_ctl"), "-D", str(data), "-w", "-t", str(START_SECONDS)]

        def start() -> None:
            _as_postgres([*control, "-o", options, "-l", f"{top}/server.log", "start"])

        def stop() -> None:
            _as_postgres([*control, "-m", "immediate", "stop"])

        def back_up() -> Path:
            copy = Path(tempfile.mkdtemp(dir=top)) / "copy"
            _own_by_postgres(copy.parent)
            place = f"host=127.0.0.1 port={port} user=postgres"
            copying = ["-D", str(copy), "-d", place, "-X", "stream", "-c", "fast"]
            _as_postgres([str(binaries / "pg_basebackup"), *copying])
            return copy

        def restore(copy: Path) -> None:
            shutil.rmtree(data)
            _as_postgres(["cp", "-a", str(copy), str(data)])

        start()
        url = f"postgresql+psycopg://postgres@127.0.0.1:{port}/postgres"
        yield PostgresServer(url, stop=stop, start=start, back_up=back_up, restore=restore)
        stop()


def _postgres_bin() -> Path | None:
    found = sorted(_POSTGRES_BINARIES.glob("*/bin/initdb"))
    return found[-1].parent if found else None


def _own_by_postgres(folder: Path) -> None:
    folder.chmod(0o777)
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres", "postgres")


def _as_postgres(command: list[str]) -> None:
    """PostgreSQL refuses to run as root; there, the package's own user runs it."""
    if os.geteuid() == 0:
        command = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *command]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/")


class _Process:
    """A server in the foreground, with its output in a file."""

    def __init__(self, command: list[str], environment: dict[str, str], output: Path) -> None:
        self._command = command
        self._environment = environment
        self.output = output
        self._running: subprocess.Popen[Any] | None = None

    def start(self) -> None:
        with self.output.open("ab") as out:
            self._running = subprocess.Popen(
                self._command,
                env=self._environment,
                cwd=self.output.parent,
                stdout=out,
                stderr=out,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )

    @property
    def alive(self) -> bool:
        return self._running is not None and self._running.poll() is None

    def stop(self) -> None:
        if self._running and self.alive:
            os.killpg(self._running.pid, 15)
            self._running.wait(timeout=START_SECONDS)


def _wait_for_port(port: int, process: _Process) -> None:
    pause = threading.Event()
    for _ in range(START_SECONDS * 10):
        if not process.alive:
            raise RuntimeError(f"the server ended: {process.output.read_text()[-2000:]}")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        pause.wait(0.1)
    raise RuntimeError(f"no server on port {port}: {process.output.read_text()[-2000:]}")
