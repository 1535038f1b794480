"""The ladder on PostgreSQL: what races must not break, and its ranking while it moves."""

import random
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar

import pytest

from services.ladder.domain.game import End, Ending, Game, Origin, Phase, Player
from services.ladder.store import seasons, tickets
from services.ladder.usecases import pairing
from services.ladder.usecases.booking import Book
from shared.clock import real_now
from shared.events.catalogue import LadderGameOpened
from shared.web.tokens import Caller
from tests.servers import PostgresServer
from tests.service.ladder.harness import (
    OPERATOR,
    SEASONS,
    SERVER,
    START,
    Ladder,
    account,
    assert_counts_fit,
    assert_counts_survive_migrations,
    caller,
    shown,
)
from tests.waiting import until

T = TypeVar("T")
PLAYERS = "abcdefghijkl"


@pytest.fixture
def ladder(
    tmp_path: Path, postgres: PostgresServer, make_database: Callable[[str], str]
) -> Iterator[Ladder]:
    assert postgres.url
    service = Ladder(tmp_path, make_database("ladder"))
    yield service
    service.close()


def at_once(works: Sequence[Callable[[], T]]) -> list[T]:
    """Do all of it at the same moment, each in a thread of its own."""
    barrier = threading.Barrier(len(works))

    def begin(work: Callable[[], T]) -> T:
        barrier.wait()
        return work()

    with ThreadPoolExecutor(len(works)) as pool:
        return [future.result() for future in [pool.submit(begin, work) for work in works]]


def test_counts_survive_migrations(ladder: Ladder) -> None:
    assert_counts_survive_migrations(ladder)


def test_four_joins_at_once_give_one_ticket(ladder: Ladder) -> None:
    ladder.season("a")

    def join() -> Any:
        return ladder.call("PUT", "/queue", caller=caller("a"))

    answers = at_once([join] * 4)
    assert [answer.status_code for answer in answers] == [200] * 4
    with ladder.runtime.reading() as uow:
        assert len(tickets.waiting(uow, 10)) == 1
    assert ladder.emitted(LadderGameOpened) == []


def test_many_workers_pair_everybody_once(ladder: Ladder) -> None:
    ladder.season(*PLAYERS)
    with ladder.runtime.writing() as uow:
        for letter in PLAYERS:
            tickets.add(uow, account(letter), real_now())

    def work() -> None:
        with ladder.runtime.writing() as uow:
            pairing.pair_waiting(uow, real_now())

    at_once([work] * 4)
    games = ladder.emitted(LadderGameOpened)
    paired = [one for game in games for one in (game.first, game.second)]
    assert sorted(paired) == [account(letter) for letter in PLAYERS]


def test_joining_leaving_and_pairing_at_once(ladder: Ladder) -> None:
    """Whoever is in a game had a ticket, nobody is in two."""
    ladder.season(*PLAYERS)

    def come(letter: str) -> Callable[[], Any]:
        return lambda: ladder.call("PUT", "/queue", caller=caller(letter)).status_code

    def go(letter: str) -> Callable[[], Any]:
        return lambda: ladder.call("DELETE", "/queue", caller=caller(letter)).status_code

    answers = at_once([come(one) for one in PLAYERS] + [go(one) for one in PLAYERS[:6]])
    assert set(answers) == {200, 204}
    paired = [one for game in ladder.emitted(LadderGameOpened) for one in (game.first, game.second)]
    assert len(paired) == len(set(paired))


def test_two_reports_of_one_game_count_once(ladder: Ladder) -> None:
    season = ladder.season(*"ab")
    ladder.move(48)
    body = ladder.body("ab", 1)

    def report() -> Any:
        return ladder.call("POST", "/games", body, SERVER)

    answers = at_once([report] * 4)
    assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 201]
    assert len({answer.data for answer in answers}) == 1
    assert ladder.points(season, "a") == (1510, 1)


def test_one_id_for_two_games_of_other_players_at_once(ladder: Ladder) -> None:
    season = ladder.season(*"abcd")
    ladder.move(48)
    bodies = [{**ladder.body(pair, 1), "external_id": "one"} for pair in ("ab", "cd")]
    works = [
        lambda body=body: ladder.call("POST", "/games", body, SERVER).status_code for body in bodies
    ]
    assert sorted(at_once(works)) == [201, 409]
    assert len(ladder.ranking(season)) == 2


