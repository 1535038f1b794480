"""The league that is played while all goes wrong."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from datetime import timedelta
from random import Random
from typing import Any

from shared.clock import real_now
from tests.chaos.acts import Acts
from tests.chaos.people import GAME, Contestant, Gateways
from tests.chaos.plan import Plan
from tests.short_season import Member

AT_ONCE = 8
# Whatever goes wrong, rounds go on by the clock; what comes late costs some seconds each.
PATIENCE = 4
_UNDER_WAY = ("draft", "registration", "running")


class League:
    """Contestants log in first; then the season is announced and begins within seconds."""

    def __init__(self, gateways: Gateways, operator: tuple[str, str], plan: Plan) -> None:
        self.plan = plan
        self.operator = Member(gateways, *operator)
        self._rng = Random(f"league {plan.seed}")
        self._pool = ThreadPoolExecutor(AT_ONCE)
        numbers, began = range(plan.players), time.monotonic()
        self.contestants = list(self._pool.map(lambda n: self._enter(gateways, n), numbers))
        # Where logging in took long, registering may take its time too.
        self.id = self._announce(lead_seconds=5 + time.monotonic() - began)
        self.resumed = 0
        self._on_all(lambda c: c.call("POST", f"/seasons/{self.id}/registration"))
        self.acts = Acts(self.id, self.operator, self._pool, self._rng)

    def get(self, path: str = "") -> Any:
        return self.operator.call("GET", f"/seasons/{self.id}{path}")

    def play(self) -> None:
        """Until the season is finished."""
        deadline = time.monotonic() + PATIENCE * self.plan.league_seconds + 120
        pause, busy = threading.Event(), set[Contestant | None](self.contestants)
        phase = None
        while (season := self.get())["state"] in _UNDER_WAY:
            assert time.monotonic() < deadline, season
            self._go_on_if_held(season)
            if (now := self._phase()) != phase:
                phase, busy = now, set(self.contestants)
            self.acts.do_what_is_due(phase, self.contestants)
            busy -= {self.acts.left}
            acting = [c for c in self.contestants if c in busy and self._rng.random() < 0.5]
            moved = self._pool.map(lambda c: (c, c.act(self.id)), acting)
            busy -= {contestant for contestant, did in moved if did is False}
            pause.wait(0.5)
        self.acts.finish()

    def _phase(self) -> tuple[int, str] | None:
        """The open round's number and state."""
        shown = self.get("/rounds?limit=200")["items"]
        states = ((one["number"], one["state"]) for one in shown)
        return next((s for s in states if s[1] in ("preparing", "solving")), None)

    def _go_on_if_held(self, season: dict[str, Any]) -> None:
        """So much may go wrong that the platform was away for most of a phase."""
        if season["held"]:
            body = {"reason": "all is well again"}
            self.operator.ask("POST", f"/seasons/{self.id}/resume", body)
            self.resumed += 1

    def _enter(self, gateways: Gateways, number: int) -> Contestant:
        contestant = Contestant(gateways, number, Random(f"{self.plan.seed} {number}"))
        contestant.call("GET", "/me")
        return contestant

    def _on_all(self, act: Any) -> None:
        for _ in self._pool.map(act, self.contestants):
            """Errors of the threads come up here."""

    def _announce(self, lead_seconds: float) -> str:
        now = real_now()
        start = (now + timedelta(seconds=lead_seconds)).isoformat()
        plan = self.plan
        cadence = {
            "kind": "timed",
            "prepare_seconds": plan.prepare_seconds,
            "solve_seconds": plan.solve_seconds,
            "break_seconds": plan.break_seconds,
        }
        body = {
            "name": f"League of chaos {plan.seed}",
            "format": "swiss",
            "swiss_rounds": plan.rounds,
            "time_zone": "Europe/Madrid",
            "registration_opens_at": now.isoformat(),
            "registration_closes_at": start,
            "starts_at": start,
            "cadence": cadence,
            "game": asdict(GAME),
        }
        return str(self.operator.call("POST", "/seasons", body)["id"])
