"""Makes the shipped schemas anew: `python -m deploy.kubernetes.schemas.renew FOLDER`.

`FOLDER` is `kubernetes-json-schema` of the package kubernetes-validate (Apache-2.0): the schemas of
Kubernetes' own documents. Whatever the kinds of `shipped` do not lead to is left out, and so are
descriptions.
"""

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from deploy.kubernetes.schemas.shipped import KINDS, VERSIONS, file_of

_REFERENCE = "#/$defs/"


def renewed(definitions: Mapping[str, Any], roots: Iterable[str]) -> dict[str, Any]:
    """The definitions that `roots` lead to, without what only people read."""
    kept: dict[str, Any] = {}
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name not in kept:
            kept[name] = _plain(definitions[name])
            waiting.extend(_references(kept[name]))
    return dict(sorted(kept.items()))


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items() if not _is_remark(key, one)}
    return [_plain(one) for one in value] if isinstance(value, list) else value


def _is_remark(key: str, value: Any) -> bool:
    # A property may be called so as well, and is then no text.
    return key.startswith("x-kubernetes-") or (key == "description" and isinstance(value, str))


def _references(value: Any) -> Iterable[str]:
    if isinstance(value, dict):
        if isinstance(reference := value.get("$ref"), str):
            yield reference.removeprefix(_REFERENCE)
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from _references(one)


def main(folder: str) -> None:
    for version in VERSIONS:
        source = Path(folder) / f"v{version}.0-local-strict" / "_definitions.json"
        kept = renewed(json.loads(source.read_text())["$defs"], KINDS.values())
        lines = (f"{json.dumps(name)}: {json.dumps(one)}" for name, one in kept.items())
        file_of(version).write_text("{\n" + ",\n".join(lines) + "\n}\n")
        print(f"{file_of(version).name}: {len(kept)} definitions")


if __name__ == "__main__":
    main(*sys.argv[1:])
