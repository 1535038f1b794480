"""What is measured: each kind of request, and the same statements with nothing around them."""

import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import psycopg

from deploy.bench.ladder import bare
from deploy.bench.ladder.asking import OPERATOR, SERVER, Service
from deploy.bench.ladder.filling import GAMES, GROUP, SEASON, account, game
from services.ladder.store.counts import STRETCH_BITS
from shared.ids import new_id

_NAMES = "SELECT account_id, display_name FROM names WHERE account_id = ANY(%s)"
_PLAYER = "SELECT * FROM ladder_players WHERE season_id = %s AND account_id = %s"
_KEY = "(minus_points, minus_games, finished, account_id)"
_ORDER = "minus_points, minus_games, finished, account_id"
_BACK = "minus_points DESC, minus_games DESC, finished DESC, account_id DESC"
_SUM = "SELECT sum(players) FROM ladder_counts WHERE season_id = %s"
_GROUP = "season_id = %s AND listed AND minus_points = %s AND minus_games = %s"


def _counts(points: int, stretch: int) -> list[tuple[str, int, int, int, int]]:
    """The counts that somebody with so many points and 20 games stands in."""
    return [
        (SEASON, 0, points, 0, 0),
        (SEASON, 1, points, 20, 0),
        (SEASON, 2, points, 20, stretch),
    ]


