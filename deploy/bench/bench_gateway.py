"""The gateway under load: a cached public read, a player's attempt, and what the hop costs.

`python -m deploy.bench.bench_gateway [attempts] [reads]` starts PostgreSQL (every commit synced to
the disk), the match service and the gateway as processes of their own (two workers of eight threads
each), and beside them a bare Flask answer under the same server. One aligned line a measurement:
name, value, unit, 99th percentile, what it is compared with, ratio. The load comes from this
machine too. Wanted: 4,100 cached reads/s with a p99 of 12 ms, 40,000 through nginx; 800 attempts/s
to their commit and three quarters of the same at the service's own port; under 0.4 ms of CPU for
the hop.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

from deploy.bench import edge, load
from services.app.composition import BY_NAME
from services.gateway.callers.access_tokens import Access, sign_access
from services.gateway.domain.account import Account
from services.gateway.domain.login import begun
from services.gateway.store import accounts, logins
from shared.clock import SystemClock, real_now
from shared.events.catalogue import (
    GameSettings,
    PairedMatch,
    PointValues,
    RegistrationClosed,
    RoundPaired,
    RoundTimes,
)
from shared.ids import new_id
from shared.logs import configure_logs
from shared.runtime import Runtime
from shared.settings import Settings
from shared.web.tokens import Caller, sign
from tests.deployment import Deployment, Process
from tests.servers import free_port, postgres_server
from tests.waiting import until

LINES = 16
WORKERS, THREADS = 2, 8
SEASON = "01900000-0000-7000-8000-000000000001"
ATTEMPTS_EACH = 8
TAKEN = (b"201", b"200", b"409")


class Stage:
    """Servers, an open round of many duels, and everybody who plays in it logged in."""

    def __init__(self, stack: ExitStack, duels: int) -> None:
        self.folder = Path(stack.enter_context(TemporaryDirectory(prefix="justa-bench-")))
        postgres = stack.enter_context(postgres_server(durable=True)).url
        databases = {name: new_database(postgres, name) for name in BY_NAME}
        settings = {"WORKERS": str(WORKERS), "THREADS": str(THREADS), "LOG_LEVEL": "WARNING"}
        # As in the containers: an edge is in front, and is told how long it may keep what.
        settings["PROXIES"] = "1"
        self.justa = stack.enter_context(
            Deployment(self.folder, databases, "amqp://nobody@127.0.0.1:1/justa", **settings)
        )
        self.secret = self.justa.environment("gateway")["JUSTA_SECRET"]
        self.justa.run("migrate", "all")
        self.players = [Caller(new_id(), f"P{n}", frozenset({"player"})) for n in range(2 * duels)]
        self.matches = self._open_duels(databases["match"])
        self.tokens = self._log_everybody_in(databases["gateway"])
        self.match, self.gateway = self.justa.add("match", "web"), self.justa.add("gateway", "web")
        self.justa.ready()

    def _runtime(self, service: str, url: str) -> Runtime:
        settings = Settings(data=self.folder, secret=self.secret)
        return Runtime(BY_NAME[service], settings=settings, url=url, clock=SystemClock(), bus=None)

    def _open_duels(self, url: str) -> list[PairedMatch]:
        runtime, now = self._runtime("match", url), datetime.now(UTC)
        pairs = zip(self.players[::2], self.players[1::2], strict=True)
        matches = [
            PairedMatch(match_id=new_id(), first=one.account, second=other.account)
            for one, other in pairs
        ]
        pages = [matches[start : start + 500] for start in range(0, len(matches), 500)]
        with runtime.writing() as uow:
            closed = _registration_closed()
            runtime.handlers[type(closed)](uow, closed)
        for number, page in enumerate(pages, start=1):
            event = _round(page, now, len(matches), number, len(pages))
            with runtime.writing() as uow:
                runtime.handlers[RoundPaired](uow, event)
        runtime.stop()
        return matches

    def _log_everybody_in(self, url: str) -> list[str]:
        runtime, tokens = self._runtime("gateway", url), []
        for start in range(0, len(self.players), 500):
            with runtime.writing() as uow:
                for player in self.players[start : start + 500]:
                    account = Account(player.account, player.name, ("player",), uow.now())
                    accounts.save(uow, account)
                    login = begun(new_id(), player.account, real_now())
                    logins.save(uow, login)
                    access = Access(player.account, login.id)
                    tokens.append(sign_access(access, self.secret, real_now()))
        runtime.stop()
        return tokens

    def attempts(self, part: slice, *, through_gateway: bool) -> list[list[bytes]]:
        """Attempts of both players of some duels, each player's in order on one connection."""
        dealt: list[list[bytes]] = [[] for _ in range(LINES)]
        for index in range(len(self.matches))[part]:
            for side in (0, 1):
                player = 2 * index + side
                word = lambda n=player: sign(self.players[n], self.secret, "match")  # noqa: E731
                token = self.tokens[player] if through_gateway else word()
                path = f"/api/v1/matches/{self.matches[index].match_id}/attempts"
                dealt[player % LINES] += [
                    load.post(path, token, b'{"number":%d,"guess":"%s"}' % (n, guess))
                    for n, guess in enumerate(_GUESSES, start=1)
                ]
        return dealt


# Nobody solves by repeating themselves; a lucky code among thousands answers 409 from then on.
_GUESSES = [b"1122", b"3344", b"5566", b"1212", b"3434", b"5656", b"6543", b"1234"][:ATTEMPTS_EACH]


