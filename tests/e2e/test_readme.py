"""What the README promises: its walks play a season and a ladder game, its settings are ones."""

import re
import subprocess
from pathlib import Path

from shared.settings import known_variables

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
OLGA = {
    "JUSTA_OPERATOR_EMAIL": "olga@example.org",
    "JUSTA_OPERATOR_PASSWORD": "a good long password",
}


def test_the_walks_play_a_season_and_a_ladder_game_word_for_word(start, tmp_path):
    up = start(tmp_path / "data", "--clock", "manual", **OLGA).ready()
    steps = re.findall(r"```sh walk\n(.*?)```", README, re.DOTALL)
    assert len(steps) > 5
    script = "set -euo pipefail\n" + "\n".join(steps)
    walk = subprocess.run(
        ["bash", "-c", script.replace("http://127.0.0.1:8080", up.address)],
        capture_output=True,
        text=True,
    )
    assert walk.returncode == 0, walk.stdout + walk.stderr
    assert '"code": "invalid' not in walk.stdout
    assert "urn:justa:problem" not in walk.stdout
    season, ladder = re.findall(r"```sh walk\n[^`]*```\n\n```text\n(.*?)```", README, re.DOTALL)
    assert _without_ids(season) in _without_ids(walk.stdout), walk.stdout
    assert walk.stdout.endswith(ladder), walk.stdout


def test_every_setting_that_it_names_is_one():
    named = set(re.findall(r"JUSTA_\w+", README))
    assert named
    assert named <= set(known_variables())


def test_every_file_that_the_documents_link_to_is_there():
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")):
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text()):
            assert (page.parent / target).exists(), f"{page}: {target}"


def test_every_file_that_the_walks_name_is_there():
    page = (ROOT / "docs" / "architecture.md").read_text()
    named = re.findall(r"`((?:services|shared|tests)/[\w/]+\.py)`", page)
    assert named
    assert [file for file in named if not (ROOT / file).exists()] == []


def _without_ids(text: str) -> str:
    return re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", "ID", text)
