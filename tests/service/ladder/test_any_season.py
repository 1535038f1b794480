"""Whole seasons: voids and late or doubled reports in any order give the plain fold."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.service.ladder.harness import (
    OPERATOR,
    SEASONS,
    SERVER,
    Ladder,
    account,
    assert_counts_fit,
)
from tests.service.ladder.plain_season import PlainGame, PlainSeason

PLAYERS = "abcde"
FIRST_YEAR = 2031

_games = st.builds(
    lambda pair, start, length, ending: (pair, start, start + length, ending),
    st.permutations(PLAYERS).map(lambda order: "".join(order[:2])),
    st.integers(0, 4000),
    st.integers(0, 500),
    st.sampled_from(["win", "win", "win", "resignation", "no_winner"]),
)
_acts = st.one_of(
    st.tuples(st.just("report"), st.lists(_games, min_size=1, max_size=4)),
    st.tuples(st.sampled_from(["void", "void", "unvoid", "again"]), st.integers(0, 50)),
)


class Season:
    """A season of the service beside the plain one, each told the same."""

    def __init__(self, ladder: Ladder, year: int) -> None:
        self._ladder, self._plain = ladder, PlainSeason()
        self._start = datetime(year, 1, 1, tzinfo=UTC)
        end = self._start + timedelta(days=30)
        body = {"name": "S", "starts_at": str(self._start), "ends_at": str(end)}
        self.id = ladder.call("POST", SEASONS, body).json["id"]
        ladder.clock.move(self._start + timedelta(days=20))
        self._reports: list[Any] = []
        self._sent = 0

    def act(self, act: str, what: Any) -> None:
        if act == "report":
            self._report(what)
        elif self._plain.games and act == "again":
            number = what % len(self._reports)
            body, first = self._reports[number]
            answer = self._ladder.call("POST", "/games", body, SERVER)
            assert (answer.status_code, answer.json) == (200, first)
        elif self._plain.games:
            game = self._plain.games[what % len(self._plain.games)]
            game.voided = act == "void"
            self._ladder.act(game.id, act)

    def _report(self, games: list[Any]) -> None:
        """Several games come as a batch."""
        bodies = [self._body(*game) for game in games]
        if len(bodies) == 1:
            told = [self._ladder.call("POST", "/games", bodies[0], SERVER).json]
        else:
            answer = self._ladder.call("POST", "/games/batch", {"items": bodies}, SERVER)
            told = [item["game"] for item in answer.json["items"]]
        for body, game, known in zip(bodies, games, told, strict=True):
            pair, start, finish, ending = game
            rated = self._plain.is_rated(pair, start)
            assert known["rated"] is rated
            winner = None if ending == "no_winner" else pair[0]
            self._plain.games.append(
                PlainGame(known["game_id"], pair, start, finish, winner, rated)
            )
            self._reports.append((body, known))

    def _body(self, pair: str, start: int, finish: int, ending: str) -> Any:
        self._sent += 1
        return {
            "external_id": f"{self.id} {self._sent}",
            "origin": "queue",
            "players": [{"account_id": account(letter)} for letter in pair],
            "started_at": (self._start + timedelta(minutes=start)).isoformat(),
            "finished_at": (self._start + timedelta(minutes=finish)).isoformat(),
            "ending": ending,
            "phase": "play",
            "winner": 0 if ending == "win" else None,
            "left": 1 if ending == "resignation" else None,
        }

    def check(self) -> None:
        self._check_ranking()
        for player in PLAYERS:
            self._check_history(player)
        verified = self._ladder.get(f"{SEASONS}/{self.id}/verification", OPERATOR)
        assert verified["differences"] == []
        assert_counts_fit(self._ladder, self.id)

    def _check_ranking(self) -> None:
        shown = [
            (
                row["position"],
                row["account_id"],
                (row["points"], row["rated_games"], self._minutes(row), row["wins"]),
            )
            for row in self._ladder.pages(f"{SEASONS}/{self.id}/ranking?limit=2")
        ]
        plain = self._plain.ranking(PLAYERS)
        assert shown == [(position, account(one), row) for position, one, row in plain]

    def _minutes(self, row: Any) -> int:
        finished = datetime.fromisoformat(row["last_finished_at"])
        return (finished - self._start) // timedelta(minutes=1)

    def _check_history(self, player: str) -> None:
        rows = self._ladder.history(self.id, player)
        counted = [(row["game_id"], row["change"]) for row in rows if _counted(row)]
        assert counted == self._plain.changes(player)
        assert all(row["change"] == 0 for row in rows if not _counted(row))
        held = 1500
        for row in rows:
            assert row["points_before"] == held
            held += row["change"]
            assert row["points_after"] == held
        assert held == self._plain.row(player)[0]


def _counted(row: Any) -> bool:
    return row["rated"] and row["outcome"] is not None and not row["voided"]


@pytest.fixture(scope="module")
def shared_ladder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ladder]:
    """One service for many seasons."""
    service = Ladder(tmp_path_factory.mktemp("seasons"))
    service.know(*PLAYERS)
    service.years = iter(range(FIRST_YEAR, 2900))  # type: ignore[attr-defined]
    yield service
    service.close()


@given(acts=st.lists(_acts, min_size=1, max_size=14))
@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_any_season_is_the_plain_fold_of_its_games(shared_ladder: Ladder, acts: Any) -> None:
    season = Season(shared_ladder, next(shared_ladder.years))  # type: ignore[attr-defined]
    for act, what in acts:
        season.act(act, what)
    season.check()
