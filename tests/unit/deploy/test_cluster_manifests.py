"""The manifests are what Kubernetes takes, and each finds what it names."""

import re
from typing import Any

import jsonschema_rs
import pytest

from deploy.kubernetes.compose import FILE
from deploy.kubernetes.manifests import base_files
from deploy.kubernetes.schemas.shipped import VERSIONS, schema_of
from tests.unit.deploy.cluster import (
    FOLDER,
    OVERLAYS,
    PROCESSES,
    Manifest,
    by_name,
    chosen,
    manifests,
    pod_of,
    pods,
)

OPERATIONS = " ".join((FOLDER.parents[1] / "docs/operations.md").read_text().split())
FRONT = ("web", "stream", "edge")


def faults(version: str, manifest: Manifest) -> list[str]:
    validator = jsonschema_rs.Draft202012Validator(schema_of(version, manifest))
    return [f"{error.instance_path}: {error.message}" for error in validator.iter_errors(manifest)]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("overlay", OVERLAYS)
def test_they_fit_the_schemas_of_kubernetes(version: str, overlay: str) -> None:
    each = manifests(overlay)
    assert len(each) > len(PROCESSES)
    for manifest in each:
        assert faults(version, manifest) == [], manifest["metadata"]["name"]


@pytest.mark.parametrize(
    "change",
    [{"replicas": "two"}, {"replcas": 2}, {"template": {"spec": {"containers": [{}]}}}],
)
def test_the_schemas_refuse_what_kubernetes_would(change: dict[str, Any]) -> None:
    deployment = manifests(kind="Deployment")[0]
    wrong = {**deployment, "spec": {**deployment["spec"], **change}}
    assert faults(VERSIONS[-1], wrong) != []


def test_what_is_generated_is_fresh() -> None:
    for name, text in base_files(FILE.read_text()).items():
        assert (FOLDER / "base" / name).read_text() == text, name


def test_everything_of_the_same_kind_has_a_name_of_its_own_and_says_whose_it_is() -> None:
    each = manifests("example")
    names = [(one["kind"], one["metadata"]["name"]) for one in each]
    assert len(set(names)) == len(names)
    for one in each:
        assert one["metadata"]["labels"]["app.kubernetes.io/part-of"] == "justa"
        assert one["kind"] == "Namespace" or one["metadata"]["namespace"] == "justa"


@pytest.mark.parametrize("kind", ["Deployment", "PodDisruptionBudget"])
def test_a_selector_chooses_the_pods_of_its_own_process(kind: str) -> None:
    found = by_name(kind)
    assert found.keys() == pods().keys() - {"migrate"}
    for name, one in found.items():
        assert chosen(one["spec"]["selector"]) == {name}


def test_a_service_leads_to_a_port_of_its_pods() -> None:
    services = by_name("Service")
    assert services.keys() == {n for n, one in PROCESSES.items() if one.kind in FRONT}
    for name, service in services.items():
        assert chosen({"matchLabels": service["spec"]["selector"]}) == {name}
        (port,) = service["spec"]["ports"]
        (container,) = pod_of(PROCESSES[name])["containers"]
        named = {one["name"]: one["containerPort"] for one in container["ports"]}
        assert named[port["targetPort"]] == port["port"]


def test_the_ingress_leads_to_the_edge() -> None:
    (ingress,) = manifests(kind="Ingress")
    (path,) = ingress["spec"]["rules"][0]["http"]["paths"]
    backend = path["backend"]["service"]
    ports = by_name("Service")[backend["name"]]["spec"]["ports"]
    assert backend == {"name": "nginx", "port": {"name": ports[0]["name"]}}


def test_there_are_two_of_everything_at_the_least() -> None:
    scaled = {one["spec"]["scaleTargetRef"]["name"]: one for one in autoscalers()}
    for name, deployment in by_name("Deployment").items():
        fixed = deployment["spec"].get("replicas")
        # Who is scaled is not set back by every change of the manifests.
        assert (fixed is None) == (name in scaled)
        assert (fixed or scaled[name]["spec"]["minReplicas"]) == 2


def test_an_upgrade_replaces_every_process_once() -> None:
    (loop,) = re.findall(r"for process in (.+?); do", OPERATIONS)
    assert sorted(loop.replace("\\ ", "").split()) == sorted(by_name("Deployment"))


def autoscalers() -> list[Manifest]:
    return manifests(kind="HorizontalPodAutoscaler")


def test_the_connections_at_the_most_are_as_the_document_says() -> None:
    """Each process opens its pool and four more; while replaced there is one more of each."""
    settings = by_name("ConfigMap")
    (common,) = (one["data"] for name, one in settings.items() if name.startswith("settings-"))
    each = max(int(common["JUSTA_THREADS"]), int(common["JUSTA_POOL_SIZE"])) + 4
    most = {one["metadata"]["name"]: one["spec"]["maxReplicas"] for one in autoscalers()}
    number = sum(
        most.get(name, one["spec"].get("replicas", 0))
        + one["spec"]["strategy"]["rollingUpdate"]["maxSurge"]
        for name, one in by_name("Deployment").items()
        if name != "nginx"
    )
    assert f"at most {number * each} connections" in OPERATIONS
