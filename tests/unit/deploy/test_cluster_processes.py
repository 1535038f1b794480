"""A cluster runs what Compose runs: the same processes, told the same, asked and ended alike."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from deploy.kubernetes.compose import FILE, SERVERS, Process
from shared.events.catalogue import ALL_SERVICES
from shared.full_settings import full_settings
from shared.settings import known_variables, read_environment
from tests.unit.deploy.cluster import (
    OVERLAYS,
    PROCESSES,
    by_name,
    container_of,
    manifests,
    pod_of,
    secrets_of,
    settings_of,
)

COMPOSE = yaml.safe_load(FILE.read_text())["services"]
ROOT = Path(__file__).parents[3]
OURS = [process for process in PROCESSES.values() if process.kind != "edge"]
EACH = pytest.mark.parametrize("process", PROCESSES.values(), ids=PROCESSES.keys())
EACH_OF_OURS = pytest.mark.parametrize("process", OURS, ids=[one.name for one in OURS])
DRAWN = "0123456789abcdef" * 3


def test_the_processes_are_those_of_compose() -> None:
    assert by_name("Deployment").keys() | by_name("Job").keys() == COMPOSE.keys() - SERVERS


@EACH
def test_a_process_is_started_as_by_compose(process: Process) -> None:
    told, container = COMPOSE[process.name], container_of(process)
    assert container.get("command", []) == told.get("entrypoint", [])
    assert container.get("args", []) == told.get("command", [])
    assert f":-{container['image']}}}" in told["image"]
    assert container["resources"]["limits"]["memory"].lower() == told["mem_limit"] + "i"


@EACH_OF_OURS
def test_a_process_is_told_what_compose_tells_it(process: Process) -> None:
    told = COMPOSE[process.name]["environment"]
    settings = settings_of(process)
    for name, value in told.items():
        given = re.fullmatch(r"\$\{\w+:-(.*)\}", str(value))
        if name in process.drawn:
            assert name not in settings
        else:
            assert settings[name] == (given[1] if given else str(value))
    assert settings.keys() == told.keys() - process.drawn.keys()


@EACH_OF_OURS
def test_no_secret_is_told_but_by_reference_and_nobodys_but_its_own(process: Process) -> None:
    secrets = secrets_of(process)
    assert not secrets.keys() & settings_of(process).keys()
    assert {name.removesuffix("_FILE") for name in secrets} <= known_variables().keys()
    in_files = {name for name, value in secrets.items() if value.startswith("/run/justa/")}
    assert secrets.keys() - in_files <= {"JUSTA_OPERATOR_EMAIL"}
    others = {name.upper() for name in ALL_SERVICES} - {process.service.upper()}
    for item in files_of(process):
        assert process.kind == "migrate" or item["key"].rpartition("_")[2] not in others


@pytest.mark.parametrize("overlay", OVERLAYS)
@EACH_OF_OURS
def test_the_program_finds_all_it_needs(
    process: Process, overlay: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the files as a cluster lays them, in another folder."""
    for item in files_of(process):
        (tmp_path / item["path"]).write_text(f"{item['key']}-{DRAWN}"[-56:])
    for name, value in settings_of(process, overlay).items():
        monkeypatch.setenv(name, value)
    for name, value in secrets_of(process, overlay).items():
        monkeypatch.setenv(name, value.replace("/run/justa", str(tmp_path)))
    # As `justa migrate` looks first, of whichever service.
    assert "database_url" in read_environment()
    for service in ALL_SERVICES if process.kind == "migrate" else [process.service]:
        needed = ("database_url",) if process.kind == "migrate" else ("secret", "service_urls")
        settings = full_settings(service, needed)
        assert f"//{service}:" in str(settings.database_url)
        assert DRAWN in str(settings.database_url)
        assert process.kind == "migrate" or DRAWN in str(settings.broker_url)


def files_of(process: Process) -> list[dict[str, Any]]:
    (drawn,) = (one["secret"] for one in pod_of(process)["volumes"] if "secret" in one)
    assert drawn["secretName"] == "justa"
    # The user of the containers reads them, and no other.
    assert drawn["defaultMode"] == 0o440
    return list(drawn["items"])


