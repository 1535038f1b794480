"""Where a listener stands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.gateway.domain.live import LiveEvent, Position, heard, read_position
from services.gateway.live.streams import message

COUNTS = st.integers(0, 10**17)


@given(COUNTS, COUNTS)
def test_an_id_is_read_as_it_is_written(public: int, own: int) -> None:
    position = Position(public, own)
    assert read_position(str(position)) == position


@pytest.mark.parametrize(
    "text", [None, "", "1", "1-", "-1", "1-2-3", "a-b", " 1-2", "1-2\n", "٣-1", "9" * 19 + "-1"]
)
def test_anything_else_is_no_position(text: str | None) -> None:
    assert read_position(text) is None


def test_each_audience_counts_for_itself() -> None:
    public, own = LiveEvent("round_closed", {}), LiveEvent("duel_changed", {}, "ana")
    assert heard(Position(4, 2), public, 5) == Position(5, 2)
    assert heard(Position(4, 2), own, 3) == Position(4, 3)


@given(COUNTS, COUNTS, COUNTS, COUNTS)
def test_nobody_is_ahead_of_what_there_is(a: int, b: int, c: int, d: int) -> None:
    kept = Position(a, b).at_most(Position(c, d))
    assert kept == Position(min(a, c), min(b, d))


def test_a_message_is_one_block_of_compact_json() -> None:
    event = LiveEvent("duel_changed", {"match_id": "M", "note": "two\nlines"}, "ana")
    assert message(Position(1, 2), event) == (
        b'id: 1-2\nevent: duel_changed\ndata: {"match_id":"M","note":"two\\nlines"}\n\n'
    )
