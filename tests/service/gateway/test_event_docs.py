"""The interface's document names every live event that there is."""

import re
from pathlib import Path

from services import gateway
from services.gateway.api.events import EVENT_TYPES

GATEWAY = Path(gateway.__file__).parent


def names(file: str, pattern: str) -> set[str]:
    return set(re.findall(pattern, (GATEWAY / file).read_text(), re.MULTILINE))


def test_every_live_event_is_described() -> None:
    listened_to = names("web/static/js/live.js", r'^  ([a-z_]+): "')
    told = names("usecases/live_ladder.py", r'LiveEvent\("([a-z_]+)"')
    assert "ladder_matched" in listened_to
    assert "ladder_game_changed" in told
    assert [name for name in listened_to | told if f"`{name}`" not in EVENT_TYPES] == []
