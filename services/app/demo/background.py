"""The demonstration that goes on beside `justa up`."""

import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from random import Random
from typing import Any

import structlog

from services.app.demo.account import Account
from services.app.demo.client import Client, GivenUp, Untimely
from services.app.demo.players import CAST, ORGANISER, Player, login_of
from services.app.demo.season import OPEN_STATES, Organiser, evening
from shared.clock import real_now

log = structlog.get_logger()

FIRST_PAUSE_SECONDS = 300.0
LONGEST_PAUSE_SECONDS = 86400.0

Plan = Callable[[datetime], dict[str, Any]]
"""From the present instant to a season's settings."""


class BackgroundDemo:
    """Plays one season after another, with longer and longer pauses; never hurts the server.

    It speaks to the server's own address over HTTP and keeps nothing in memory that matters:
    after a restart it goes on with the season that it finds.
    """

    def __init__(
        self, secret: str, address: str, *, plan: Plan = evening, step_seconds: float = 2.0
    ) -> None:
        self._plan = plan
        self._step_seconds = step_seconds
        self._stopping = threading.Event()
        client = Client(address, self._stopping.wait)
        random = Random()
        self._organiser = Organiser(Account(client, login_of(ORGANISER, secret)))
        self._players = [Player(who, client, secret, random) for who in CAST]
        self._thread = threading.Thread(target=self._run, name="demo", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def begin_to_stop(self) -> None:
        self._stopping.set()

    def stop(self) -> None:
        self.begin_to_stop()
        self._thread.join(timeout=2)

    @property
    def playing(self) -> bool:
        return self._thread.is_alive()

    def _run(self) -> None:
        pause = FIRST_PAUSE_SECONDS
        while not self._stopping.is_set():
            try:
                self._play_season()
            except GivenUp:
                return
            except Exception:
                log.warning("demo_season_failed", exc_info=True)
            self._stopping.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)

    def _play_season(self) -> None:
        for player in self._players:
            player.account.register()
        season = self._organiser.found() or self._organiser.announce(self._plan(real_now()))
        while season["state"] in OPEN_STATES and not self._stopping.is_set():
            # A phase may end between a look and what is done about it.
            with suppress(Untimely):
                self._step(season)
            self._stopping.wait(self._step_seconds)
            season = self._organiser.look(season["id"])

    def _step(self, season: dict[str, Any]) -> None:
        if season["held"]:
            self._organiser.resume(season["id"])
        for player in self._players:
            if season["state"] == "registration":
                player.join(season["id"])
            elif season["state"] == "running":
                player.act(season["id"])
