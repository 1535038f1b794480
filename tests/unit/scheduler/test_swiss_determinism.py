"""The same field is paired the same way in every process."""

import os
import subprocess
import sys

PROGRAM = """
from hashlib import sha256
from services.scheduler.domain.swiss import pair_swiss
from tests.unit.scheduler.swiss_fields import field_of, local_history, players, play, all_draws
import random

chance = random.Random(4)
tied = field_of([0] * 220, local_history(chance, 220, 4, within=9))
odd = field_of([0] * 11, local_history(chance, 11, 8, within=9))
drawn = [field for field, _ in play(players(40), 4, all_draws)]
pairings = [pair_swiss(field) for field in (tied, odd, *drawn)]
pairings.append(pair_swiss(tied, exact_up_to=0))
print(sha256(repr(pairings).encode()).hexdigest())
"""


def run(hash_seed: int) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_every_process_pairs_alike() -> None:
    assert len({run(seed) for seed in (0, 1, 2)}) == 1
