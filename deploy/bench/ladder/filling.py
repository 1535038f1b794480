"""A season of a million players with 20 games each, whose points are the true fold of those games.

Players come in groups of 21 in which everybody has met everybody once. A few hundred groups are
played and folded here, by the ladder's own rules; the database multiplies them.
"""

import io
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import combinations
from random import Random
from typing import Any

import psycopg

from deploy.bench.ladder.bare import connect
from services.ladder.domain.game import microseconds
from services.ladder.domain.line import Step, fold
from services.ladder.domain.points import PointRules
from services.ladder.domain.settings import LadderSettings, settings_given
from services.ladder.service import SERVICE
from services.ladder.store.counts import STRETCH_BITS
from shared.db import open_engine
from shared.migrate import migrate

GROUP, GAMES = 21, 210
TEMPLATES = 200
SEASON = "01900000-0000-7000-9000-000000000001"
RULES = PointRules(LadderSettings())

_GAME = "'01910000-0000-7000-8000-' || lpad(to_hex({}), 12, '0')"
_ACCOUNT = "'01900000-0000-7000-8000-' || lpad(to_hex({}), 12, '0')"
_PAIR = """('x' || encode(substr(sha256(convert_to(
    least(a.id, b.id) || E'\\n' || greatest(a.id, b.id), 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint
    >> 1 & 9223372036854775807"""