@dataclass(frozen=True)
class Work:
    """Requests about a filled season of so many players."""

    players: int

    # Reads

    def ask_top(self, service: Service, _chance: Random) -> int:
        rows = service.ask("GET", f"/seasons/{SEASON}/ranking?limit=50")["items"]
        assert len(rows) == 50
        return 1

    def bare_top(self, line: psycopg.Connection[Any], _chance: Random) -> int:
        rows = line.execute(
            f"SELECT * FROM ladder_players WHERE season_id = %s AND listed ORDER BY {_ORDER}"
            " LIMIT 51",
            [SEASON],
        ).fetchall()
        line.execute(_NAMES, [[row[2] for row in rows]]).fetchall()
        return 1

    def ask_around(self, service: Service, chance: Random) -> int:
        who = account(chance.randrange(self.players))
        answer = service.ask("GET", f"/seasons/{SEASON}/ranking/{who}?around=5")
        assert answer["position"] >= 1
        return 1

    def bare_around(self, line: psycopg.Connection[Any], chance: Random) -> int:
        cursor = line.cursor()
        who = account(chance.randrange(self.players))
        found = line.execute(
            f"SELECT {_ORDER} FROM ladder_players WHERE season_id = %s AND account_id = %s",
            [SEASON, who],
        ).fetchone()
        assert found
        points, games, finished, _ = found
        group, stretch = [SEASON, points, games, finished], finished >> STRETCH_BITS
        cursor.execute(
            f"SELECT (SELECT count(*) FROM ladder_players WHERE {_GROUP} AND finished >= %s"
            f" AND finished < %s), (SELECT count(*) FROM ladder_players WHERE {_GROUP}"
            " AND finished = %s AND account_id < %s)",
            [*group[:3], stretch << STRETCH_BITS, finished, *group, who],
        )
        cursor.execute(
            f"SELECT ({_SUM} AND level = 0 AND points > %s), ({_SUM} AND level = 1 AND points = %s"
            f" AND rated_games > %s), ({_SUM} AND level = 2 AND points = %s AND rated_games = %s"
            " AND stretch < %s)",
            [SEASON, -points, SEASON, -points, -games, SEASON, -points, -games, stretch],
        )
        near = []
        for sign, order in (("<", _BACK), (">", _ORDER)):
            near += cursor.execute(
                f"SELECT * FROM ladder_players WHERE season_id = %s AND listed AND {_KEY} {sign}"
                f" (%s, %s, %s, %s) ORDER BY {order} LIMIT 5",
                [SEASON, *found],
            ).fetchall()
        line.execute(_NAMES, [[row[2] for row in near]]).fetchall()
        return 1

    # Reports

    def report_one(self, service: Service, chance: Random) -> int:
        service.ask("POST", "/games", self._report(chance), SERVER)
        return 1

    def report_many(self, service: Service, chance: Random) -> int:
        items = [self._report(chance) for _ in range(500)]
        answer = service.ask("POST", "/games/batch", {"items": items}, SERVER)
        assert {item["status"] for item in answer["items"]} == {201}
        return 500

    def bare_report(self, games: int) -> bare.Work:
        """The rows that so many reports leave, in as many statements as the service has."""
        return lambda line, chance: self._bare_reports(line, chance, games)

    def _report(self, chance: Random) -> dict[str, Any]:
        now = datetime.now(UTC)
        pair = chance.sample(range(self.players), 2)
        return {
            "external_id": new_id(),
            "origin": "queue",
            "players": [{"account_id": account(number)} for number in pair],
            "started_at": (now - timedelta(minutes=5)).isoformat(),
            "finished_at": (now - timedelta(seconds=1)).isoformat(),
            "ending": "win",
            "phase": "play",
            "winner": 0,
            "left": None,
        }

    def _bare_reports(self, line: psycopg.Connection[Any], chance: Random, games: int) -> int:
        pairs = [chance.sample(range(self.players), 2) for _ in range(games)]
        people = sorted({account(number) for pair in pairs for number in pair})
        cursor, at = line.cursor(), time.time_ns() // 1000
        cursor.execute(
            "SELECT account_id FROM names WHERE account_id = ANY(%s) ORDER BY 1 FOR UPDATE",
            [people],
        )
        found = cursor.execute(
            "SELECT id, account_id, points, streak FROM ladder_players WHERE season_id = %s"
            " AND account_id = ANY(%s)",
            [SEASON, people],
        ).fetchall()
        ids = [new_id() for _ in pairs]
        cursor.executemany(
            "INSERT INTO ladder_reports (external_id, game_id, reporter, start_print, end_print,"
            " answer, reported_at) VALUES (%s, %s, 'x', 'x', 'x', '{}', now())",
            [(one, one) for one in ids],
        )
        cursor.executemany(
            "INSERT INTO ladder_games (id, season_id, origin, first_id, second_id, started_at,"
            " finished_at, ending, phase, winner) VALUES (%s, %s, 'queue', %s, %s, now(), now(),"
            " 'win', 'play', 0)",
            [(one, SEASON, account(a), account(b)) for one, (a, b) in zip(ids, pairs, strict=True)],
        )
        cursor.executemany(
            "INSERT INTO ladder_sides VALUES (%s, %s, %s, %s, true, true, 1500, 1510, 1, 21, 9)",
            [(row[0], at, at, ids[n // 2 % len(ids)]) for n, row in enumerate(found)],
        )
        cursor.executemany(
            "UPDATE ladder_players SET finished = %s, last_started = %s, revision = revision + 1"
            " WHERE id = %s",
            [(at, at, row[0]) for row in found],
        )
        cursor.executemany(
            "INSERT INTO ladder_past (season_id, player_id, account_id, points, streak,"
            " rated_games, wins, finished, minus_points, minus_games, listed, disqualified,"
            " until_revision, replaced_at)"
            " VALUES (%s, %s, %s, 1, 1, 1, 1, 1, 1, 1, true, false, 0, now())",
            [(SEASON, row[0], row[1]) for row in found],
        )
        cursor.executemany(
            "INSERT INTO ladder_counts VALUES (%s, %s, %s, %s, %s, 0)"
            " ON CONFLICT (season_id, level, points, rated_games, stretch)"
            " DO UPDATE SET players = ladder_counts.players + excluded.players",
            sorted({key for row in found for key in _counts(row[2], at >> STRETCH_BITS)}),
        )
        cursor.executemany(
            "INSERT INTO outbox (id, aggregatetype, aggregateid, type, payload, stored_at,"
            " correlation_id) VALUES (%s, 'ladder', 'x', 'RatingChanged', %s, now(), 'x')",
            [(new_id(), "x" * 180) for _ in found],
        )
        return games

    # Voids

    def void_one(self, service: Service, chance: Random) -> int:
        number = chance.randrange(self.players // GROUP * GAMES)
        service.ask("POST", f"/games/{game(number)}/void", {"reason": "bench"}, OPERATOR)
        return 1

    def bare_void(self, line: psycopg.Connection[Any], chance: Random) -> int:
        """The two lines from the game on, read and written again."""
        cursor = line.cursor()
        for _ in range(2):
            player = chance.randrange(self.players) + 1
            rows = cursor.execute(
                "SELECT * FROM ladder_sides WHERE player_id = %s AND counted ORDER BY finished"
                " LIMIT 10",
                [player],
            ).fetchall()
            cursor.executemany(
                "UPDATE ladder_sides SET points_after = points_after WHERE player_id = %s"
                " AND finished = %s AND started = %s AND game_id = %s",
                [row[:4] for row in rows],
            )
            cursor.execute("UPDATE ladder_players SET streak = streak WHERE id = %s", [player])
        return 1

    # Verification

    def verify(self, service: Service, games: int) -> tuple[int, float]:
        """Counted games that were verified, of so many, and the seconds it took."""
        limit = min(200, -(-2 * games // (20 * 100)))
        began = time.perf_counter()
        path = f"/seasons/{SEASON}/verification?limit={limit}"
        answer = service.ask("GET", path, caller=OPERATOR)
        assert answer["differences"] == []
        return answer["games"] // 2, time.perf_counter() - began

    def bare_verify(self, url: str, games: int) -> float:
        """Seconds to read the same rows."""
        began = time.perf_counter()
        with bare.connect(url) as line:
            line.execute(
                "SELECT * FROM ladder_sides WHERE player_id <= %s AND counted ORDER BY player_id,"
                " finished, started, game_id",
                [2 * games // 20],
            ).fetchall()
        return time.perf_counter() - began
