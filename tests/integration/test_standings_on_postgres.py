"""The standings on PostgreSQL: several workers at once, and the database's own strictness."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy.exc import OperationalError

from services.standings.domain.facts import Closed, Correction, Registered, Settled
from services.standings.domain.preview import judged
from services.standings.domain.results import MatchOutcome
from services.standings.usecases import publishing
from shared.events.envelope import Envelope
from shared.ids import new_id
from shared.messaging.consumer import handle_once
from tests.databases import new_databases
from tests.servers import PostgresServer
from tests.service.standings.harness import Standings, digests, in_envelope
from tests.service.standings.telling import events_of, match_uuid, paired
from tests.unit.standings.builders import A_B, POINTS, SECOND, TWO_ROUNDS, match, players
from tests.unit.standings.live import Live, seasons

C_D = match("C", "D")
FOUR = [Registered(players("ABCD"), POINTS, 3), Closed(1, 2)]


@pytest.fixture
def standings(make_database: Callable[[str], str], tmp_path: Path) -> Iterator[Standings]:
    service = Standings(tmp_path, make_database("standings"))
    yield service
    service.close()


def published(standings: Standings, season_id: str) -> list[tuple[int, int]]:
    return [(one.round, one.revision) for one in standings.announced(season_id)]


def test_everything_can_be_read(standings: Standings) -> None:
    season_id = new_id()
    standings.tell(*events_of(season_id, TWO_ROUNDS), paired(season_id, 1, [A_B]))
    standings.tell(*events_of(season_id, [Correction(1, judged(A_B, SECOND, POINTS))]))
    for what in (
        "standings",
        "standings?round=1&revision=1",
        "standings/revisions?limit=1",
        "crosstable",
        "export.csv",
        "export.trf",
    ):
        assert standings.get(season_id, what).status_code == 200, what
    body = {"match_id": match_uuid(season_id, A_B.match_id), "annul": True}
    assert standings.preview(season_id, body).status_code == 200


def test_a_look_between_the_commits_of_the_last_two_results_loses_neither(
    standings: Standings,
) -> None:
    season_id = new_id()
    standings.tell(*events_of(season_id, FOUR))
    one, other = (
        in_envelope(event) for event in events_of(season_id, [Settled(A_B, 0), Settled(C_D, 0)])
    )
    with standings.runtime.writing() as slow:
        handle_once(slow, standings.runtime, one)
        standings.deliver([other])
        assert standings.work() == 1
        assert published(standings, season_id) == [(0, 1)]
    assert standings.work() == 1
    assert published(standings, season_id) == [(0, 1), (1, 1)]


def test_a_fact_that_comes_while_its_season_is_looked_at_is_looked_at_again(
    standings: Standings,
) -> None:
    season_id = new_id()
    standings.tell(*events_of(season_id, [*FOUR, Settled(A_B, 0)]))
    standings.deliver([in_envelope(event) for event in events_of(season_id, [Closed(2, 0)])])
    (last,) = events_of(season_id, [Settled(C_D, 0)])
    with standings.runtime.writing() as looking:
        publishing.look_at_next(looking)
        standings.deliver([in_envelope(last)])
        assert published(standings, season_id) == [(0, 1)]
    assert standings.work() == 1
    assert published(standings, season_id) == [(0, 1), (1, 1), (2, 1)]


def test_two_workers_who_look_at_once_publish_once(standings: Standings) -> None:
    season_id = new_id()
    standings.deliver([in_envelope(event) for event in events_of(season_id, TWO_ROUNDS)])
    ready = threading.Barrier(2)

    def work() -> None:
        with standings.runtime.writing() as uow:
            uow.now()
            ready.wait()
            publishing.look_at_next(uow)

    with ThreadPoolExecutor(2) as workers:
        for done in [workers.submit(work) for _ in range(2)]:
            done.result()
    assert published(standings, season_id) == [(0, 1), (1, 1), (2, 1)]


def test_the_last_two_results_committed_at_the_same_instant_publish_their_table(
    standings: Standings,
) -> None:
    """Two workers commit them together, time and again, while a third looks without a pause."""
    rounds = [new_id() for _ in range(15)]
    for season_id in rounds:
        standings.tell(*events_of(season_id, FOUR))
    standings.work()
    at_the_commit = threading.Barrier(2)
    working = threading.Event()

    def keep(which: MatchOutcome) -> None:
        for season_id in rounds:
            (event,) = events_of(season_id, [Settled(which, 0)])
            with standings.runtime.writing() as uow:
                handle_once(uow, standings.runtime, in_envelope(event))
                at_the_commit.wait()

    def look() -> None:
        while not working.is_set():
            standings.work()

    with ThreadPoolExecutor(3) as workers:
        looking = workers.submit(look)
        try:
            for done in [workers.submit(keep, which) for which in (A_B, C_D)]:
                done.result()
        finally:
            working.set()
        looking.result()
    standings.work()
    for season_id in rounds:
        assert published(standings, season_id) == [(0, 1), (1, 1)]


@pytest.fixture(scope="module")
def patient_standings(
    tmp_path_factory: pytest.TempPathFactory, postgres: PostgresServer
) -> Iterator[Standings]:
    """One service for many seasons, each with an id of its own."""
    with new_databases(postgres) as make:
        service = Standings(tmp_path_factory.mktemp("standings"), make("standings"))
        yield service
        service.close()


def deliver_patiently(standings: Standings, batch: Sequence[Envelope]) -> None:
    """As the bus does: what the database could not do just now comes again.

    Here two workers get the same events in opposite order, each waiting for the other's inbox.
    """
    try:
        standings.deliver(batch)
    except OperationalError:
        deliver_patiently(standings, batch)


@given(seasons(), st.randoms(use_true_random=False))
@settings(
    max_examples=10,
    deadline=None,
    # What threads do cannot be repeated, so a failing season cannot be made smaller.
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_three_workers_at_once_publish_what_happened(
    patient_standings: Standings, live: Live, chance: Random
) -> None:
    season_id = new_id()
    envelopes = [in_envelope(event) for event in events_of(season_id, live.facts)]
    everything = [*envelopes, *envelopes]
    chance.shuffle(everything)

    def work(share: Sequence[Envelope]) -> None:
        for start in range(0, len(share), 3):
            deliver_patiently(patient_standings, share[start : start + 3])
            patient_standings.work()

    with ThreadPoolExecutor(3) as workers:
        for done in [workers.submit(work, everything[n::3]) for n in range(3)]:
            done.result()
    patient_standings.work()
    announced = patient_standings.announced(season_id)
    assert digests(announced) == live.published
    assert len(announced) == len(live.published)
