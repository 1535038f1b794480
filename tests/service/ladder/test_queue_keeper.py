"""The queue's keeper: it calls off nothing that it may only have missed."""

from datetime import timedelta

import pytest

from services.ladder import queue_keeper
from services.ladder.queue_keeper import QueueKeeper
from shared.clock import real_now
from shared.events.catalogue import LadderGameCalledOff
from tests.service.ladder.harness import Ladder, caller


def test_a_worker_that_was_away_hears_first_and_calls_off_then(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    ladder.season(*"ab")
    for letter in "ab":
        ladder.call("PUT", "/queue", caller=caller(letter))
    real = [real_now() + timedelta(seconds=60)]
    monkeypatch.setattr(queue_keeper, "real_now", lambda: real[0])
    keeper = QueueKeeper(ladder.runtime)

    def called_off_after(seconds: float) -> int:
        real[0] += timedelta(seconds=seconds)
        keeper.wake()
        keeper.turn()
        return len(ladder.emitted(LadderGameCalledOff))

    assert [called_off_after(seconds) for seconds in (0, 5, 4, 1)] == [0, 0, 0, 1]
