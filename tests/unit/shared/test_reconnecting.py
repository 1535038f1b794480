"""How long a process waits before it tries the broker again."""

from shared.messaging.rabbit import RECONNECT_SECONDS, longest_pause


def test_pauses_double_up_to_a_limit_however_long_the_broker_is_away() -> None:
    assert [longest_pause(failures) for failures in (1, 2, 3, 4)] == [2, 4, 8, 16]
    assert longest_pause(5) == longest_pause(100_000) == RECONNECT_SECONDS[1]
