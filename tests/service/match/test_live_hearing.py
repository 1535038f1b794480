"""What begins or ends a live duel is answered once the ladder has heard of it, or after a while."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from services.match.usecases import hearing
from shared.events.catalogue import DuelHeard, DuelOpened, MatchResult
from tests.service.match.desk import Desk
from tests.service.match.live import GAME, begin, opened, resign
from tests.waiting import until


@pytest.fixture
def duel(desk: Desk) -> Desk:
    desk.tell(opened())
    begin(desk)
    return desk


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hearing, "PATIENCE_SECONDS", 60.0)


@pytest.mark.usefixtures("patience")
def test_a_resignation_is_answered_once_its_end_is_heard(duel: Desk) -> None:
    with ThreadPoolExecutor(1) as player:
        answer = player.submit(resign, duel, "ana")
        until(lambda: duel.emitted(MatchResult), what="the end")
        duel.tell(DuelHeard(match_id=GAME, over=False))
        assert not answer.done(), "word of the beginning is not word of the end"
        duel.tell(DuelHeard(match_id=GAME, over=True))
        assert answer.result(60).status_code == 200


@pytest.mark.usefixtures("patience")
def test_a_game_against_the_computer_is_answered_once_it_is_heard(desk: Desk) -> None:
    with ThreadPoolExecutor(1) as player:
        answer = player.submit(desk.ask, "ana", "POST", "/tables/computer", {"level": "easy"})
        (event,) = until(lambda: desk.emitted(DuelOpened), what="the beginning")
        assert not answer.done()
        desk.tell(DuelHeard(match_id=event.match_id, over=False))
        assert answer.result(60).status_code == 201


def test_without_word_the_answer_is_given_all_the_same(duel: Desk) -> None:
    assert resign(duel, "ana").json["result"]["by"] == "resignation"


def test_word_that_comes_twice_or_early_changes_nothing_else(duel: Desk) -> None:
    before = duel.ask("ana", "GET", f"/matches/{GAME}").json
    duel.tell(*(DuelHeard(match_id=GAME, over=over) for over in (True, False, True)))
    assert duel.ask("ana", "GET", f"/matches/{GAME}").json == before
