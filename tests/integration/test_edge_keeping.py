"""The project's own nginx before a gateway: what both keep is together no older than a second."""

import json
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import urllib3
from werkzeug.serving import make_server

from deploy.bench.edge import edge
from tests.servers import free_port
from tests.service.gateway.gateway_under_test import FakeServices, Gateway

PAGE = "/api/v1/seasons/S/standings"
# So many seconds begin while somebody reads all the time.
SECONDS = 3


class Dated(FakeServices):
    """Services whose answers say when they were asked."""

    cache_control = "no-cache"

    def call(self, _service: str, _environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        asked = time.time()
        self.meanwhile()
        headers = [("ETag", f'"{asked}"'), ("Cache-Control", self.cache_control)]
        start_response("200 OK", [*headers, ("Content-Type", "application/json")])
        return [json.dumps({"asked": asked}).encode()]


class Front:
    """Reads through nginx on one kept connection."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._line = urllib3.connectionpool.connection_from_url(address, maxsize=1)

    def read(self, page: str = PAGE, **headers: str) -> urllib3.BaseHTTPResponse:
        return self._line.request("GET", page, headers=headers)

    def asked(self, page: str = PAGE, **headers: str) -> float:
        return float(json.loads(self.read(page, **headers).data)["asked"])


@contextmanager
def served(gateway: Gateway) -> Iterator[str]:
    server = make_server("127.0.0.1", free_port(), gateway.edge, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def gateway(tmp_path: Path) -> Iterator[Gateway]:
    gateway = Gateway(tmp_path, proxies=1)
    gateway.services = Dated(gateway.settings.secret)
    ports = gateway.runtime.extras["ports"]
    gateway.runtime.extras["ports"] = type(ports)(services=gateway.services, openapi=ports.openapi)
    yield gateway
    gateway.close()


@pytest.fixture
def front(gateway: Gateway, tmp_path: Path) -> Iterator[Front]:
    with served(gateway) as address, edge(address, tmp_path, "x") as front:
        yield Front(front)


def test_what_both_keep_is_together_no_older_than_a_second(front: Front) -> None:
    reads, seen = 0, set()
    end = time.time() + SECONDS
    while (sent := time.time()) < end:
        asked = front.asked()
        assert asked >= sent - 1.0, f"{sent - asked} seconds old"
        reads += 1
        seen.add(asked)
    # Kept it was: one answer a second, and perhaps one more at either end.
    assert len(seen) <= SECONDS + 2 < reads


def test_nothing_past_its_time_is_given_while_a_new_one_is_asked_for(
    gateway: Gateway, front: Front
) -> None:
    """A service that hangs must not keep an old answer alive at the edge."""
    first, passed_on, go_on = front.asked(), threading.Semaphore(0), threading.Event()
    others: list[float] = []

    def hang() -> None:
        passed_on.release()
        assert go_on.wait(30)

    def read_on() -> None:
        while (asked := front.asked()) == first:
            pass
        others.append(asked)

    gateway.services.meanwhile = hang
    readers = [
        threading.Thread(target=read_on),
        threading.Thread(target=lambda: others.append(Front(front.address).asked())),
    ]
    for reader in readers:
        reader.start()
        # Each in turn is passed on to the service, though nginx still has the first answer.
        assert passed_on.acquire(timeout=30)
    go_on.set()
    for reader in readers:
        reader.join()
    assert len(others) == 2
    assert min(others) > first


def test_whoever_has_a_login_and_what_is_not_for_all_is_asked_for(
    gateway: Gateway, front: Front
) -> None:
    ana = gateway.player("Ana")
    first = front.asked()
    own = [front.asked(Authorization=f"Bearer {ana.token}") for _ in range(2)]
    assert len({first, *own}) == 3
    gateway.services.cache_control = "private"  # type: ignore[attr-defined]  # these services'
    for_one = [front.asked("/api/v1/seasons") for _ in range(2)]
    assert for_one[0] != for_one[1]


def test_how_long_the_edge_may_keep_it_is_for_the_edge_alone(front: Front) -> None:
    assert "X-Accel-Expires" not in front.read().headers


def test_another_version_than_the_kept_one_is_refused_in_the_form_of_all_refusals(
    front: Front,
) -> None:
    refused = front.read(**{"If-Match": '"another"'})
    again = front.read(**{"If-Match": '"another"'})
    for answer in (refused, again):
        assert (answer.status, json.loads(answer.data)["code"]) == (412, "stale")