def test_of_two_starts_at_one_moment_after_one_rated_game_one_is_rated(ladder: Ladder) -> None:
    ladder.season(*"ab")
    ladder.move(48)
    ladder.report("ab", 1)
    bodies = [ladder.body("ab", 2), ladder.body("ba", 2)]
    works = [
        lambda body=body: ladder.call("POST", "/games", body, SERVER).json["rated"]
        for body in bodies
    ]
    assert sorted(at_once(works)) == [False, True]


def test_reports_voids_and_batches_at_once_leave_the_fold(ladder: Ladder) -> None:
    season = ladder.season(*PLAYERS, rematch_limit=100)
    ladder.move(500)
    first = [ladder.report("".join(random.Random(n).sample(PLAYERS, 2)), n) for n in range(1, 12)]

    def turmoil(seed: int) -> Callable[[], None]:
        def work() -> None:
            chance = random.Random(seed)
            for _ in range(6):
                pairs = ["".join(chance.sample(PLAYERS, 2)) for _ in range(3)]
                bodies = [
                    {**ladder.body(pair, chance.uniform(1, 400)), "external_id": f"{seed} {n}"}
                    for n, pair in enumerate(pairs, start=chance.randint(0, 10**9))
                ]
                insist(ladder, "/games/batch", {"items": bodies}, SERVER)
                game, act = chance.choice(first)["game_id"], chance.choice(["void", "unvoid"])
                insist(ladder, f"/games/{game}/{act}", {"reason": "turmoil"}, OPERATOR)

        return work

    at_once([turmoil(seed) for seed in range(4)])
    verified = ladder.get(f"{SEASONS}/{season}/verification", OPERATOR)
    assert (verified["players"], verified["differences"]) == (len(PLAYERS), [])
    assert_counts_fit(ladder, season)
    rows = ladder.ranking(season, 5)
    assert shown(rows, "points") == sorted(shown(rows, "points"), reverse=True)


def insist(ladder: Ladder, path: str, body: Any, who: Caller) -> None:
    """Ask again where the database did not answer in time, as clients do."""

    def taken() -> bool:
        return bool(ladder.call("POST", path, body, who).status_code == 200)

    until(taken, 60, path)


def test_pages_go_on_in_their_ranking_while_others_write(ladder: Ladder) -> None:
    """A writer commits between the pages, and one that began before the first commits after it."""
    season = ladder.season(*PLAYERS)
    ladder.move(500)
    for number in range(6):
        ladder.report(PLAYERS[2 * number : 2 * number + 2], number + 1)
    whole = ladder.ranking(season)
    path = f"{SEASONS}/{season}/ranking?limit=3"
    with ladder.runtime.writing() as late:
        season_row = seasons.one(late, season)
        book = Book(late)
        book.open(season_row, [account("a"), account("l")])
        book.enter(a_game(season, "la"))
        book.write()
        page = ladder.get(path)
        read = list(page["items"])
    hour = 10.0
    while page["next"]:
        for pair in ("la", "kb", "ci"):
            hour += 1
            ladder.report(pair, hour)
        page = ladder.get(f"{path}&cursor={page['next']}")
        read += page["items"]
    assert read == whole
    assert ladder.ranking(season) != whole


def a_game(season: str, letters: str) -> Game:
    """One that the first of the letters won."""
    players = (Player(account(letters[0])), Player(account(letters[1])))
    end = End(START + timedelta(hours=9), Ending.WIN, Phase.PLAY, winner=0)
    return Game("a game", season, Origin.QUEUE, players, START + timedelta(hours=8), None, end)


def test_a_season_is_not_confirmed_while_a_game_starts_in_it(ladder: Ladder) -> None:
    """A report that holds the season open makes the confirmation wait, and counts."""
    season = ladder.season(*"ab", days=1, report_grace_seconds=0)
    ladder.move(23.999)
    body = ladder.body("ab", 23.99)

    def confirm() -> None:
        ladder.clock.move(ladder.clock.now() + timedelta(hours=1))
        ladder.work()

    at_once([lambda: ladder.call("POST", "/games", body, SERVER).status_code, confirm])
    ladder.work()
    assert ladder.get(f"{SEASONS}/{season}")["state"] == "final"
    rows = ladder.get(f"{SEASONS}/{season}/ranking?revision=1")["items"]
    assert rows == ladder.get(f"{SEASONS}/{season}/ranking")["items"]
