"""Positions over the rounds, in the order of the last table."""

from services.standings.domain.progress import Progress, progress


def test_players_come_in_the_order_of_the_last_table_with_all_their_positions() -> None:
    tables = {
        0: {"A": 1, "B": 1},
        1: {"A": 1, "B": 2},
        2: {"B": 1, "A": 2},
    }
    assert progress(tables) == [Progress("B", (2, 1)), Progress("A", (1, 2))]


def test_no_position_is_none_and_a_round_without_a_table_leaves_a_gap() -> None:
    tables = {1: {"A": 1, "B": 2}, 3: {"A": 1, "B": None}}
    assert progress(tables) == [Progress("A", (1, None, 1)), Progress("B", (2, None, None))]


def test_before_the_first_round_there_are_no_positions_to_tell() -> None:
    assert progress({0: {"A": 1}}) == [Progress("A", ())]
