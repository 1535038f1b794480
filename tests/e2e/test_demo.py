"""The demonstration: told on a terminal in seconds, and played beside a running platform."""

import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from werkzeug.serving import make_server

from services.app.demo.background import BackgroundDemo
from services.app.demo.organiser import invite_organiser
from services.app.demo.season import PREFIX, evening
from services.app.platform import Platform
from shared.settings import Settings
from tests.clients import Client
from tests.e2e.running import JUSTA, eventually


def test_a_whole_season_is_told_on_the_terminal():
    told = subprocess.run([JUSTA, "demo", "--seed", "3"], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    assert told.stderr == ""
    for number in range(1, 6):
        assert f"Round {number} of 5" in told.stdout
    final = told.stdout.rsplit("points", 1)[1].splitlines()[1:9]
    names = {line.split()[1] for line in final}
    assert names == {"Ada", "Boris", "Chloé", "Dmitri", "Esther", "Farid", "Grace", "Hugo"}
    assert "The season is finished" in told.stdout


@contextmanager
def _serving(data: Path) -> Iterator[tuple[Platform, str]]:
    """A platform on the system clock behind a real port."""
    platform = Platform(Settings(data=data, secret="s" * 48, rate_limits=False))
    platform.migrate()
    invite_organiser(platform)
    platform.start()
    server = make_server("127.0.0.1", 0, platform.wsgi, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield platform, f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        platform.stop()


def _short(now: datetime) -> dict[str, Any]:
    """Two rounds of a few seconds, with time for everybody to come even on a busy machine."""
    start = (now + timedelta(seconds=10)).isoformat()
    cadence = {"kind": "timed", "prepare_seconds": 2, "solve_seconds": 5, "break_seconds": 1}
    times = {"registration_closes_at": start, "starts_at": start, "cadence": cadence}
    return {**evening(now), **times, "swiss_rounds": 2}


def _seasons(platform: Platform) -> list[dict[str, Any]]:
    found = _items(platform, "/seasons")
    return [season for season in found if season["name"].startswith(PREFIX)]


def _items(platform: Platform, path: str) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = (
        Client(platform.wsgi).request("GET", f"/api/v1{path}").body["items"]
    )
    return items


def test_another_run_goes_on_with_the_season_that_it_finds(tmp_path):
    with _serving(tmp_path) as (platform, address):
        secret = platform.settings.secret
        first = BackgroundDemo(secret, address, plan=_short, step_seconds=0.2)
        first.start()
        eventually(lambda: [s for s in _seasons(platform) if s["participants"] == 8])
        first.stop()
        second = BackgroundDemo(secret, address, plan=_short, step_seconds=0.2)
        second.start()
        eventually(lambda: _seasons(platform)[0]["state"] == "finished", 120)
        (season,) = _seasons(platform)
        second.stop()
        table = _items(platform, f"/seasons/{season['id']}/standings")
        played = _items(platform, f"/seasons/{season['id']}/rounds/1/matches")
    assert len(table) == 8
    assert sum(row["played"] for row in table) == 16
    # Somebody tried; whether five seconds are enough to solve a code, the machine decides.
    assert {match["result"]["by"] for match in played} != {"double_forfeit"}


def test_a_demonstration_that_fails_hurts_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr("services.app.demo.background.FIRST_PAUSE_SECONDS", 0.05)
    failed = threading.Event()

    def refused(now: datetime) -> dict[str, Any]:
        failed.set()
        return {**evening(now), "format": "knock-out"}

    with _serving(tmp_path) as (platform, address):
        demo = BackgroundDemo(platform.settings.secret, address, plan=refused)
        demo.start()
        assert failed.wait(60)
        assert Client(platform.wsgi).request("GET", "/api/v1/seasons").status == 200
        demo.stop()
    assert not demo.playing


def test_without_the_wish_there_is_no_demonstration(start, tmp_path):
    up = start(tmp_path / "data", JUSTA_DEMO="0").ready()
    assert "Demo:        off" in up.output
    up.stop()
    again = start(tmp_path / "data", JUSTA_DEMO="1").ready()
    assert "eight invented players" in again.output
    eventually(lambda: again.call("GET", "/seasons")[1]["items"])
    assert again.stop() == 0
    assert "demo_season_failed" not in again.output


def test_time_that_stands_still_has_no_demonstration(start, tmp_path):
    up = start(tmp_path / "data", "--clock", "manual").ready()
    assert "invented players" not in up.output
