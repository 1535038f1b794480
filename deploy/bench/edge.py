"""The project's own nginx before a gateway, and what nginx answers by itself, under `wrk`.

Both programs are used where they are installed (Debian: nginx-light, wrk). The configuration is
the one of the containers but for places and names, and without the limits: one machine asks here
for thousands.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from deploy.bench.load import Measured, answers
from tests.servers import free_port
from tests.waiting import until

CONFIGURATION = Path(__file__).parents[1] / "nginx"
BARE = "/bare"
CONNECTIONS, SECONDS = 64, 5


def missing() -> list[str]:
    """Which programs are not installed here."""
    return [name for name in ("nginx", "wrk") if program(name) is None]


def program(name: str) -> str | None:
    """Where a program is; not everybody looks where those of the system are."""
    return shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin")


@contextmanager
def edge(gateway: str, folder: Path, bare: str, where: str = "compose") -> Iterator[str]:
    """The address of an edge before `gateway`; at `BARE` nginx itself says the text `bare`.

    `where`: set up as there, in `compose` or `kubernetes`. Raises `RuntimeError` where no nginx is
    installed.
    """
    nginx_here = program("nginx")
    if nginx_here is None:
        raise RuntimeError("no nginx: install one (Debian: apt-get install nginx-light)")
    port = free_port()
    (folder / "justa.conf").write_text(_server(bare))
    (folder / "justa-where.conf").write_text(_where(where, gateway))
    (folder / "nginx.conf").write_text(_main(folder, port))
    # Its workers must get into the bench's folder, whoever runs it.
    as_well = " user root;" if os.geteuid() == 0 else ""
    command = [nginx_here, "-p", str(folder), "-c", "nginx.conf", "-g", f"daemon off;{as_well}"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as nginx:
        try:
            address = f"http://127.0.0.1:{port}"
            until(lambda: answers(address, BARE), 30, "nginx to answer")
            yield address
        finally:
            nginx.terminate()


def drive(address: str) -> Measured:
    """As many GETs of an address as there is time for. Raises `RuntimeError` for any refusal."""
    command = ["wrk", "-t2", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "--latency", address]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    number = re.search(r"(\d+) requests in", told)
    per_second = re.search(r"Requests/sec:\s+([\d.]+)", told)
    p99 = re.search(r"99%\s+([\d.]+)(us|ms|s)", told)
    if "Non-2xx" in told or not (number and per_second and p99):
        raise RuntimeError(told)
    milliseconds = float(p99[1]) * {"us": 0.001, "ms": 1.0, "s": 1000.0}[p99[2]]
    return Measured(float(per_second[1]), milliseconds, int(number[1]))


def _main(folder: Path, port: int) -> str:
    told = (CONFIGURATION / "nginx.conf").read_text()
    told = told.replace("/tmp/", f"{folder}/").replace("listen 8080", f"listen 127.0.0.1:{port}")
    told = told.replace("include /etc/nginx/justa-tls.d/*.conf;", "")
    told = told.replace("/etc/nginx/justa", f"{folder}/justa")
    return re.sub(r"(?m)^\s*limit_.*\n", "", told)


def _server(bare: str) -> str:
    told = (CONFIGURATION / "justa.conf").read_text()
    return (
        re.sub(r"(?m)^\s*limit_.*\n", "", told) + f"location = {BARE} {{ return 200 '{bare}'; }}\n"
    )


def _where(where: str, gateway: str) -> str:
    told = (CONFIGURATION / "where" / f"{where}.conf").read_text()
    return re.sub(r"gateway-(web|stream):8000", gateway.removeprefix("http://"), told)
