"""How long a round takes to close: from its deadline to the table that counts it.

`python -m deploy.bench.bench_round_close [matches]` runs the whole embedded platform in this
process, every commit synced to the disk (`synchronous=FULL`), closes a Swiss round of so many
matches (500) and prints one aligned line a measurement: name, value, unit, baseline, ratio
(value / baseline, of the same run). The baseline is `sqlite3` alone, writing as many rows in as
many commits, synced alike. Wanted: at most 5 s for 500 matches.
"""

import json
import sqlite3
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from sqlalchemy import event
from werkzeug.test import Client

from services.app.platform import Platform
from shared.clock import ManualClock
from shared.logs import configure_logs
from shared.settings import Settings
from shared.web.tokens import Caller, sign

SECRET = "b" * 48
PAYLOAD = "x" * 400
OPERATOR = Caller("01900000-0000-7000-8000-000000000000", "Olga", frozenset({"operator"}))


@dataclass
class Written:
    """What went to the disk: rows and commits, of all databases together."""

    rows: int = 0
    commits: int = 0


def player(number: int) -> Caller:
    name = f"01900000-0000-7000-8000-{number + 1:012x}"
    return Caller(name, f"Player {number}", frozenset({"player"}))


class Bench:
    """The platform, and calls as the gateway makes them to its services."""

    def __init__(self, data: Path) -> None:
        settings = Settings(data=data, secret=SECRET, clock="manual", rate_limits=False)
        self.platform = Platform(settings)
        self.platform.migrate()
        self.platform.start()
        assert isinstance(self.platform.clock, ManualClock)
        self.clock = self.platform.clock
        self._apps = {name: one.web() for name, one in self.platform.runtimes.items()}

    def call(self, service: str, caller: Caller, method: str, path: str, body: Any = None) -> Any:
        headers = {"Authorization": f"Bearer {sign(caller, SECRET, service)}"}
        given = {} if body is None else {"json": body}
        client = Client(self._apps[service], use_cookies=False)
        answer = client.open(f"/api/v1{path}", method=method, headers=headers, **given)
        if answer.status_code >= 400:
            raise RuntimeError(f"{method} {path}: {answer.get_data(as_text=True)}")
        return json.loads(answer.get_data())

    def has_table(self, season: str) -> bool:
        """Whether the only round's table is out; the season ends with it, which is cheap to see."""
        shown = self.call("scheduler", OPERATOR, "GET", f"/seasons/{season}")
        return bool(shown["state"] == "finished")


def prepare(bench: Bench, matches: int) -> tuple[str, datetime]:
    """A round in which everybody has made an attempt; its season, and when it closes."""
    now = bench.clock.now()
    start = now + timedelta(hours=1)
    settings = {
        "name": "Bench",
        "format": "swiss",
        "swiss_rounds": 1,
        "time_zone": "UTC",
        "registration_opens_at": now.isoformat(),
        "registration_closes_at": start.isoformat(),
        "starts_at": start.isoformat(),
        "cadence": {"kind": "timed", "prepare_seconds": 600, "solve_seconds": 600},
    }
    season = bench.call("scheduler", OPERATOR, "POST", "/seasons", settings)["id"]
    players = [player(number) for number in range(2 * matches)]
    with ThreadPoolExecutor(4) as pool:
        path = f"/seasons/{season}/registration"
        list(pool.map(lambda who: bench.call("scheduler", who, "POST", path), players))
        bench.platform.move_clock(start + timedelta(seconds=600))
        list(pool.map(lambda who: attempt_once(bench, who), players))
    bench.platform.settle()
    return season, start + timedelta(seconds=1200)


def attempt_once(bench: Bench, who: Caller) -> None:
    match = bench.call("match", who, "GET", "/me/matches?state=open")["items"][0]
    path = f"/matches/{match['id']}/attempts"
    bench.call("match", who, "POST", path, {"number": 1, "guess": "1122"})


@contextmanager
def counted(platform: Platform) -> Iterator[Written]:
    """Counts what the platform writes meanwhile."""
    written = Written()

    def on_execute(_c: Any, cursor: Any, statement: str, *_: Any) -> None:
        if statement.lstrip()[:6].upper() in ("INSERT", "UPDATE", "DELETE"):
            written.rows += max(0, cursor.rowcount)

    def on_commit(_c: Any) -> None:
        written.commits += 1

    engines = [runtime.engine for runtime in platform.runtimes.values()]
    for engine in engines:
        event.listen(engine, "after_cursor_execute", on_execute)
        event.listen(engine, "commit", on_commit)
    yield written
    for engine in engines:
        event.remove(engine, "after_cursor_execute", on_execute)
        event.remove(engine, "commit", on_commit)


def close_round(bench: Bench, season: str, closes_at: datetime) -> tuple[float, float, float]:
    """Seconds until the table is readable and until everything has come to rest, and of CPU."""
    pause, started, computed = threading.Event(), perf_counter(), process_time()
    mover = threading.Thread(target=bench.platform.move_clock, args=(closes_at,))
    mover.start()
    while not bench.has_table(season):
        pause.wait(0.02)
    visible = perf_counter() - started
    table = bench.call("standings", OPERATOR, "GET", f"/seasons/{season}/standings?round=1")
    assert table["complete"], table
    mover.join()
    return visible, perf_counter() - started, process_time() - computed


def bare_sqlite(folder: Path, written: Written) -> float:
    """Seconds for the same number of rows and commits, with nothing around them."""
    with closing(sqlite3.connect(folder / "bare.sqlite", isolation_level=None)) as bare:
        bare.execute("PRAGMA journal_mode=WAL")
        bare.execute("PRAGMA synchronous=FULL")
        bare.execute("CREATE TABLE written (id TEXT PRIMARY KEY, payload TEXT)")
        each = -(-written.rows // max(1, written.commits))
        started, number = perf_counter(), 0
        for _ in range(written.commits):
            bare.execute("BEGIN IMMEDIATE")
            rows = [(f"{number + n:036}", PAYLOAD) for n in range(min(each, written.rows - number))]
            bare.executemany("INSERT INTO written VALUES (?, ?)", rows)
            bare.execute("COMMIT")
            number += len(rows)
        return perf_counter() - started


def line(name: str, value: float, baseline: float) -> str:
    return f"{name:<44}{value:>10.3f} s {baseline:>10.3f} s {value / baseline:>8.1f}x"


def main() -> None:
    configure_logs("WARNING")
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    with TemporaryDirectory(prefix="justa-bench-") as folder:
        bench = Bench(Path(folder))
        season, closes_at = prepare(bench, matches)
        with counted(bench.platform) as written:
            visible, at_rest, computing = close_round(bench, season, closes_at)
        bench.platform.stop()
        bare = bare_sqlite(Path(folder), written)
    print(f"{matches} matches: {written.rows} rows written in {written.commits} commits")
    print(f"{'':<44}{'value':>12} {'baseline':>12} {'ratio':>9}")
    print(line("round closed to table readable", visible, bare))
    print(line("round closed to everything at rest", at_rest, bare))
    print(line("CPU time of the whole process meanwhile", computing, bare))


if __name__ == "__main__":
    main()
