"""The ladder service under test, spoken to as the gateway speaks to it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import Row, select

from services.ladder.service import SERVICE
from services.ladder.store import counts
from services.ladder.tables.base import table_of
from services.ladder.tables.ranking import CountRow, PlayerRow
from services.ladder.usecases import pairing
from shared.clock import ManualClock, real_now
from shared.events.catalogue import AccountRegistered
from shared.migrate import migrate
from shared.settings import Settings
from shared.web.tokens import ANYBODY, Caller
from tests.service.alone import SECRET, Alone

OPERATOR = Caller("01890000-0000-7000-8000-000000000001", "Olga", frozenset({"operator"}))
PLAYER = Caller("01890000-0000-7000-8000-000000000002", "Pia", frozenset({"player"}))
SERVER = Caller("01890000-0000-7000-8000-000000000003", "Cards", frozenset({"game_server"}))
GUEST = Caller("01890000-0000-7000-8000-000000000004", "Gus", frozenset({"guest"}))
LADDER = "/api/v1/ladder"
SEASONS = f"{LADDER}/seasons"
START = datetime(2030, 1, 1, tzinfo=UTC)


class Ladder(Alone):
    """The ladder, and shorthand for its games.

    The clock begins at `START`. Accounts are known by a letter: "a" is Account A.
    """

    def __init__(self, data: Path, url: str | None = None) -> None:
        settings = Settings(data=data, secret=SECRET, clock="manual")
        self.clock = ManualClock(data / "clock.json")
        self.clock.move(START)
        super().__init__(SERVICE, settings, self.clock, url)
        self._reported = 0

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        caller: Caller = OPERATOR,
        more: Mapping[str, str] | None = None,
    ) -> Any:
        """A request by a caller, with `more` headers."""
        where = path if path.startswith("/api") else LADDER + path
        return self.request(caller, method, where, body, more)

    def get(self, path: str, caller: Caller = ANYBODY) -> Any:
        """The body of a read that succeeds."""
        answer = self.call("GET", path, caller=caller)
        assert answer.status_code == 200, answer.text
        return answer.json

    def know(self, *letters: str) -> None:
        for letter in letters:
            name = f"Account {letter.upper()}"
            self.tell(AccountRegistered(account_id=account(letter), display_name=name, revision=1))

    def move(self, hours: float) -> None:
        """Let an instant come, so many hours after the start, with what is due then."""
        self.clock.move(START + timedelta(hours=hours))
        self.work()

    def pair(self, seconds: float = 0) -> None:
        """Do what the queue's keeper does, so many seconds of real time from now."""
        real = real_now() + timedelta(seconds=seconds)
        pairing.call_off_overdue(self.runtime, real)
        pairing.keep_queue(self.runtime, real)

    # Shorthand for what tests do most

    def create(self, name: str, start_day: float, end_day: float, **more: Any) -> Any:
        body = {"name": name, "starts_at": day(start_day), "ends_at": day(end_day)}
        return self.call("POST", SEASONS, {**body, **more})

    def season(self, *letters: str, days: float = 30, **settings: Any) -> str:
        """An active season from the start on; its id. The accounts are known."""
        self.know(*letters)
        answer = self.create("Spring", 0, days, settings=settings)
        assert answer.status_code == 201, answer.text
        return str(answer.json["id"])

    def report(self, letters: str, finish: float, **more: Any) -> Any:
        """Report a game; the first of the letters won. `finish` in hours; it took a minute."""
        answer = self.call("POST", "/games", self.body(letters, finish, **more), SERVER)
        assert answer.status_code in (200, 201), answer.text
        return answer.json

    def body(self, letters: str, finish: float, **more: Any) -> dict[str, Any]:
        self._reported += 1
        finished = START + timedelta(hours=finish)
        return {
            "external_id": f"game {self._reported}",
            "origin": "queue",
            "players": [{"account_id": account(letter)} for letter in letters],
            "started_at": (finished - timedelta(minutes=1)).isoformat(),
            "finished_at": finished.isoformat(),
            "ending": "win",
            "phase": "play",
            "winner": 0,
            "left": None,
            **more,
        }

    def act(self, game_id: str, act: str, **more: Any) -> Any:
        """An operator's act on a game; its answer's body."""
        preview = "?preview=true" if more.pop("preview", False) else ""
        body = {"reason": "because", **more}
        answer = self.call("POST", f"/games/{game_id}/{act}{preview}", body)
        assert answer.status_code == 200, answer.text
        return answer.json

    def history(self, season_id: str, letter: str) -> list[dict[str, Any]]:
        """All games of a player, page by page."""
        return list(self.pages(f"{SEASONS}/{season_id}/players/{account(letter)}/games?limit=3"))

    def ranking(self, season_id: str, limit: int = 200) -> list[dict[str, Any]]:
        return list(self.pages(f"{SEASONS}/{season_id}/ranking?limit={limit}"))

    def standing(self, season_id: str, letter: str, around: int = 0, **more: Any) -> dict[str, Any]:
        asked = "".join(f"&{name}={value}" for name, value in more.items())
        path = f"{SEASONS}/{season_id}/ranking/{account(letter)}?around={around}{asked}"
        found: dict[str, Any] = self.get(path)
        return found

    def points(self, season_id: str, letter: str) -> tuple[int, int]:
        """Points and streak."""
        found = self.standing(season_id, letter)
        return found["points"], found["streak"]

    def pages(self, path: str) -> Iterable[dict[str, Any]]:
        cursor = ""
        while cursor is not None:
            page = self.get(path + cursor)
            yield from page["items"]
            cursor = page["next"] and f"&cursor={page['next']}"


