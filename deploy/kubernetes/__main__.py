"""Writes `base`: `python -m deploy.kubernetes`; with `--check` it only says what is stale."""

import sys
from pathlib import Path

from deploy.kubernetes.compose import FILE
from deploy.kubernetes.manifests import base_files

BASE = Path(__file__).parent / "base"


def main(*, check: bool) -> int:
    """The exit status: 1 if anything is stale and was not to be written."""
    stale = []
    for name, text in base_files(FILE.read_text()).items():
        file = BASE / name
        if not file.exists() or file.read_text() != text:
            stale.append(name)
            if not check:
                file.write_text(text)
    for name in stale:
        print(f"{BASE.name}/{name}: {'stale, run make docs' if check else 'written'}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))
