"""The ranking: exact positions, pages, neighbours."""

from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from services.ladder.domain.points import Form
from services.ladder.domain.ranking import Ranked
from services.ladder.schemas.ranking import PlayerRankOut, RankingOut, RankSchema
from services.ladder.store import counts, players
from services.ladder.store.players import Written
from shared.errors import Conflict
from shared.unit_of_work import UnitOfWork
from shared.web.paging import cursor
from shared.web.sealing import sealed, unsealed
from tests.service.ladder.harness import (
    ANYBODY,
    SEASONS,
    Ladder,
    account,
    assert_counts_fit,
    caller,
    shown,
)

MANY = [chr(0x4E00 + number) for number in range(250)]

STRETCH = 1 << counts.STRETCH_BITS
FINISHES = (1, 2, STRETCH - 1, STRETCH, STRETCH + 1, 7 * STRETCH, 7 * STRETCH + 5)
"""Of players' last games: some in one stretch of the counts, and at its borders."""


def seat(ladder: Ladder, season: str, ranked: list[Ranked]) -> None:
    """Players with these forms, as if they had played for them."""
    with ladder.runtime.writing() as uow:
        counts.moved(uow, write(uow, season, ranked))


def write(uow: UnitOfWork, season: str, ranked: list[Ranked]) -> list[counts.Moved]:
    rows = [Written(season, one, (one.form.finished, 1, "g"), 1) for one in ranked]
    players.write(uow, rows)
    return [(season, None, one) for one in ranked]


def ranked(letter: str, points: int, games: int = 1, finished: int = 1) -> Ranked:
    form = Form(points, rated_games=games, wins=0, finished=finished)
    return Ranked(account(letter), form)


def test_250_equal_players_are_250_on_five_pages_every_time(ladder: Ladder) -> None:
    season = ladder.season()
    seat(ladder, season, [ranked(letter, 1510) for letter in MANY])
    for _ in range(3):
        rows = list(ladder.pages(f"{SEASONS}/{season}/ranking?limit=50"))
        assert shown(rows, "account_id") == [account(letter) for letter in MANY]
        assert set(shown(rows, "position")) == {1}


def expected(rows: list[Ranked]) -> list[tuple[int, str]]:
    rows = sorted(rows, key=lambda row: row.place)
    return [(1 + sum(other.merit < row.merit for other in rows), row.account_id) for row in rows]


@pytest.mark.parametrize("seed", range(3))
def test_positions_equal_the_sort_on_pages_and_around_everybody(ladder: Ladder, seed: int) -> None:
    chance, season = Random(seed), ladder.season()
    everybody = [
        ranked(letter, chance.randint(1500, 1504), chance.randint(1, 3), chance.choice(FINISHES))
        for letter in MANY[:120]
    ]
    seat(ladder, season, everybody)
    assert_counts_fit(ladder, season)
    wanted = expected(everybody)
    for limit in (7, 120, 200):
        assert shown(ladder.ranking(season, limit), "position", "account_id") == wanted
    for index in range(0, 120, 7):
        position, account_id = wanted[index]
        answer = ladder.get(f"{SEASONS}/{season}/ranking/{account_id}?around=4")
        assert answer["position"] == position
        near = shown(answer["around"], "position", "account_id")
        assert near == wanted[max(0, index - 4) : index + 5]


class Turmoil:
    """Games that go on while somebody reads."""

    def __init__(self, ladder: Ladder, seed: int) -> None:
        self.ladder, self._chance, self._hour = ladder, Random(seed), 0.0
        self._games: list[str] = []

    def stir(self, games: int) -> None:
        for _ in range(games):
            self._hour += 0.1
            pair = "".join(self._chance.sample("abcdefghijkl", 2))
            game = self.ladder.report(pair, self._hour)
            if game["rated"]:
                self._games.append(game["game_id"])
        if len(self._games) > 3 and self._chance.random() < 0.5:
            self.ladder.act(self._chance.choice(self._games), "void")


@pytest.mark.parametrize("seed", range(4))
def test_pages_go_on_in_the_ranking_that_the_first_was_of(ladder: Ladder, seed: int) -> None:
    """Nobody is skipped, nobody seen twice, and every row is as it was."""
    season = ladder.season(*"abcdefghijkl", rematch_limit=100)
    ladder.move(400)
    turmoil = Turmoil(ladder, seed)
    turmoil.stir(8)
    for _ in range(3):
        whole = ladder.ranking(season)
        path = f"{SEASONS}/{season}/ranking?limit=2"
        read: list[Any] = []
        cursor: str | None = ""
        while cursor is not None:
            page = ladder.get(path + cursor)
            read += page["items"]
            cursor = page["next"] and f"&cursor={page['next']}"
            turmoil.stir(3)
        assert read == whole


def test_who_comes_new_while_somebody_reads_is_in_no_later_page(ladder: Ladder) -> None:
    season = ladder.season(*"abcdef")
    ladder.move(48)
    ladder.report("ab", 1)
    first = ladder.get(f"{SEASONS}/{season}/ranking?limit=1")
    ladder.report("cd", 2)
    ladder.report("ef", 3)
    rest = ladder.get(f"{SEASONS}/{season}/ranking?limit=9&cursor={first['next']}")
    assert shown(rest["items"], "account_id") == [account("b")]
    assert rest["next"] is None


def test_a_loss_at_the_floor_moves_games_streak_and_finish_but_no_points(ladder: Ladder) -> None:
    season = ladder.season(*"abc")
    ladder.move(48)
    ladder.report("ab", 1)
    ladder.report("cb", 2)
    row = ladder.standing(season, "b")
    fields = ("points", "rated_games", "streak", "last_finished_at")
    assert [row[field] for field in fields] == [1500, 2, 0, "2030-01-01T02:00:00Z"]


