"""Dead letters in a service's own keeping: none is lost, whatever it looks like."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, create_engine

from shared.messaging.bus import Letter
from shared.messaging.letters import count, find, keep, newest, oldest, remove
from shared.tables import KIT


@pytest.fixture
def connection() -> Iterator[Connection]:
    engine = create_engine("sqlite://")
    with engine.begin() as begun:
        KIT.create_all(begun)
        yield begun
    engine.dispose()


def letter(id: str, body: str = "{}", type: str = "SolvingOpened") -> Letter:
    return Letter(id, type, body, "no", attempts=5)


def test_a_copy_of_a_letter_is_kept_once(connection: Connection) -> None:
    keep(connection, letter("1"))
    keep(connection, letter("1"))
    assert [kept.id for kept in oldest(connection)] == ["1"]


def test_another_letter_under_the_same_id_is_kept_too(connection: Connection) -> None:
    for body in ("{}", "forged", "forged", "{}"):
        keep(connection, letter("1", body))
    assert [kept.body for kept in oldest(connection)] == ["{}", "forged"]


@pytest.mark.parametrize("id", ["", "x" * 300, "a/b", "\0", "..", "é"])
def test_an_id_that_is_none_is_replaced(connection: Connection, id: str) -> None:
    keep(connection, letter(id))
    keep(connection, letter(id))
    (kept,) = oldest(connection)
    assert kept.id != id
    assert find(connection, kept.id) == kept


def test_a_letter_that_no_database_would_keep_is_kept(connection: Connection) -> None:
    keep(connection, Letter("1", "T" * 100, "a\0b\ud800", "why\0" * 5000, attempts=0))
    (kept,) = oldest(connection)
    shape = (kept.body, len(kept.type), len(kept.reason))
    assert shape == (
        "a\N{REPLACEMENT CHARACTER}b?",
        64,
        4000,
    )


def test_pages_have_every_letter_once_and_leave_types_out(connection: Connection) -> None:
    for number in range(7):
        keep(connection, letter(str(number), type="Secret" if number == 3 else "Open"))
    told, before = [], None
    while page := newest(connection, 2, before=before, without=["Secret"]):
        told += [kept.id for kept in page]
        before = (page[-1].buried_at, page[-1].id)
    assert told == ["6", "5", "4", "2", "1", "0"]


def test_a_letter_is_removed_once(connection: Connection) -> None:
    keep(connection, letter("1"))
    assert remove(connection, "1")
    assert not remove(connection, "1")
    assert count(connection) == 0
