"""Whole seasons told in any order and twice: always the same tables are announced, once each."""

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.standings.domain.facts import Barred, Closed, Correction, Registered, Settled
from services.standings.domain.preview import judged
from services.standings.usecases import publishing
from shared.events.catalogue import Event, ParticipantBarred
from shared.ids import new_id
from tests.service.standings.harness import Standings, digests, in_envelope
from tests.service.standings.telling import events_of, result
from tests.unit.standings.builders import (
    A_B,
    A_C,
    ABC,
    B_C,
    POINTS,
    SECOND,
    TWO_ROUNDS,
    match,
    players,
)
from tests.unit.standings.live import Live, seasons


@pytest.fixture(scope="module")
def shared_standings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Standings]:
    """One service for many seasons, each with an id of its own."""
    service = Standings(tmp_path_factory.mktemp("standings"))
    yield service
    service.close()


def shuffled(events: Sequence[Event], chance: Random) -> Iterator[list[Event]]:
    """The events in batches, all of them twice, in any order."""
    envelopes = [in_envelope(event) for event in events]
    sent_again = [in_envelope(event) for event in chance.sample(events, len(events) // 2)]
    everything = [*envelopes, *envelopes, *sent_again]
    chance.shuffle(everything)
    while everything:
        size = chance.randint(1, 6)
        yield everything[:size]
        del everything[:size]


@given(seasons(), st.randoms(use_true_random=False))
@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_a_season_told_in_any_order_and_twice_publishes_what_happened(
    shared_standings: Standings, live: Live, chance: Random
) -> None:
    season_id = new_id()
    for batch in shuffled(events_of(season_id, live.facts), chance):
        shared_standings.deliver(batch)
        if chance.random() < 0.5:
            shared_standings.work()
    shared_standings.work()
    announced = shared_standings.announced(season_id)
    assert digests(announced) == live.published
    assert len(announced) == len(live.published)


def test_tables_come_out_as_soon_as_their_last_fact_is_there(standings: Standings) -> None:
    season_id = new_id()
    seen = []
    for event in events_of(season_id, TWO_ROUNDS):
        standings.tell(event)
        seen.append([(one.round, one.revision) for one in standings.announced(season_id)])
    assert seen[2:] == [
        [(0, 1)],
        [(0, 1)],
        [(0, 1), (1, 1)],
        [(0, 1), (1, 1)],
        [(0, 1), (1, 1), (2, 1)],
    ]


def test_a_correction_publishes_every_table_from_its_round_on_anew(standings: Standings) -> None:
    season_id = new_id()
    corrected = Correction(1, judged(A_B, SECOND, POINTS))
    standings.tell(*events_of(season_id, [*TWO_ROUNDS, corrected]))
    tables = digests(standings.announced(season_id))
    assert set(tables) == {(0, 1), (1, 1), (2, 1), (1, 2), (2, 2)}
    assert tables[1, 1] != tables[1, 2]


def test_a_withdrawal_obeyed_publishes_nothing(standings: Standings) -> None:
    season_id = new_id()
    obeyed = ParticipantBarred(season_id=season_id, account_id="A", kind="withdrawn", act=None)
    standings.tell(*events_of(season_id, TWO_ROUNDS), obeyed)
    assert set(digests(standings.announced(season_id))) == {(0, 1), (1, 1), (2, 1)}


def test_a_disqualification_after_the_end_revises_the_last_table(standings: Standings) -> None:
    season_id = new_id()
    standings.tell(*events_of(season_id, [*TWO_ROUNDS, Barred(1, "A", last_round=2)]))
    last = standings.announced(season_id)[-1]
    assert (last.round, last.revision) == (2, 2)
    assert [(one.account_id, one.position) for one in last.ranking][-1] == ("A", None)


def test_games_of_the_ladder_are_none_of_the_table(standings: Standings) -> None:
    season_id = new_id()
    friendly = [result(season_id, A_C, None, 0, kind=kind) for kind in ("ladder", "friendly")]
    standings.tell(*events_of(season_id, TWO_ROUNDS[:4]), *friendly)
    assert set(digests(standings.announced(season_id))) == {(0, 1), (1, 1)}


def test_the_last_two_results_at_the_same_time_publish_once(standings: Standings) -> None:
    season_id = new_id()
    facts = [Registered(players("ABCD"), POINTS, 3), Closed(1, 2)]
    standings.tell(*events_of(season_id, facts))
    both = events_of(season_id, [Settled(A_B, 0), Settled(match("C", "D"), 0)])
    ready = threading.Barrier(2)

    def work(event: Event) -> None:
        envelope = in_envelope(event)
        ready.wait()
        standings.deliver([envelope])
        standings.work()

    threads = [threading.Thread(target=work, args=(event,)) for event in both]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [(one.round, one.revision) for one in standings.announced(season_id)] == [
        (0, 1),
        (1, 1),
    ]


def test_a_table_of_many_is_announced_in_pages_in_table_order(standings: Standings) -> None:
    season_id = new_id()
    many = [f"player-{number:04}" for number in range(1201)]
    standings.tell(*events_of(season_id, [Registered(players(many), POINTS, 11)], page_size=500))
    pages = standings.announced(season_id)
    assert [(one.page, one.pages, len(one.ranking)) for one in pages] == [
        (1, 3, 500),
        (2, 3, 500),
        (3, 3, 201),
    ]
    assert [one.account_id for page in pages for one in page.ranking] == many


def test_a_batch_of_results_costs_one_look(standings: Standings) -> None:
    season_id = new_id()
    many = [f"player-{number:03}" for number in range(100)]
    pairs = [match(many[n], many[n + 1]) for n in range(0, 100, 2)]
    standings.tell(*events_of(season_id, [Registered(players(many), POINTS, 7)], page_size=500))
    facts = [Closed(1, 50), *(Settled(one, 0) for one in pairs)]
    standings.deliver([in_envelope(event) for event in events_of(season_id, facts)])
    assert standings.work() == 1
    assert set(digests(standings.announced(season_id))) == {(0, 1), (1, 1)}


def test_more_than_one_transaction_should_hold_is_published_in_several(
    standings: Standings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "MOST_ROWS", 4)
    season_id = new_id()
    last = [Closed(3, 1, bye="A"), Settled(B_C, 0), Correction(1, judged(A_B, None, POINTS))]
    events = events_of(season_id, [*TWO_ROUNDS, *last])
    standings.deliver([in_envelope(event) for event in events])
    assert standings.work() == 4
    assert len(digests(standings.announced(season_id))) == 7


def test_what_cannot_be_reckoned_waits_for_news_and_holds_up_no_other(
    standings: Standings,
) -> None:
    broken, sound = new_id(), new_id()
    stranger = match("A", "nobody", round=1)
    standings.tell(*events_of(broken, [ABC, Closed(1, 1, bye="C"), Settled(stranger, 0)]))
    assert digests(standings.announced(broken)) == {}
    standings.tell(*events_of(sound, TWO_ROUNDS))
    assert set(digests(standings.announced(sound))) == {(0, 1), (1, 1), (2, 1)}
    standings.tell(*events_of(broken, [Closed(2, 1)]))
    assert standings.work() == 0


def test_what_is_announced_carries_the_request_that_led_to_it(standings: Standings) -> None:
    season_id = new_id()
    standings.tell(*events_of(season_id, TWO_ROUNDS))
    (correction,) = events_of(season_id, [Correction(1, judged(A_B, SECOND, POINTS))])
    standings.deliver([in_envelope(correction, "operator-7")])
    standings.work()
    assert standings.causes() == ["request-1"] * 3 + ["operator-7"] * 2


def test_nothing_is_due_before_anything_was_told(tmp_path: Path) -> None:
    service = Standings(tmp_path)
    assert service.work() == 0
    service.tell(*events_of(new_id(), [Closed(1, 1)]))
    assert service.work() == 0
    service.close()