def test_a_repeated_or_winnerless_report_does_not_move_the_last_finish(ladder: Ladder) -> None:
    season = ladder.season(*"ab")
    ladder.move(48)
    ladder.report("ab", 1)
    before = ladder.standing(season, "a")
    ladder.report("ab", 2, ending="no_winner", winner=None)
    assert ladder.standing(season, "a") == before


def test_players_without_a_rated_game_are_not_listed(ladder: Ladder) -> None:
    season = ladder.season(*"abc")
    ladder.move(48)
    ladder.report("ab", 1, origin="private")
    assert ladder.ranking(season) == []
    answer = ladder.standing(season, "a", around=5)
    assert (answer["position"], answer["points"], answer["around"]) == (None, 1500, [])
    path = f"{SEASONS}/{season}/ranking/{account('c')}"
    assert ladder.call("GET", path, caller=ANYBODY).status_code == 404


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=201", "cursor=Nw", "cursor=eyJ9", "revision=x"]
)
def test_bad_questions_are_refused(ladder: Ladder, query: str) -> None:
    season = ladder.season()
    path = f"{SEASONS}/{season}/ranking?{query}"
    assert ladder.call("GET", path, caller=ANYBODY).status_code == 422


def test_a_cursor_made_up_by_somebody_is_refused_or_harmless(ladder: Ladder) -> None:
    season = ladder.season()
    for of in ([1, ""], [1, "a.b.c.d.e"], ["x", ""], [2**62, ""], [], "", None, 0, True, 2**40):
        for points in (-1500, -(2**40)):
            made = cursor([points, -1, 1, "x", 1, 1, of])
            path = f"{SEASONS}/{season}/ranking?cursor={made}"
            assert ladder.call("GET", path, caller=ANYBODY).status_code in (200, 422)


def test_reads_need_no_login_and_carry_etags(ladder: Ladder) -> None:
    season = ladder.season(*"ab")
    ladder.move(48)
    ladder.report("ab", 1)
    for path in ("ranking", f"ranking/{account('a')}", f"players/{account('a')}/games"):
        answer = ladder.call("GET", f"{SEASONS}/{season}/{path}", caller=ANYBODY)
        again = ladder.call("GET", f"{SEASONS}/{season}/{path}", caller=caller("a"))
        assert answer.headers["ETag"] == again.headers["ETag"]
        assert ladder.call("GET", f"{SEASONS}/none/{path}", caller=ANYBODY).status_code == 404


def test_an_earlier_finish_comes_first(ladder: Ladder) -> None:
    season = ladder.season(*"abcd")
    ladder.move(48)
    ladder.report("ab", 2)
    ladder.report("cd", 1)
    assert shown(ladder.ranking(season), "position", "account_id") == [
        (1, account("c")),
        (2, account("a")),
        (3, account("d")),
        (4, account("b")),
    ]


def test_a_page_keeps_its_bytes_while_nothing_changes(ladder: Ladder) -> None:
    season = ladder.season(*"abc")
    ladder.move(48)
    ladder.report("ab", 1)
    path = f"{SEASONS}/{season}/ranking?limit=1"
    tags = {ladder.call("GET", path, caller=ANYBODY).headers["ETag"] for _ in range(2)}
    assert len(tags) == 1
    ladder.report("ca", 2)
    assert ladder.call("GET", path, caller=ANYBODY).headers["ETag"] not in tags


def test_what_is_sealed_is_read_here_alone_and_all_of_one_length(ladder: Ladder) -> None:
    with ladder.app.app_context():
        short, long = sealed([7]), sealed(list(range(100)))
        assert (unsealed(short), unsealed(long)) == ([7], list(range(100)))
        assert len(short) == len(long)
        assert sealed([7]) != short
        assert unsealed(short[:-4] + "AAAA") is None
        assert unsealed("no.such.thing.at.all") is unsealed("") is None
        settings = ladder.runtime.settings
        ladder.runtime.settings = replace(settings, secret="n" * 48, other_secret=settings.secret)
        assert unsealed(short) == [7]
        ladder.runtime.settings = replace(settings, secret="n" * 48)
        assert unsealed(short) is None


def test_what_is_taken_back_in_a_transaction_leaves_no_count(ladder: Ladder) -> None:
    season = ladder.season("a", "b")
    with ladder.runtime.writing() as uow:
        counts.moved(uow, write(uow, season, [ranked("a", 1510)]))
        with suppress(Conflict), uow.savepoint():
            counts.moved(uow, write(uow, season, [ranked("b", 1510), ranked("c", 1500)]))
            raise Conflict
    assert_counts_fit(ladder, season)
    assert shown(ladder.ranking(season), "account_id") == [account("a")]


def test_what_is_shown_as_given_is_what_the_schemas_tell(ladder: Ladder) -> None:
    season = ladder.season(*"abc")
    ladder.move(48)
    ladder.report("ab", 1.25)
    body = {"account_id": account("c"), "reason": "because"}
    assert ladder.call("POST", f"{SEASONS}/{season}/disqualifications", body).status_code == 201
    page = ladder.get(f"{SEASONS}/{season}/ranking?limit=1")
    alone = ladder.get(f"{SEASONS}/{season}/ranking/{account('b')}")
    for told, schema in ((page, RankingOut()), (alone, PlayerRankOut())):
        assert schema.validate(told) == {}
        assert list(told) == list(schema.fields)
    for row in (*page["items"], *alone["around"]):
        assert list(row) == list(RankSchema().fields)
        assert row["last_finished_at"] == "2030-01-01T01:15:00Z"
