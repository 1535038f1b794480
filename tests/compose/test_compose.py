"""`docker compose up`, and a season played through the edge while one service is scaled."""

import http.client
import json
import ssl
import subprocess

import pytest

from shared.events.catalogue import ALL_SERVICES
from tests.compose.composed import Composed
from tests.deployment import request
from tests.short_season import ShortSeason
from tests.waiting import until

OURS = [f"{service}-{kind}" for service in ALL_SERVICES for kind in ("web", "worker")]
OURS += ["gateway-stream", "nginx"]


def test_a_season_goes_on_while_services_are_scaled(justa: Composed) -> None:
    season = ShortSeason(
        justa.client(), justa.operator, lead_seconds=15, prepare_seconds=15, solve_seconds=25
    )
    until(lambda: season.matches(1), 240.0, "the first round")
    justa.scale(match_worker=3, match_web=2, gateway_web=2)
    names = [container["Service"] for container in justa.containers()]
    assert (names.count("match-worker"), names.count("gateway-web")) == (3, 2)
    season.play()
    season.check_finished()
    for service in ALL_SERVICES:
        listed = justa.compose(
            "exec", "-T", f"{service}-worker", "justa", "dead-letters", "list", service
        )
        assert listed == ""


def test_one_of_two_gateways_is_killed_and_nobody_notices(justa: Composed) -> None:
    justa.scale(gateway_web=2)
    client = justa.client()
    victim = justa.inspect("gateway-web")[0]["Id"]
    subprocess.run(["docker", "kill", victim], check=True, capture_output=True)
    statuses = [client.request("GET", "/api/v1/ladder/seasons").status for _ in range(50)]
    assert statuses == [200] * 50
    justa.up()


@pytest.mark.parametrize("service", OURS)
def test_containers_of_ours_are_read_only_and_nobodys(justa: Composed, service: str) -> None:
    for container in justa.inspect(service):
        assert container["HostConfig"]["ReadonlyRootfs"]
        assert container["HostConfig"]["CapDrop"] == ["ALL"]
        assert container["Config"]["User"] == "10001:10001"
        known = " ".join(container["Config"]["Env"])
        for name, value in justa.secrets.items():
            foreign = name.startswith(("JUSTA_DATABASE", "JUSTA_BROKER", "POSTGRES"))
            mine = name.endswith(service.split("-")[0].upper())
            assert not (foreign and not mine and value in known), name


def test_no_role_enters_another_ones_database(justa: Composed) -> None:
    def enter(role: str, database: str) -> str:
        password = justa.secrets[f"JUSTA_DATABASE_PASSWORD_{role.upper()}"]
        url = f"postgresql://{role}:{password}@127.0.0.1/{database}"
        shell = f"psql '{url}' -Atc 'SELECT 1' 2>&1 || true"
        return justa.compose("exec", "-T", "postgres", "sh", "-c", shell).strip()

    assert enter("match", "match") == "1"
    assert "permission denied" in enter("match", "ladder")
    assert "permission denied" in enter("match", "postgres")


def test_the_edge_refuses_in_the_form_of_all_refusals(justa: Composed) -> None:
    address = justa.client().address
    large = request(address, "POST", "/api/v1/accounts", body="x" * 2_000_000)
    assert (large.status, large.body["code"]) == (413, "too_large")
    assert large.headers["Content-Type"] == "application/problem+json"
    hidden = request(address, "GET", "/readyz")
    assert (hidden.status, hidden.body["code"]) == (404, "not_found")
    spanish = request(address, "GET", "/readyz", headers={"Accept-Language": "fr, es;q=0.8, en"})
    assert (spanish.body["title"], spanish.headers["Content-Language"]) == ("Eso no existe", "es")
    named = request(address, "GET", "/api/v1/seasons", headers={"X-Request-Id": "mine-1"})
    assert named.headers["X-Request-Id"] == "mine-1"
    others = [request(address, "GET", "/api/v1/seasons").headers["X-Request-Id"] for _ in "12"]
    assert len(set(others)) == 2


def test_reads_by_anybody_are_validated_at_the_edge(justa: Composed) -> None:
    address = justa.client().address
    first = request(address, "GET", "/api/v1/seasons")
    asked = {"If-None-Match": first.headers["ETag"]}
    assert request(address, "GET", "/api/v1/seasons", headers=asked).status == 304


def test_what_a_login_is_shown_is_kept_for_nobody_else(justa: Composed) -> None:
    client = justa.client()
    token = client.log_in(*justa.operator)
    assert client.request("GET", "/api/v1/matches/nobody", token=token).status == 404
    mine = client.request("GET", "/api/v1/me", token=token)
    assert mine.body["email"] == justa.operator[0]
    assert client.request("GET", "/api/v1/me").status == 401


def test_live_events_come_through_the_edge_at_once(justa: Composed) -> None:
    line = http.client.HTTPConnection("127.0.0.1", justa.port, timeout=30)
    line.request("GET", "/api/v1/events")
    answer = line.getresponse()
    assert answer.headers["Content-Type"].startswith("text/event-stream")
    assert answer.readline().startswith(b"retry:")
    line.close()


def test_the_edge_speaks_tls(justa: Composed) -> None:
    trusted = ssl.create_default_context(cafile=str(justa.certificate))
    line = http.client.HTTPSConnection("localhost", justa.tls_port, timeout=30, context=trusted)
    line.request("GET", "/api/v1/seasons", headers={"Accept-Encoding": "identity"})
    answer = line.getresponse()
    assert answer.status == 200
    assert (
        json.loads(answer.read())["items"]
        == justa.client().request("GET", "/api/v1/seasons").body["items"]
    )
    line.close()


def test_everything_survives_a_restart(justa: Composed) -> None:
    client = justa.client()
    before = client.request("GET", "/api/v1/seasons").body["items"]
    justa.compose("restart", "postgres", "rabbitmq")
    until(lambda: justa.client().request("GET", "/api/v1/seasons").status == 200, 120.0)
    justa.up()
    assert client.request("GET", "/api/v1/seasons").body["items"] == before
