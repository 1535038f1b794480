"""What is told of how a match was played, and when; and results under review."""

from datetime import timedelta

import pytest

from services.match.service import SERVICE
from services.match.snapshot import next_observations
from shared.events.catalogue import PlayObserved, ReviewChanged
from tests.service.match.desk import Desk
from tests.service.match.telling import CLOSE, SOLVING, announced, cancelled, closed, paired

SECOND = timedelta(seconds=1)


@pytest.fixture
def played(desk: Desk) -> Desk:
    """Ana has solved at her third attempt, in haste; Bea has tried once."""
    desk.tell(announced(), paired())
    desk.code("bea", "4321")
    desk.code("ana", "1234")
    for number, (guess, after) in enumerate([("1111", 0), ("1112", 0.25), ("4321", 60)], start=1):
        desk.move(SOLVING + after * SECOND)
        desk.attempt("ana", number, guess)
    desk.attempt("bea", 1, "1111")
    return desk


def test_a_match_is_observed_when_it_closes_and_not_before(played: Desk) -> None:
    assert played.emitted(PlayObserved) == []
    played.tell(closed())
    played.move(CLOSE)
    (told,) = played.emitted(PlayObserved)
    assert (told.match_id, told.kind, told.season_id, told.round) == ("m1", "league", "s1", 1)
    assert (told.first.account_id, told.first.attempts, told.first.solved) == ("ana", 3, True)
    assert list(told.first.answer_milliseconds) == [250, 59_750]
    assert (told.second.attempts, list(told.second.answer_milliseconds)) == (1, [])
    assert (told.outcome, told.ended_at) == ("first", CLOSE)


def test_a_match_that_is_called_off_is_observed_without_an_outcome(played: Desk) -> None:
    played.tell(cancelled())
    played.work()
    (told,) = played.emitted(PlayObserved)
    assert (told.outcome, told.first.attempts) == (None, 3)


def test_it_is_told_again_as_it_was_told_first(played: Desk) -> None:
    with played.runtime.reading() as uow:
        assert next_observations(uow, ()) is None
    played.tell(closed())
    played.move(CLOSE)
    body = {"outcome": "draw", "reason": "seen on video"}
    assert played.ask("op", "POST", "/matches/m1/correct", body).status_code == 200
    with played.runtime.reading() as uow:
        again = next_observations(uow, ())
    assert again is not None
    dump = PlayObserved.schema.dump
    assert list(map(dump, again.facts)) == list(map(dump, played.emitted(PlayObserved)))


def review(revision: int, *, under_review: bool) -> ReviewChanged:
    return ReviewChanged(match_id="m1", under_review=under_review, revision=revision)


def test_a_match_shows_as_under_review_once_it_is_closed(played: Desk) -> None:
    played.tell(review(1, under_review=True))
    for who in (None, "ana", "op"):
        assert "under_review" not in played.look(who)
    played.tell(closed())
    played.move(CLOSE)
    assert played.look(None)["under_review"] is True
    (own,) = played.ask("ana", "GET", "/me/matches").json["items"]
    assert own["under_review"] is True
    played.tell(review(2, under_review=False))
    assert played.look(None)["under_review"] is False


def test_the_latest_word_on_a_review_holds_in_any_order(played: Desk) -> None:
    played.tell(closed())
    played.move(CLOSE)
    words = [review(3, under_review=True), review(2, under_review=False)]
    played.tell(*words, *words, review(1, under_review=False))
    assert played.look(None)["under_review"] is True
    assert ReviewChanged in SERVICE.snapshot.keeps
