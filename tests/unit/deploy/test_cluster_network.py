"""Each pod reaches what it needs and nothing else, from both ends."""

from collections.abc import Iterable, Iterator

from shared.events.catalogue import ALL_SERVICES
from tests.unit.deploy.cluster import PROCESSES, Manifest, chosen, manifests, pods

OTHERS = [service for service in ALL_SERVICES if service != "gateway"]
# Who begins to speak to whom inside, and at which port.
INSIDE = {("nginx", "gateway-web", 8000), ("nginx", "gateway-stream", 8000)} | {
    (f"gateway-{kind}", f"{service}-web", 8000)
    for kind in ("web", "stream", "worker")
    for service in OTHERS
}
DATABASE, BROKER, MAIL, NAMES = {5432}, {5671, 5672}, {25, 465, 587}, {53}


def policies() -> list[Manifest]:
    return manifests(kind="NetworkPolicy")


def spoken(rules: Iterable[Manifest], end: str) -> Iterator[tuple[str, int]]:
    """Pods of ours and ports in the rules for one end."""
    for rule in rules:
        for peer in rule.get(end, ()):
            if "podSelector" in peer:
                assert peer.keys() == {"podSelector"}
                yield from (
                    (name, port["port"])
                    for name in chosen(peer["podSelector"])
                    for port in rule["ports"]
                )


def test_whoever_speaks_is_heard_and_nobody_else() -> None:
    begun, heard = set(), set()
    for policy in policies():
        spec = policy["spec"]
        for name in chosen(spec["podSelector"]):
            begun |= {(name, to, port) for to, port in spoken(spec.get("egress", ()), "to")}
            heard |= {(by, name, port) for by, port in spoken(spec.get("ingress", ()), "from")}
    assert begun == heard == INSIDE


def test_nobody_speaks_unless_it_is_said() -> None:
    closed = [
        one["spec"]
        for one in policies()
        if one["spec"]["podSelector"] == {} and not {"ingress", "egress"} & one["spec"].keys()
    ]
    assert [sorted(one["policyTypes"]) for one in closed] == [["Egress", "Ingress"]]


def test_outside_each_reaches_the_servers_that_it_needs() -> None:
    for name, process in PROCESSES.items():
        wanted = set(NAMES)
        wanted |= DATABASE if process.kind != "edge" else set()
        wanted |= BROKER if process.kind == "worker" else set()
        wanted |= MAIL if name == "gateway-worker" else set()
        reached = {
            port["port"]
            for policy in policies()
            if name in chosen(policy["spec"]["podSelector"])
            for rule in policy["spec"].get("egress", ())
            if "to" not in rule
            for port in rule["ports"]
        }
        assert reached == wanted, name


def test_from_outside_only_the_edge_is_reached_and_metrics_are_read() -> None:
    doors: dict[str, set[tuple[str, int]]] = {}
    for policy in policies():
        for rule in policy["spec"].get("ingress", ()):
            for peer in rule["from"]:
                (label,) = peer.get("namespaceSelector", {}).get("matchLabels", {"": ""})
                for name in chosen(policy["spec"]["podSelector"]) if label else ():
                    doors.setdefault(label, set()).update(
                        (name, port["port"]) for port in rule["ports"]
                    )
    assert doors == {
        "justa/brings-clients": {("nginx", 8080)},
        "justa/reads-metrics": {(name, 9100) for name in pods()},
    }
