"""The schemas that are shipped, one file for each version of Kubernetes, and what they cover."""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
# The oldest and the newest that the manifests are held against.
VERSIONS = ("1.30", "1.37")
KINDS = {
    ("apps/v1", "Deployment"): "io.k8s.api.apps.v1.Deployment",
    ("autoscaling/v2", "HorizontalPodAutoscaler"): (
        "io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler"
    ),
    ("batch/v1", "Job"): "io.k8s.api.batch.v1.Job",
    ("networking.k8s.io/v1", "Ingress"): "io.k8s.api.networking.v1.Ingress",
    ("networking.k8s.io/v1", "NetworkPolicy"): "io.k8s.api.networking.v1.NetworkPolicy",
    ("policy/v1", "PodDisruptionBudget"): "io.k8s.api.policy.v1.PodDisruptionBudget",
    ("v1", "ConfigMap"): "io.k8s.api.core.v1.ConfigMap",
    ("v1", "Namespace"): "io.k8s.api.core.v1.Namespace",
    ("v1", "Service"): "io.k8s.api.core.v1.Service",
}


def file_of(version: str) -> Path:
    return FOLDER / f"kubernetes-{version}.json"


def schema_of(version: str, manifest: dict[str, Any]) -> dict[str, Any]:
    """The schema that a manifest has to fit; raises `KeyError` for a kind that is not shipped."""
    name = KINDS[manifest["apiVersion"], manifest["kind"]]
    definitions = json.loads(file_of(version).read_text())
    return {"$ref": f"#/$defs/{name}", "$defs": definitions}
