"""`justa demo`: a whole season in seconds, on a platform of its own that leaves nothing behind."""

import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from werkzeug.serving import WSGIRequestHandler, make_server

from services.app.demo.account import Account
from services.app.demo.client import Client
from services.app.demo.organiser import invite_organiser
from services.app.demo.players import CAST, ORGANISER, Player, login_of
from services.app.demo.printing import match_line, round_title, table
from services.app.demo.season import Organiser, fortnight
from services.app.platform import Platform
from shared.clock import ManualClock
from shared.logs import configure_logs
from shared.settings import Settings

ALL_ATTEMPTS = 20

Say = Callable[[str], None]


def show(say: Say, seed: int | None = None) -> None:
    """Play and tell a season of eight players; the same `seed`, the same thoughts."""
    started = time.monotonic()
    configure_logs("WARNING")
    with (
        TemporaryDirectory(prefix="justa-demo-") as folder,
        _platform(Path(folder)) as platform,
        _listening(platform) as address,
    ):
        _Show(platform, address, say, Random(seed)).play()
    say(f"\nThat was a whole season in {time.monotonic() - started:.1f} seconds.")


@contextmanager
def _platform(folder: Path) -> Iterator[Platform]:
    settings = Settings(
        data=folder, secret=secrets.token_urlsafe(48), clock="manual", rate_limits=False
    )
    platform = Platform(settings)
    platform.migrate()
    invite_organiser(platform)
    platform.start()
    try:
        yield platform
    finally:
        platform.stop()


class _Quiet(WSGIRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_request(self, *_: Any) -> None:
        """The show tells what matters."""


@contextmanager
def _listening(platform: Platform) -> Iterator[str]:
    """A real port on this machine, so that the players speak HTTP."""
    server = make_server("127.0.0.1", 0, platform.wsgi, threaded=True, request_handler=_Quiet)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()


class _Show:
    def __init__(self, platform: Platform, address: str, say: Say, random: Random) -> None:
        self._clock = platform.clock
        self._say = say
        secret = platform.settings.secret
        client = Client(address, threading.Event().wait)
        self._organiser = Organiser(Account(client, login_of(ORGANISER, secret)))
        self._players = [Player(who, client, secret, random) for who in CAST]

    def play(self) -> None:
        season = self._open()
        rounds = self._organiser.look(season["id"])["rounds"]
        for number in range(1, rounds + 1):
            self._play_round(season["id"], number, rounds)
        final = self._organiser.look(season["id"])
        self._say(f"\nThe season is {final['state']}. Its draw can be repeated by anyone: seed")
        self._say(f"  {final['draw_seed']}")

    def _open(self) -> dict[str, Any]:
        assert isinstance(self._clock, ManualClock)
        self._say(f"{len(self._players)} players register:")
        season = self._organiser.announce(fortnight(self._clock.now()))
        for player in self._players:
            player.account.register()
            player.join(season["id"])
        self._say("  " + ", ".join(player.account.name for player in self._players))
        self._organiser.close_registration(season["id"])
        return season

    def _play_round(self, season_id: str, number: int, rounds: int) -> None:
        times = self._organiser.rounds(season_id)[number - 1]
        self._say(f"\n{round_title(number, rounds, times)}")
        for phase in ("preparing_from", "solving_from"):
            self._organiser.move_clock(times[phase])
            for player in self._players:
                player.act(season_id, ALL_ATTEMPTS)
        self._organiser.move_clock(times["closes_at"])
        for match in self._organiser.matches(season_id, number):
            self._say(match_line(self._organiser.match(match["id"])))
        self._say(f"\n{table(self._organiser.table(season_id))}")
