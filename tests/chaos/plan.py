"""How much is to go wrong, and in how long a league.

`JUSTA_CHAOS=full` is the whole ordeal of some ten minutes; without it a short one fits among the
other tests. `JUSTA_CHAOS_SEED` repeats the faults of an earlier run, in their order.
"""

import os
import secrets
from dataclasses import dataclass


@dataclass(frozen=True)
class Plan:
    """Counts of each fault, and the league during which they happen."""

    seed: int
    rounds: int
    prepare_seconds: int
    solve_seconds: int
    kills: int
    broker_restarts: int
    postgres_restarts: int
    resets: int
    silences: int
    players: int = 40
    break_seconds: int = 1

    @property
    def league_seconds(self) -> int:
        one = self.prepare_seconds + self.solve_seconds + self.break_seconds
        return self.rounds * one


def chosen_plan() -> Plan:
    """The plan of this run."""
    seed = int(os.environ.get("JUSTA_CHAOS_SEED") or secrets.randbelow(10**6))
    if os.environ.get("JUSTA_CHAOS") == "full":
        return Plan(
            seed,
            rounds=7,
            prepare_seconds=20,
            solve_seconds=50,
            kills=30,
            broker_restarts=3,
            postgres_restarts=1,
            resets=6,
            silences=3,
        )
    return Plan(
        seed,
        rounds=2,
        prepare_seconds=10,
        solve_seconds=24,
        kills=6,
        broker_restarts=1,
        postgres_restarts=1,
        resets=2,
        silences=1,
    )
