"""Nobody sees what a player does in secret until the round closes.

Two worlds run alike but for what some players do in secret: nothing in the one, everything
that a player can do in the other. Everyone else gets the same answers, to the byte.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e.secrecy.acting import SECRETS
from tests.e2e.secrecy.people import Seen
from tests.e2e.secrecy.stage import set_up
from tests.e2e.secrecy.world import Key, World, differences, world


@pytest.mark.parametrize(("format_", "players", "number"), [("swiss", 17, 7), ("double_round_robin", 8, 3)])
def test_x(tmp_path, format_, players, number):
    import time
    t=time.process_time()
    (tmp_path/"stage").mkdir()
    stage = set_up(tmp_path / "stage", format_, players, list(SECRETS)[:number])
    print("stage", time.process_time()-t); t=time.process_time()
    with world(stage, tmp_path/"a", {}) as silent:
        silent.listen()
        silent.play()
        a = silent.heard()
        silent.close()
    print("silent", time.process_time()-t, len(silent.seen)); t=time.process_time()
    with world(stage, tmp_path/"b", SECRETS) as busy:
        busy.listen()
        busy.play()
        b = busy.heard()
        busy.close()
    print("busy", time.process_time()-t, len(silent.seen)); t=time.process_time()
    d = differences(silent.seen, busy.seen)
    print("\n".join(d)[:20000])
    assert a==b
    assert not d
