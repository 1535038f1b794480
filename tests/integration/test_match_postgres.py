"""The match service on PostgreSQL: real row locks decide the races, and the rules stay the same."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest

from services.match.usecases import playing
from shared.db import open_engine
from shared.events.catalogue import MatchResult, ParticipantBarred
from tests.service.match.conftest import no_ladder  # noqa: F401
from tests.service.match.desk import Desk, refusal
from tests.service.match.telling import CLOSE, SOLVING, closed, disqualified, paired
from tests.service.match.test_live_duels import (  # noqa: F401
    duel,
    test_a_duel_from_its_opening_to_its_result,
    test_a_game_waits_until_its_players_are_out_of_other_duels,
    test_own_matches_list_live_duels_among_the_others,
    test_whatever_comes_first_settles,
    test_whoever_is_gone_before_the_duel_opens_resigns_it,
)
from tests.service.match.test_live_races import *  # noqa: F403
from tests.service.match.test_match_migrations import try_live_duels_beside_a_league
from tests.service.match.test_match_play import (  # noqa: F401
    test_a_duel_from_pairing_to_result,
)
from tests.service.match.test_match_races import *  # noqa: F403
from tests.service.match.test_match_settling import (  # noqa: F401
    small_batches,
    test_a_page_that_comes_after_its_round_was_settled_is_settled_too,
    test_a_round_waits_for_word_of_whoever_left_before_it_closed,
    test_a_season_cancelled_while_it_solves_publishes_codes_and_attempts,
    test_codes_are_drawn_in_batches,
    test_held_solving_stays_open_and_begins_no_other_round,
)
from tests.service.match.test_tables import (  # noqa: F401
    test_a_table_from_its_invite_to_its_result,
    test_one_open_table_a_player,
    test_the_computer_plays_out_what_its_opponent_leaves,
)

MakeDatabase = Callable[[str], str]
A_MOMENT = 0.3


@pytest.fixture
def desk(make_database: MakeDatabase, tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path, url=make_database("match"))
    yield desk
    desk.close()


def test_matches_of_before_stay_as_they_were(make_database: MakeDatabase) -> None:
    engine = open_engine(make_database("match"))
    try_live_duels_beside_a_league(engine)
    engine.dispose()


def test_a_disqualification_is_obeyed_once_the_move_in_hand_is_done(desk: Desk) -> None:
    desk.tell(paired())
    desk.clock.move(SOLVING)
    obeying = threading.Thread(target=desk.tell, args=(disqualified("ana", 2),))
    with desk.runtime.writing() as uow:
        playing.attempt(uow, desk.caller("ana"), "m1", number=1, guess="1111")
        obeying.start()
        obeying.join(A_MOMENT)
        assert obeying.is_alive()
        assert desk.emitted(ParticipantBarred) == []
    obeying.join()
    assert len(desk.emitted(ParticipantBarred)) == 1
    assert refusal(desk.attempt("ana", 2, "1111")) == (409, "disqualified")


def test_a_move_that_waited_beyond_its_deadline_is_refused(desk: Desk) -> None:
    desk.tell(paired(), closed())
    desk.clock.move(SOLVING)
    answers = []
    waiting = threading.Thread(target=lambda: answers.append(desk.attempt("ana", 1, "1111")))
    with desk.runtime.writing() as uow:
        playing.attempt(uow, desk.caller("bea"), "m1", number=1, guess="1111")
        waiting.start()
        waiting.join(A_MOMENT)
        assert waiting.is_alive()
        desk.clock.move(CLOSE)
    waiting.join()
    assert refusal(answers[0]) == (409, "not_solving")


def test_an_attempt_of_the_last_millisecond_counts_though_the_round_is_settled_meanwhile(
    desk: Desk,
) -> None:
    """Settling waits for the move in hand, and publishes it."""
    desk.tell(paired(), closed())
    for player in ("ana", "bea"):
        assert desk.code(player, "4312").status_code == 200
    desk.clock.move(CLOSE - timedelta(milliseconds=1))
    settling = threading.Thread(target=desk.work)
    with desk.runtime.writing() as uow:
        playing.attempt(uow, desk.caller("ana"), "m1", number=1, guess="4312")
        desk.clock.move(CLOSE)
        settling.start()
        settling.join(A_MOMENT)
        assert settling.is_alive()
        assert desk.emitted(MatchResult) == []
    settling.join()
    (result,) = (told for told in desk.emitted(MatchResult) if told.match_id == "m1")
    assert (result.by, result.first_attempts + result.second_attempts) == ("forfeit", 1)
    assert refusal(desk.attempt("bea", 1, "4312")) == (409, "not_solving")


def test_attempts_around_the_close_count_if_they_came_before_it(desk: Desk) -> None:
    """Taken means published, refused means not, for attempts that race the close itself."""
    desk.tell(paired(), closed())
    for player in ("ana", "bea"):
        desk.code(player, "4312")
    desk.clock.move(CLOSE - timedelta(milliseconds=1))
    answers: dict[str, list[int]] = {"ana": [], "bea": []}
    start = threading.Barrier(3)

    def attempt(player: str) -> None:
        start.wait()
        for number in range(1, 6):
            answers[player].append(desk.attempt(player, number, "1111").status_code)

    def close() -> None:
        start.wait()
        while not answers["ana"]:
            pass
        desk.clock.move(CLOSE)
        desk.work()

    with ThreadPoolExecutor(3) as threads:
        for done in [*(threads.submit(attempt, who) for who in answers), threads.submit(close)]:
            done.result()
    shown = desk.look(None)
    for side in (shown["first"], shown["second"]):
        given = answers[side["account_id"]]
        taken = given.count(201)
        assert given == [201] * taken + [409] * (5 - taken)
        assert [made["number"] for made in side["attempts"]] == list(range(1, taken + 1))