def test_the_secret_is_what_is_drawn_for_compose() -> None:
    drawn = (ROOT / ".env.example").read_text()
    keys = {item["key"] for process in OURS for item in files_of(process)}
    keys |= {"JUSTA_OPERATOR_EMAIL"}
    assert keys <= set(re.findall(r"(?m)^#?(\w+)=", drawn))


@EACH
def test_a_process_is_asked_where_compose_asks_it(process: Process) -> None:
    container = container_of(process)
    probes = [container[name] for name in PROBES if name in container]
    if process.kind == "migrate":
        assert probes == []
        return
    check = COMPOSE[process.name]["healthcheck"]
    assert len(probes) == len(PROBES)
    for probe in probes:
        assert str(probe["httpGet"]["port"]) in check["test"][-1]
    paths = {probe["httpGet"]["path"] for probe in probes}
    assert paths == ({"/healthz"} if process.kind == "edge" else {"/healthz", "/readyz"})
    start = container["startupProbe"]
    assert f"{start['periodSeconds'] * start['failureThreshold']}s" == check["start_period"]


PROBES = ("startupProbe", "readinessProbe", "livenessProbe")


def test_a_database_that_is_away_takes_no_gateway_away() -> None:
    for process in PROCESSES.values():
        if process.service == "gateway" and process.kind != "worker":
            probes = container_of(process)
            assert probes["startupProbe"]["httpGet"]["path"] == "/readyz"
            assert probes["readinessProbe"]["httpGet"]["path"] == "/healthz"


@EACH
def test_a_process_has_the_time_to_end_that_compose_gives_it(process: Process) -> None:
    waits = container_of(process).get("lifecycle", {}).get("preStop", {}).get("exec", {})
    seconds = int(re.findall(r"\d+", " ".join(waits.get("command", ["0"])))[0])
    # Whoever is asked by others stays until they have heard that it goes.
    assert (seconds > 0) == (process.kind in ("web", "stream", "edge"))
    given = pod_of(process)["terminationGracePeriodSeconds"]
    assert f"{given - seconds}s" == COMPOSE[process.name]["stop_grace_period"]


def test_the_ports_are_those_of_the_image() -> None:
    image = (ROOT / "deploy/Dockerfile").read_text()
    told = {name: int(port) for name, port in re.findall(r"JUSTA_(PORT|METRICS_PORT)=(\d+)", image)}
    containers = [container_of(process) for process in OURS]
    ports = {
        (one["name"], one["containerPort"]) for each in containers for one in each.get("ports", ())
    }
    assert ports == {("http", told["PORT"]), ("ops", told["METRICS_PORT"])}


@EACH
def test_a_pod_has_no_rights(process: Process) -> None:
    """As the standard "restricted" of Kubernetes asks for, and a file system that is read only."""
    pod, container = pod_of(process), container_of(process)
    assert pod["automountServiceAccountToken"] is False
    assert pod["enableServiceLinks"] is False
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    user = {pod["securityContext"][name] for name in ("runAsUser", "runAsGroup", "fsGroup")}
    assert user == {10001}
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    allowed = {"name", "configMap", "emptyDir", "secret"}
    assert {key for one in pod["volumes"] for key in one} <= allowed
    assert container["resources"]["requests"].keys() == {"cpu", "memory"}


def test_the_edge_has_the_files_that_compose_gives_it() -> None:
    maps = by_name("ConfigMap")
    edge = PROCESSES["nginx"]
    (mounted,) = (one["configMap"]["name"] for one in pod_of(edge)["volumes"] if "configMap" in one)
    for volume in COMPOSE["nginx"]["volumes"]:
        source, place, _ = volume.split(":")
        file = ROOT / source.replace("where/compose", "where/kubernetes")
        (mount,) = (m for m in container_of(edge)["volumeMounts"] if m["mountPath"] == place)
        assert maps[mounted]["data"][mount["subPath"]] == file.read_text()


def test_an_overlay_changes_what_a_cluster_says_for_itself() -> None:
    worker = PROCESSES["gateway-worker"]
    assert container_of(worker, "example")["image"] == "registry.example.org/justa:1"
    assert settings_of(worker, "example")["JUSTA_PUBLIC_URL"] == "https://justa.example.org"
    (ingress,) = manifests("example", "Ingress")
    assert ingress["spec"]["tls"][0]["hosts"] == [ingress["spec"]["rules"][0]["host"]]
