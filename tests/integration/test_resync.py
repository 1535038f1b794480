"""A service that lost its copies of others' data is told again, and ends as it was before."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import Table, delete, select, update

from services.app.composition import BY_NAME
from services.app.platform import Platform
from services.gateway.tables import live as gateway
from services.match import tables as match
from services.scheduler import tables as scheduler
from services.standings import tables as standings
from shared.events.catalogue import CATALOGUE, AccountRegistered, SnapshotTold, ToldFact
from shared.events.envelope import UnreadableEvent
from shared.messaging.local import LocalBus
from shared.messaging.snapshots import ask, take_facts
from shared.runtime import Runtime
from shared.settings import Settings
from shared.tables import KIT, names, outbox, snapshots
from tests.clients import RunningPlatform
from tests.reference import opening
from tests.reference.driver import play_season
from tests.reference.plan import ROUND_ROBIN, SWISS
from tests.reference.scenario import scenario

Rows = dict[str, list[dict[str, Any]]]

# Which of an account's or a season's revisions brought a value is not told again, nor when the
# telling was heard.
UNTOLD = frozenset(
    {
        "names.revision",
        "names.suspension_revision",
        "rounds.times_revision",
        "live_rounds.times_revision",
        "published_tables.published_at",
    }
)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    """Two eventful seasons that are over and one that is being played."""
    settings = Settings(
        data=tmp_path_factory.mktemp("played"),
        secret="s" * 48,
        clock="manual",
        rate_limits=False,
        operator_email="operator@example.org",
        operator_password="correct horse battery",
    )
    platform = Platform(settings, bus=LocalBus(unruly=random.Random(3)))
    platform.migrate()
    platform.start()
    running = RunningPlatform(platform)
    login = (running.client(), running.operator_email, running.operator_password)
    for drawn in (scenario(0, SWISS, 7), scenario(61, ROUND_ROBIN, 5)):
        assert play_season(*login, drawn).season.state == "finished"
    play = opening.announce(*login, scenario(61, ROUND_ROBIN, 5))
    for step in (opening.open_registration, opening.fill, opening.close_registration):
        step(play)
    assert play.season.state == "running"
    yield platform
    platform.stop()


def rows_of(platform: Platform, service: str) -> Rows:
    """All that a service keeps of its own and of others, in no particular order."""
    with platform.runtimes[service].reading() as uow:
        own = [*BY_NAME[service].metadata.sorted_tables, names]
        return {table.name: _rows(uow.connection, table) for table in own}


def _rows(connection: Any, table: Table) -> list[dict[str, Any]]:
    told = [column for column in table.c if f"{table.name}.{column.name}" not in UNTOLD]
    rows = [dict(row._mapping) for row in connection.execute(select(*told))]
    return sorted(rows, key=repr)


def everything(platform: Platform) -> dict[str, Rows]:
    return {service: rows_of(platform, service) for service in BY_NAME}


def resync(platform: Platform, service: str) -> None:
    ask(platform.runtimes[service])
    platform.settle()


def damage(runtime: Runtime, *statements: Any) -> None:
    with runtime.plain_writing() as connection:
        for statement in statements:
            assert connection.execute(statement).rowcount, f"no harm done by {statement}"


def emptied(service: str) -> list[Any]:
    """Deletes of all tables of a service that have rows to lose."""
    own = [*reversed(BY_NAME[service].metadata.sorted_tables), names]
    return [delete(table) for table in own if table.name != "looks"]


def duels_told(rows: Rows) -> int:
    return sum(event["type"] == "duel_changed" for event in rows["live_events"])


@pytest.mark.parametrize("service", BY_NAME)
def test_whoever_lost_nothing_keeps_everything_as_it_is(played: Platform, service: str) -> None:
    before = everything(played)
    resync(played, service)
    assert everything(played) == before


def test_the_standings_come_back_from_nothing_table_by_table(played: Platform) -> None:
    before = everything(played)
    assert len(before["standings"]["published_tables"]) > 20
    damage(played.runtimes["standings"], *emptied("standings"))
    resync(played, "standings")
    assert everything(played) == before


def test_results_that_the_standings_lost_are_told_again(played: Platform) -> None:
    before = rows_of(played, "standings")
    lost = standings.ResultRow
    damage(played.runtimes["standings"], delete(lost), delete(standings.DisqualificationRow))
    resync(played, "standings")
    assert rows_of(played, "standings") == before


def test_the_scheduler_gets_tables_names_and_acknowledgements_back(played: Platform) -> None:
    before = rows_of(played, "scheduler")
    row = scheduler.ParticipantRow
    unheard = update(row).values(withdrawal_obeyed=False, disqualification_obeyed=False)
    lost = (delete(scheduler.RankingRow), delete(names), unheard)
    damage(played.runtimes["scheduler"], *lost)
    resync(played, "scheduler")
    assert rows_of(played, "scheduler") == before


def test_the_match_service_gets_seasons_rounds_and_pairings_back(played: Platform) -> None:
    before = rows_of(played, "match")
    forgotten = dict.fromkeys(("preparing_from", "solving_from", "closes_at", "points"))
    with played.runtimes["match"].reading() as uow:
        ahead = select(match.Match.id).where(match.Match.result_revision.is_(None))
        unplayed = list(uow.connection.execute(ahead).scalars())
    damage(
        played.runtimes["match"],
        delete(names),
        delete(match.Side).where(match.Side.match_id.in_(unplayed)),
        delete(match.Match).where(match.Match.id.in_(unplayed)),
        delete(match.Bar).where(match.Bar.kind == "withdrawn"),
        update(match.Round).values(**forgotten, times_revision=-1, due=False, departures=None),
        update(match.Season).values(rounds=None, revision=-1, last_round=None),
    )
    resync(played, "match")
    assert rows_of(played, "match") == before


def test_the_gateway_knows_again_what_its_listeners_know(played: Platform) -> None:
    before = rows_of(played, "gateway")
    lost = (gateway.LiveSeasonRow, gateway.LiveRoundRow, gateway.LiveTableRow)
    damage(played.runtimes["gateway"], *(delete(table) for table in lost))
    resync(played, "gateway")
    after = rows_of(played, "gateway")
    for table in ("live_seasons", "live_rounds", "live_tables"):
        assert after[table] == before[table]
    assert duels_told(after) == duels_told(before)


def test_the_ladder_gets_its_names_back(played: Platform) -> None:
    before = rows_of(played, "ladder")
    damage(played.runtimes["ladder"], delete(names))
    resync(played, "ladder")
    assert rows_of(played, "ladder") == before


def test_asked_again_in_the_middle_an_owner_begins_anew(played: Platform) -> None:
    before = everything(played)
    for _ in range(3):
        ask(played.runtimes["standings"])
    ask(played.runtimes["match"])
    played.settle()
    assert everything(played) == before
    for runtime in played.runtimes.values():
        with runtime.reading() as uow:
            assert uow.connection.execute(select(snapshots)).all() == []


def test_only_owners_tell(played: Platform) -> None:
    standings = played.runtimes["standings"]
    fact = AccountRegistered(account_id="x", display_name="X", revision=1)
    told = ToldFact(type=fact.type, data=fact.schema.dump(fact))
    page = SnapshotTold(asker="standings", facts=(told,))
    refused = "standings is not told AccountRegistered by ladder"
    with standings.writing() as uow, pytest.raises(UnreadableEvent, match=refused):
        take_facts(standings, uow, page, teller="ladder")
    elsewhere = SnapshotTold(asker="match", facts=(told,))
    with standings.writing() as uow:
        take_facts(standings, uow, elsewhere, teller="gateway")
        assert uow.connection.execute(select(names).where(names.c.account_id == "x")).all() == []


def test_facts_are_told_in_small_events(played: Platform) -> None:
    # Whatever other tests have asked for before.
    resync(played, "standings")
    told: list[str] = []
    for runtime in played.runtimes.values():
        with runtime.reading() as uow:
            asked = select(outbox.c.payload).where(outbox.c.type == SnapshotTold.type)
            told += uow.connection.execute(asked).scalars()
    assert len(told) > 10
    for payload in told:
        assert len(payload) < 200_000
        assert payload.count('"type": ') <= 20


@pytest.mark.parametrize("service", BY_NAME)
def test_every_fact_that_a_service_keeps_is_told_by_its_owner(service: str) -> None:
    snapshot = BY_NAME[service].snapshot
    assert set(snapshot.keeps) <= set(BY_NAME[service].handlers)
    for kept in snapshot.keeps:
        chapters = BY_NAME[kept.producer].snapshot.chapters
        assert any(kept in chapter.types for chapter in chapters), kept.type
    for chapter in snapshot.chapters:
        assert {type_.producer for type_ in chapter.types} == {service}
        assert set(chapter.types) <= set(CATALOGUE.values())


def test_what_is_heard_and_not_kept_is_a_passing_matter() -> None:
    passing: Callable[[str], set[str]] = lambda name: {  # noqa: E731
        type_.type for type_ in BY_NAME[name].handlers if type_ not in BY_NAME[name].snapshot.keeps
    }
    of_ladder = {"RatingChanged", "LadderGameVoided", "LadderSeasonConfirmed"}
    assert passing("gateway") == {"MatchResult", "DuelOpened", "DuelChanged"} | of_ladder
    assert passing("match") == {"AccountRenamed", "DuelHeard"}
    for service in ("scheduler", "standings", "ladder"):
        assert passing(service) == {"AccountRenamed"}
    assert KIT.tables["snapshots"] is snapshots
