"""How fast the ladder is with a million players, 20 games each behind them.

`python -m deploy.bench.bench_ladder [players] [seconds]` starts a PostgreSQL of its own (durable),
fills a season with `players` (1,000,000) whose games and points are a true fold, and asks the
service under gunicorn, over HTTP, as the gateway does: `seconds` (8) for each kind. It prints one
aligned line a measurement: name, value, unit, baseline, ratio. The baseline is the same database
doing the same statements, as many at a time and in the same run, with nothing around them. Client
and server share the machine.

Wanted: position with neighbours 1,000/s (2,300/s the stretch), reports one by one 500/s, in batches
2,000 games/s, a void with its refold within 100 ms at the 99th percentile, a season of 200,000
games verified in 5 s.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter

from deploy.bench.ladder import asking, bare
from deploy.bench.ladder.filling import fill
from deploy.bench.ladder.serving import serving
from deploy.bench.ladder.work import Work
from tests.servers import postgres_server

CLIENTS = 4
VOIDS = 300
VERIFIED = 200_000


def line(name: str, value: float, unit: str, baseline: float | None = None) -> None:
    beside = f"{baseline:>10.1f} {value / baseline:>8.2f}" if baseline else ""
    print(f"{name:<46} {value:>10.1f} {unit:<8} {beside}", flush=True)


def main(players: int = 1_000_000, seconds: float = 8.0) -> None:
    with (
        tempfile.TemporaryDirectory(prefix="justa-bench-") as folder,
        postgres_server(durable=True) as server,
    ):
        began = perf_counter()
        work = Work(fill(server.url, players))
        line(f"{work.players} players filled in", perf_counter() - began, "s")
        print(f"{'':46} {'value':>10} {'':8} {'baseline':>10} {'ratio':>8}")
        with serving(Path(folder), server.url) as service:
            measure(work, service, server.url, seconds)


def measure(work: Work, service: asking.Service, url: str, seconds: float) -> None:
    def rate(ask: Callable[[asking.Service, Random], int]) -> float:
        return asking.per_second(service, ask, CLIENTS, seconds)

    def base(do: bare.Work) -> float:
        return bare.per_second(url, do, CLIENTS, seconds)

    line("top 50", rate(work.ask_top), "/s", base(work.bare_top))
    line("position with neighbours", rate(work.ask_around), "/s", base(work.bare_around))
    # Before anything is written: the bare statements below leave rows that are no fold.
    games, seconds_taken = work.verify(service, VERIFIED)
    line(f"{games} games verified", seconds_taken, "s", work.bare_verify(url, VERIFIED))
    line("reports one by one", rate(work.report_one), "games/s", base(work.bare_report(1)))
    line("reports, 500 at once", rate(work.report_many), "games/s", base(work.bare_report(500)))
    taken = asking.times(service, work.void_one, VOIDS)
    plain = bare.times(url, work.bare_void, VOIDS)
    for name, place in (("median", 0.5), ("99th percentile", 0.99)):
        at = int(place * VOIDS)
        line(f"void with its refold, {name}", 1000 * taken[at], "ms", 1000 * plain[at])


if __name__ == "__main__":
    main(*(kind(given) for kind, given in zip((int, float), sys.argv[1:3], strict=False)))