def account(letter: str) -> str:
    """The id of an account; in the order of the letters."""
    return f"01900000-0000-7000-8000-{ord(letter):012x}"


def caller(letter: str) -> Caller:
    return Caller(account(letter), f"Account {letter.upper()}", frozenset({"player"}))


def day(number: float) -> str:
    return (START + timedelta(days=number)).isoformat()


def shown(rows: Sequence[dict[str, Any]], *fields: str) -> list[Any]:
    """The fields of rows, single ones bare."""
    picked = [tuple(row[field] for field in fields) for row in rows]
    return [values[0] if len(fields) == 1 else values for values in picked]


def assert_counts_fit(ladder: Ladder, season: str) -> None:
    """The counts are those of the players' rows, and nothing is left where nobody stands."""
    with ladder.runtime.reading() as uow:
        listed = select(table_of(PlayerRow)).where(PlayerRow.season_id == season, PlayerRow.listed)
        real = Counter(key for row in uow.connection.execute(listed) for key in places(row))
        kept = uow.connection.execute(
            select(table_of(CountRow)).where(CountRow.season_id == season)
        ).all()
    assert {tuple(row[:-1]): row.players for row in kept} == dict(real)


def places(player: Row[Any]) -> Iterator[tuple[str, int, int, int, int]]:
    """The keys of the counts in which a listed player stands."""
    season, points, games = player.season_id, player.points, player.rated_games
    yield season, counts.BY_POINTS, points, 0, 0
    yield season, counts.BY_GAMES, points, games, 0
    yield season, counts.BY_STRETCH, points, games, player.finished // 2**30


def assert_counts_survive_migrations(ladder: Ladder) -> None:
    """The counts of a season in play are made anew on the way down and on the way up."""
    season = ladder.season("a", "b", "c")
    ladder.move(48)
    for number, pair in enumerate(("ab", "bc", "ca", "ab"), start=1):
        ladder.report(pair, number)
    migrate(SERVICE, ladder.runtime.engine, "0004")
    migrate(SERVICE, ladder.runtime.engine)
    assert_counts_fit(ladder, season)
    ladder.report("bc", 9)
    assert_counts_fit(ladder, season)
