"""Whether a worker's silence tells it anything: not before it has heard for a while."""

from datetime import UTC, datetime, timedelta

from services.ladder.domain.hearing import Hearing

START = datetime(2030, 1, 1, tzinfo=UTC)


def heard(*looks: tuple[float, bool]) -> list[bool]:
    """What a worker that begins at 0 knows at each look: its second, and whether events flow."""
    hearing = Hearing(START)
    return [hearing.note(START + timedelta(seconds=at), flowing=flowing) for at, flowing in looks]


def test_a_new_worker_listens_first() -> None:
    assert heard((0, True), (5, True), (9.9, True), (10, True)) == [False, False, False, True]


def test_after_the_broker_was_away_it_listens_again() -> None:
    looks = [(9, True), (10, True), (11, False), (20, True), (21, True)]
    assert heard(*looks) == [False, True, False, False, True]


def test_who_did_not_look_for_long_was_away() -> None:
    assert heard((9, True), (19, True), (30, True), (40, True)) == [False, True, False, True]
