"""Acknowledging what was settled, and nothing else."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from shared.messaging.rabbit import _Acknowledging


class Channel:
    """A broker's side: what it still holds as not acknowledged."""

    def __init__(self, tags: range) -> None:
        self.open = set(tags)
        self.frames = 0

    def basic_ack(self, tag: int, multiple: bool = False) -> None:
        assert tag in self.open, "a second acknowledgement would close the channel"
        self.frames += 1
        self.open -= {one for one in self.open if one <= tag} if multiple else {tag}


def _came(most: int) -> tuple[Any, _Acknowledging]:
    channel, acknowledging = Channel(range(1, most + 1)), _Acknowledging()
    for tag in range(1, most + 1):
        acknowledging.came(tag)
    return channel, acknowledging


@given(st.lists(st.sets(st.integers(1, 12)), max_size=6))
def test_exactly_what_was_settled_is_acknowledged(steps: list[set[int]]) -> None:
    channel, acknowledging = _came(12)
    settled: set[int] = set()
    for step in steps:
        for tag in step - settled:
            acknowledging.settled(tag)
        settled |= step
        acknowledging.tell(channel)
        assert channel.open == set(range(1, 13)) - settled


def test_a_row_of_deliveries_costs_one_frame() -> None:
    channel, acknowledging = _came(200)
    for tag in range(1, 201):
        acknowledging.settled(tag)
    acknowledging.tell(channel)
    assert (channel.open, channel.frames) == (set(), 1)
