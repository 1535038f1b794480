"""The gateway on PostgreSQL: constraints and row locks decide the races, rules stay the same."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from services.gateway.domain.live import Position
from services.gateway.public_reads import memory
from services.gateway.public_reads.memory import PublicReads
from services.gateway.public_reads.wire import ReadsListener, ReadsTeller
from services.gateway.service import SERVICE
from services.gateway.store import live, logins
from shared.clock import real_now
from tests.service.gateway.announcing import duel, solving, told
from tests.service.gateway.gateway_under_test import Gateway
from tests.service.gateway.test_audit import *  # noqa: F403
from tests.service.gateway.test_gateway_mail import (  # noqa: F401
    test_a_new_password_ends_all_logins,
    test_an_address_is_verified_once,
)
from tests.service.gateway.test_incidents import *  # noqa: F403
from tests.service.gateway.test_logging_in import (  # noqa: F401
    test_a_second_use_ends_all_tokens_of_that_login_and_no_others,
    test_of_two_refreshes_at_once_one_wins_and_the_login_ends,
)
from tests.service.gateway.test_own_account import (  # noqa: F401
    test_a_deleted_account_leaves_a_tombstone,
    test_a_name_that_is_taken_changes_nothing,
)
from tests.service.gateway.test_rate_limits import (  # noqa: F401
    test_at_once_from_many_threads_no_more_pass,
    test_never_more_pass_than_a_high_rate_allows_though_some_are_held,
    test_two_gateways_count_together,
    test_what_is_kept_of_addresses_tells_none,
)
from tests.service.gateway.test_registering import (  # noqa: F401
    test_of_two_at_once_one_gets_it,
    test_what_calls_itself_a_trace_keeps_nobody_out,
)
from tests.waiting import until

MakeDatabase = Callable[[str], str]
A_MOMENT = 0.3


@pytest.fixture
def gateway(make_database: MakeDatabase, tmp_path: Path) -> Iterator[Gateway]:
    under_test = Gateway(tmp_path, url=make_database("gateway"))
    yield under_test
    under_test.close()


@pytest.fixture
def limited(make_database: MakeDatabase, tmp_path: Path) -> Iterator[Gateway]:
    under_test = Gateway(tmp_path, url=make_database("gateway"), rate_limits=True)
    yield under_test
    under_test.close()


def test_word_of_changed_reads_comes_from_the_worker_to_the_web(gateway: Gateway) -> None:
    """Two memories stand for two processes: the listener's hears of it by the database alone."""
    reads = PublicReads(1.0)
    listener, teller = ReadsListener(gateway.runtime, reads), ReadsTeller(gateway.runtime)
    dropped: list[str] = []
    memory._memories.discard(reads)
    reads.drop = dropped.extend  # type: ignore[method-assign]  # a test's double
    listener.start()
    teller.start()

    def told() -> bool:
        gateway.hear(solving(1))
        return {"seasons", "seasons/S"} <= set(dropped)

    until(told, 30, "word of the change")
    for loop in (teller, listener):
        loop.stop()


def test_of_many_logins_those_that_last_are_told_at_once(gateway: Gateway) -> None:
    ana, bea = gateway.player("Ana"), gateway.player("Bea")
    ids = [
        gateway.get("/me/sessions", player.token).json["items"][0]["id"] for player in (ana, bea)
    ]
    gateway.call("DELETE", "/sessions/current", token=bea.token)
    with gateway.runtime.reading() as uow:
        assert logins.still_in(uow, [*ids, "x"], real_now()) == {ids[0]}


def test_no_listener_sees_a_number_before_those_below_it(gateway: Gateway) -> None:
    """Two consumers tell at once: the second waits for the first one's number to be committed."""
    second = threading.Thread(target=gateway.hear, args=(solving(2),))
    with gateway.runtime.writing() as uow:
        SERVICE.handlers[type(solving(1))](uow, solving(1))
        second.start()
        second.join(A_MOMENT)
        assert second.is_alive()
        assert told(gateway) == []
    second.join()
    with gateway.runtime.reading() as uow:
        numbers = [number for _, number in live.after(uow, Position(), None, 100)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) == 5


def test_players_of_different_duels_do_not_wait_for_each_other(gateway: Gateway) -> None:
    gateway.hear(duel("ana"), duel("bea"))
    other = threading.Thread(target=gateway.hear, args=(duel("bea"),))
    with gateway.runtime.writing() as uow:
        SERVICE.handlers[type(duel("ana"))](uow, duel("ana"))
        other.start()
        other.join(10)
        assert not other.is_alive()
    assert len(told(gateway, "bea")) == 2