def fill(url: str, players: int) -> int:
    """Fill an empty database; how many players there are, in whole groups."""
    engine = open_engine(url)
    migrate(SERVICE, engine)
    engine.dispose()
    groups = max(TEMPLATES, players // GROUP)
    with connect(url) as line:
        line.autocommit = True
        _make_templates(line)
        line.execute("SET synchronous_commit = off; SET maintenance_work_mem = '512MB'")
        for statement in _statements(groups):
            line.execute(statement)
    return groups * GROUP


def account(number: int) -> str:
    return f"01900000-0000-7000-8000-{number:012x}"


def game(number: int) -> str:
    return f"01910000-0000-7000-8000-{number:012x}"


def _make_templates(line: psycopg.Connection[Any]) -> None:
    line.execute(
        "CREATE UNLOGGED TABLE bench_sides (t int, p int, n int, finished bigint, started bigint,"
        " won bool, before int, after int, streak int, games int, wins int, last bool);"
        "CREATE UNLOGGED TABLE bench_games (t int, n int, a int, b int, started bigint,"
        " finished bigint)"
    )
    sides, games = io.StringIO(), io.StringIO()
    for template in range(TEMPLATES):
        for row in _group(template, games):
            print(*row, sep="\t", file=sides)
    _copy(line, "bench_sides", sides)
    _copy(line, "bench_games", games)


def _copy(line: psycopg.Connection[Any], table: str, rows: io.StringIO) -> None:
    with line.cursor().copy(f"COPY {table} FROM STDIN") as copy:
        copy.write(rows.getvalue())


def _group(template: int, games: io.StringIO) -> Iterator[tuple[Any, ...]]:
    """The rows of one group's players; its games go to `games`, the winner first."""
    chance, start = Random(template), microseconds(_some_days_ago(20))
    strength = [chance.gauss(0, 1) for _ in range(GROUP)]
    played: dict[int, list[tuple[tuple[int, int, str], bool]]] = {p: [] for p in range(GROUP)}
    pairs = list(combinations(range(GROUP), 2))
    chance.shuffle(pairs)
    for number, (a, b) in enumerate(pairs):
        if chance.random() > 0.5 + 0.2 * (strength[a] - strength[b]):
            a, b = b, a
        began = start + number * 7_000_000_000 + chance.randrange(10**9)
        ended = began + chance.randrange(60_000_000, 900_000_000)
        print(template, number, a, b, began, ended, sep="\t", file=games)
        for player, won in ((a, True), (b, False)):
            played[player].append(((ended, began, f"{number:012x}"), won))
    for player, outcomes in played.items():
        steps = fold(RULES, RULES.start, sorted(outcomes))
        yield from (_side(template, player, step, step is steps[-1]) for step in steps)


def _side(template: int, player: int, step: Step, last: bool) -> tuple[Any, ...]:
    finished, started, number = step.at
    place = (template, player, int(number, 16), finished, started)
    after = step.after
    form = (step.before.points, after.points, after.streak, after.rated_games, after.wins)
    return (*place, "t" if step.won else "f", *form, "t" if last else "f")


def _some_days_ago(days: float) -> datetime:
    return datetime.now(UTC) - timedelta(days=days)


def _statements(groups: int) -> Iterator[str]:
    import json

    settings = json.dumps(settings_given(RULES.settings))
    starts, ends = _some_days_ago(30), _some_days_ago(-30)
    yield (
        "INSERT INTO ladder_seasons (id, name, starts_at, ends_at, settings, created_by,"
        f" created_at) VALUES ('{SEASON}', 'Bench', '{starts}', '{ends}', '{settings}', 'x', now())"
    )
    many = f"generate_series(0, {groups - 1}) g"
    yield f"""INSERT INTO names (account_id, display_name, revision)
        SELECT {_ACCOUNT.format("n")}, 'Player ' || n, 1
        FROM generate_series(0, {groups * GROUP - 1}) n"""
    yield "ALTER TABLE ladder_sides DROP CONSTRAINT ladder_sides_pkey"
    yield f"""INSERT INTO ladder_sides SELECT g * {GROUP} + p + 1, finished + g * 1000,
        started + g * 1000, {_GAME.format(f"g * {GAMES} + n")}, true, won, before, after, streak,
        games, wins FROM {many} JOIN bench_sides ON t = g % {TEMPLATES}"""
    yield "ALTER TABLE ladder_sides ADD PRIMARY KEY (player_id, finished, started, game_id)"
    yield from _players(many)
    yield from _games(many)
    yield "VACUUM ANALYZE"


def _players(many: str) -> Iterator[str]:
    yield "DROP INDEX ladder_ranking"
    yield f"""INSERT INTO ladder_players (id, season_id, account_id, points, streak, rated_games,
        wins, finished, last_started, last_game, minus_points, minus_games, listed, revision)
        SELECT g * {GROUP} + p + 1, '{SEASON}', {_ACCOUNT.format(f"g * {GROUP} + p")}, after,
        streak, games, wins, finished + g * 1000, started + g * 1000,
        {_GAME.format(f"g * {GAMES} + n")}, -after, -games, true, 20
        FROM {many} JOIN bench_sides ON t = g % {TEMPLATES} WHERE last"""
    yield "SELECT setval('ladder_players_id_seq', (SELECT max(id) FROM ladder_players))"
    yield """CREATE INDEX ladder_ranking ON ladder_players
        (season_id, minus_points, minus_games, finished, account_id) WHERE listed"""
    stretch = f"finished >> {STRETCH_BITS}"
    for level, games, of in ((0, "0", "0"), (1, "rated_games", "0"), (2, "rated_games", stretch)):
        yield f"""INSERT INTO ladder_counts SELECT season_id, {level}, points, {games}, {of},
            count(*) FROM ladder_players GROUP BY 1, 2, 3, 4, 5"""


def _games(many: str) -> Iterator[str]:
    yield "ALTER TABLE ladder_games DROP CONSTRAINT ladder_games_pkey"
    yield "DROP INDEX ladder_rated_pairs"
    instant = "to_timestamp(({} + g * 1000) / 1000000.0)"
    yield f"""INSERT INTO ladder_games (id, season_id, origin, first_id, second_id, pair,
        started_at, finished_at, ending, phase, winner)
        SELECT {_GAME.format(f"g * {GAMES} + n")}, '{SEASON}', 'queue', a.id, b.id, {_PAIR},
        {instant.format("started")}, {instant.format("finished")}, 'win', 'play', 0
        FROM {many} JOIN bench_games ON t = g % {TEMPLATES},
        LATERAL (SELECT {_ACCOUNT.format(f"g * {GROUP} + bench_games.a")} AS id) a,
        LATERAL (SELECT {_ACCOUNT.format(f"g * {GROUP} + bench_games.b")} AS id) b"""
    yield "ALTER TABLE ladder_games ADD PRIMARY KEY (id)"
    yield """CREATE INDEX ladder_rated_pairs ON ladder_games (pair, started_at)
        WHERE unrated_reason IS NULL"""