def new_database(postgres: str, name: str) -> str:
    """The URL of a database made just now."""
    engine = create_engine(postgres, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE bench_{name}"))
    engine.dispose()
    url = make_url(postgres).set(database=f"bench_{name}")
    return url.render_as_string(hide_password=False)


def _registration_closed() -> RegistrationClosed:
    return RegistrationClosed(
        season_id=SEASON,
        format="swiss",
        points=PointValues(win=3, draw=1, loss=0, bye=3),
        rounds=1,
        participants=(),
        page=1,
        pages=1,
        revision=1,
    )


def _round(
    matches: list[PairedMatch], now: datetime, of_round: int, page: int, pages: int
) -> RoundPaired:
    hour = timedelta(hours=1)
    return RoundPaired(
        season_id=SEASON,
        round=1,
        leg=None,
        times=RoundTimes(
            round=1, preparing_from=now - 2 * hour, solving_from=now - hour, closes_at=now + hour
        ),
        times_revision=0,
        points=PointValues(win=3, draw=1, loss=0, bye=3),
        game=GameSettings(code_length=4, symbols=6, repeats=True, max_attempts=10),
        clues=None,
        bye=None,
        optimal=None,
        matches=tuple(matches),
        matches_in_round=of_round,
        page=page,
        pages=pages,
        revision=1,
    )


@contextmanager
def bare_flask() -> Iterator[str]:
    """The address of a bare Flask answer under the same kind of server."""
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "--no-control-socket", "-k", "gthread"]
    command += ["-w", str(WORKERS), "--threads", str(THREADS), "-b", f"127.0.0.1:{port}"]
    command += ["--keep-alive", "75", "deploy.bench.bare:app"]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=quiet, stderr=quiet) as server:
        address = f"http://127.0.0.1:{port}"
        try:
            until(lambda: load.answers(address), 30, "the bare server to answer")
            yield address
        finally:
            server.terminate()


def tell(name: str, driven: load.Measured, other: str, compared: load.Measured) -> None:
    print(
        f"{name:36}{driven.per_second:10.2f} /s       p99 {driven.p99_ms:6.1f} ms   "
        f"{other:22}{compared.per_second:10.2f}{driven.per_second / compared.per_second:7.2f}"
    )


def tell_cpu(stage: Stage, before: float, driven: load.Measured) -> None:
    cost = (cpu_of(stage.gateway) - before) / driven.requests * 1000
    print(f"{'  CPU of the gateway for it':36}{cost:10.3f} ms")


def cpu_of(process: Process) -> float:
    assert process.started is not None
    return load.cpu_seconds(process.started.pid)


def measure_reads(stage: Stage, page: str, hello: load.Measured, number: int) -> None:
    before = cpu_of(stage.gateway)
    cached = load.drive(stage.gateway.address, load.spread([load.get(page)] * number, LINES))
    tell("cached public read", cached, "bare Flask /s", hello)
    tell_cpu(stage, before, cached)


def measure_attempts(stage: Stage, duels: int) -> None:
    own = stage.attempts(slice(0, duels), through_gateway=False)
    direct = load.drive(stage.match.address, own, expected=TAKEN)
    passed = stage.attempts(slice(duels, 2 * duels), through_gateway=True)
    before = cpu_of(stage.gateway)
    through = load.drive(stage.gateway.address, passed, expected=TAKEN)
    tell("attempt to commit, through gateway", through, "the service's port /s", direct)
    tell_cpu(stage, before, through)


def measure_passing_on(stage: Stage, page: str, hello: load.Measured) -> None:
    reads = load.spread([load.get(page, stage.tokens[-1])] * 3000, LINES)
    before = cpu_of(stage.gateway)
    passing = load.drive(stage.gateway.address, reads)
    tell("read passed on with a login", passing, "bare Flask /s", hello)
    tell_cpu(stage, before, passing)


def measure_edge(stage: Stage, page: str) -> None:
    if missing := edge.missing():
        print(f"{'the same through nginx':36}not measured: {', '.join(missing)} not installed here")
        return
    folder = stage.folder / "edge"
    folder.mkdir()
    with edge.edge(stage.gateway.address, folder, "x" * 200) as address:
        own = edge.drive(address + edge.BARE)
        through = edge.drive(address + page)
    tell("the same through nginx", through, "nginx's own text /s", own)


def main(attempts: int = 8_000, number_of_reads: int = 20_000) -> None:
    configure_logs("ERROR", as_json=False)
    print("Starting PostgreSQL, the match service and the gateway ...", file=sys.stderr)
    duels = -(-attempts // (2 * len(_GUESSES)))
    with ExitStack() as stack:
        stage = Stage(stack, 2 * duels + 20)
        bare = stack.enter_context(bare_flask())
        warm = stage.attempts(slice(2 * duels, None), through_gateway=True)
        load.drive(stage.gateway.address, warm, expected=TAKEN)
        hello = load.drive(bare, load.spread([load.get("/")] * number_of_reads, LINES))
        page = f"/api/v1/seasons/{SEASON}/rounds/1/matches?limit=50"
        measure_reads(stage, page, hello, number_of_reads)
        measure_edge(stage, page)
        measure_attempts(stage, duels)
        measure_passing_on(stage, page, hello)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
