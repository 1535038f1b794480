"""Who breaks things: all faults of the plan in a drawn order, spread over the league."""

import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

from tests.chaos.network import Network
from tests.chaos.plan import Plan
from tests.deployment import Deployment, Process
from tests.servers import PostgresServer, RabbitServer

# Long enough for heartbeats to be missed on one side or the other.
SILENT_SECONDS = (5.0, 45.0)
_NO_OWN_SERVER = (
    "no server of this run's own to restart: unset JUSTA_TEST_AMQP_URL and JUSTA_TEST_POSTGRES_URL"
)


class Gremlin(threading.Thread):
    """Works through its list; `done` is set at the end, `failure` if it could not."""

    def __init__(
        self,
        plan: Plan,
        justa: Deployment,
        network: Network,
        rabbit: RabbitServer,
        postgres: PostgresServer,
    ) -> None:
        super().__init__(name="gremlin", daemon=True)
        self._rng = Random(f"gremlin {plan.seed}")
        self._justa, self._network = justa, network
        self._rabbit, self._postgres = rabbit, postgres
        self._began = time.monotonic()
        self._closing = threading.Event()
        self._restoring: list[threading.Thread] = []
        self._pause = 0.85 * plan.league_seconds
        self._faults = self._shuffled(plan)
        self.deeds: list[str] = []
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            for number, fault in enumerate(self._faults):
                due = self._began + (number + self._rng.random()) * self._pause / len(self._faults)
                self._closing.wait(max(0.0, due - time.monotonic()))
                if self._closing.is_set():
                    return
                fault()
            for restoring in self._restoring:
                restoring.join()
        except BaseException as failure:
            self.failure = failure

    def close(self) -> None:
        """Do nothing more."""
        self._closing.set()
        self.join(timeout=60)

    def finish(self, seconds: float = 300.0) -> None:
        """Wait until the whole list is done."""
        self.join(timeout=seconds)
        assert not self.is_alive(), f"only so much was done: {self.deeds}"
        if self.failure:
            raise self.failure

    def _shuffled(self, plan: Plan) -> list[Callable[[], None]]:
        faults = [self._kill] * plan.kills
        faults += [self._restart_broker] * plan.broker_restarts
        faults += [self._restart_postgres] * plan.postgres_restarts
        faults += [self._reset] * plan.resets
        faults += [self._silence] * plan.silences
        self._rng.shuffle(faults)
        return faults

    def _kill(self) -> None:
        process = self._rng.choice(list(self._justa.processes.values()))
        children = _children(process)
        if "web" in process.name and children and self._rng.random() < 0.5:
            self._note(f"killed one child of {process.name}")
            with suppress(ProcessLookupError):
                os.kill(self._rng.choice(children), signal.SIGKILL)
            return
        self._note(f"killed {process.name}")
        process.restart()

    def _restart_broker(self) -> None:
        assert self._rabbit.stop, (
            "these tests need a broker of their own: unset JUSTA_TEST_AMQP_URL"
        )
        assert self._rabbit.start
        self._note("stopped the broker")
        self._rabbit.stop()
        self._rabbit.start()
        self._note("started the broker")

    def _restart_postgres(self) -> None:
        assert self._postgres.stop, _NO_OWN_SERVER
        assert self._postgres.start, _NO_OWN_SERVER
        self._note("stopped PostgreSQL")
        self._postgres.stop()
        self._postgres.start()
        self._note("started PostgreSQL")

    def _reset(self) -> None:
        name = self._rng.choice(sorted(self._network.wires))
        self._note(f"reset the wire of {name}")
        self._network.wires[name].reset()

    def _silence(self) -> None:
        """Other faults go on meanwhile."""
        name, seconds = (
            self._rng.choice(sorted(self._network.wires)),
            self._rng.choice(SILENT_SECONDS),
        )
        self._note(f"silenced the wire of {name} for {seconds} s")
        wire = self._network.wires[name]
        wire.fall_silent()

        def restore() -> None:
            self._closing.wait(seconds)
            wire.speak()
            self._note(f"the wire of {name} speaks again")

        restoring = threading.Thread(target=restore, daemon=True)
        restoring.start()
        self._restoring.append(restoring)

    def _note(self, deed: str) -> None:
        self.deeds.append(f"{time.monotonic() - self._began:6.1f} s: {deed}")
        print(self.deeds[-1], flush=True)


def _children(process: Process) -> list[int]:
    """The processes that gunicorn's first one has forked."""
    pid = process.started.pid if process.started else 0
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in listed.read_text().split()] if listed.exists() else []
