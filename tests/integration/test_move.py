"""A season begun on SQLite goes on on PostgreSQL as if it had never moved."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import create_engine, func, insert, select, text, update

from services.app.cli import main
from services.app.composition import BY_NAME
from services.app.lock import DataLock
from services.app.platform import Platform
from services.app.upkeep.moving import MoveRefused, check, copy, removals
from services.match.tables import Wallet
from services.standings.tables import ResultRow
from shared.db import open_engine
from shared.leadership import RELAY_LOCK, LockLeadership
from shared.messaging.bus import Letter
from shared.messaging.letters import keep, oldest
from shared.messaging.local import LocalBus
from shared.migrate import migrate, whole_metadata
from shared.tables import inbox, outbox
from tests.integration.full_platform import FullPlatform, StandingClock, settings_for
from tests.integration.steady_league import League
from tests.servers import RabbitServer
from tests.waiting import until

START = datetime(2031, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
def targets(make_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Five databases, migrated and empty, named to the command by its environment."""
    found = {service: make_database(service) for service in BY_NAME}
    for name, url in found.items():
        engine = create_engine(url)
        migrate(BY_NAME[name], engine)
        engine.dispose()
        monkeypatch.setenv(f"JUSTA_DATABASE_URL_{name.upper()}", url)
    monkeypatch.setenv("JUSTA_DEVELOPMENT", "on")
    return found


@pytest.fixture
def started() -> Iterator[ExitStack]:
    """Ends what the test has started, however it goes."""
    with ExitStack() as stack:
        yield stack


def embedded(folder: Path, clock: StandingClock) -> Platform:
    folder.mkdir(exist_ok=True)
    platform = Platform(settings_for(folder), bus=LocalBus())
    for runtime in platform.runtimes.values():
        runtime.clock = clock
    platform.clock = clock
    platform.migrate()
    return platform


@pytest.fixture
def begun(tmp_path: Path) -> Iterator[League]:
    """A league in the middle of its second round, and at rest."""
    clock = StandingClock(START)
    platform = embedded(tmp_path / "data", clock)
    platform.start()
    league = League(clock, platform)
    league.begin()
    league.play(1)
    league.prepare(2, league.names[:3])
    league.rename("Player 0", "Player zero")
    account = league.call(platform, league.names[1], "GET", "/me")["id"]
    grant = {"amount": 7, "reason": "for turning up"}
    league.call(platform, "operator", "POST", f"/accounts/{account}/aura", grant)
    platform.settle()
    platform.stop()
    return league


def move(folder: Path) -> Result:
    return CliRunner().invoke(main, ["move", "--data", str(folder)])


def doubt_what_arrived(folder: Path) -> int:
    """As after a kill: of every service's last events nobody knows that they had arrived."""
    doubted = 0
    for name in BY_NAME:
        engine = open_engine(f"sqlite:///{folder / name}.sqlite")
        with engine.begin() as connection:
            last = select(outbox.c.seq).order_by(outbox.c.seq.desc()).limit(30)
            unsure = update(outbox).where(outbox.c.seq.in_(last)).values(published_at=None)
            doubted += connection.execute(unsure).rowcount
        engine.dispose()
    return doubted


def test_a_season_goes_on_in_the_full_deployment(
    begun: League,
    tmp_path: Path,
    targets: dict[str, str],
    fresh_rabbit: RabbitServer,
    started: ExitStack,
) -> None:
    data, clock = tmp_path / "data", begun.clock
    late = embedded(data, clock)
    # Nobody is told before the move: its background work does not run.
    begun.call(late, None, "POST", "/guests", {"display_name": "Late guest"})
    for runtime in late.runtimes.values():
        runtime.engine.dispose()
    assert doubt_what_arrived(data) > 40
    shutil.copytree(data, tmp_path / "unmoved")

    result = move(data)
    assert result.exit_code == 0, result.output
    assert "the same on both sides" in result.output

    unmoved = embedded(tmp_path / "unmoved", clock)
    moved = FullPlatform(settings_for(data), targets, fresh_rabbit.url, clock)
    for world in (unmoved, moved):
        started.callback(world.stop)
        world.start()
    begun.worlds = [unmoved, moved]
    begun.prepare(2, begun.names[3:])
    begun.solve(2)
    begun.close(2)
    begun.play(3)
    begun.await_end()
    unmoved.settle()
    moved.await_published()
    expected, found = (begun.history(world) for world in begun.worlds)
    assert found == expected
    assert expected["season"]["state"] == "finished"
    resynced(moved)
    for name, runtime in moved.workers.items():
        assert runtime.dead_letters.count() == 0, name
        with runtime.reading() as uow:
            handled = select(func.count()).select_from(inbox).where(inbox.c.position.is_not(None))
            assert uow.connection.execute(handled).scalar_one(), f"{name} heard nothing new"


def resynced(moved: FullPlatform) -> None:
    """What the standings lose is told to them again over the broker."""
    results = ResultRow.__table__
    standings = moved.workers["standings"]

    def known() -> int:
        with standings.reading() as uow:
            counted = select(func.count()).select_from(results)
            return int(uow.connection.execute(counted).scalar_one())

    before = known()
    assert before == 9
    with standings.plain_writing() as connection:
        connection.execute(results.delete())
    result = CliRunner().invoke(main, ["resync", "standings"])
    assert result.exit_code == 0, result.output
    until(lambda: known() == before, 60, "results told again")
    moved.await_published()


def row_counts(targets: dict[str, str]) -> dict[str, int]:
    """How many rows each table holds; a migrated database brings some of its own."""
    counts = {}
    for name, url in targets.items():
        engine = create_engine(url)
        with engine.connect() as connection:
            for table in whole_metadata(BY_NAME[name]).sorted_tables:
                asked = select(func.count()).select_from(table)
                counts[f"{name}.{table.name}"] = connection.execute(asked).scalar_one()
        engine.dispose()
    return counts


@pytest.fixture
def as_migrated(targets: dict[str, str]) -> dict[str, int]:
    return row_counts(targets)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with hardly anything in it."""
    platform = embedded(tmp_path_factory.mktemp("model") / "data", StandingClock(START))
    platform.start()
    platform.stop()
    return platform.settings.data


@pytest.fixture
def folder(model: Path, tmp_path: Path) -> Path:
    """One such folder for each test."""
    return Path(shutil.copytree(model, tmp_path / "data"))


def test_twice_is_once(folder: Path, targets: dict[str, str], as_migrated: dict[str, int]) -> None:
    for _ in range(2):
        result = move(folder)
        assert result.exit_code == 0, result.output
    assert row_counts(targets) != as_migrated
    again = CliRunner().invoke(main, ["up", "--data", str(folder)])
    assert again.exit_code == 1
    assert "has moved to 127.0.0.1" in again.output


def test_numbers_go_on_where_they_were(folder: Path, targets: dict[str, str]) -> None:
    source = open_engine(f"sqlite:///{folder / 'gateway.sqlite'}")
    with source.begin() as connection:
        # A number that was given to a row which is gone is not given again.
        connection.execute(text("UPDATE sqlite_sequence SET seq = 41 WHERE name = 'outbox'"))
        assert connection.execute(select(func.max(outbox.c.seq))).scalar_one() < 41
    source.dispose()
    assert move(folder).exit_code == 0
    engine = create_engine(targets["gateway"])
    with engine.begin() as connection:
        event = connection.execute(select(outbox).limit(1)).one()._mapping
        row = {**event, "id": "another", "published_at": None}
        del row["seq"], row["xid"]
        added = insert(outbox).values(**row).returning(outbox.c.seq, outbox.c.xid)
        seq, xid = connection.execute(added).one()
        assert seq == 42
        assert int(xid) > 0
    engine.dispose()


def test_a_database_that_holds_something_is_refused(
    folder: Path, targets: dict[str, str], as_migrated: dict[str, int]
) -> None:
    engine = create_engine(targets["match"])
    with engine.begin() as connection:
        connection.execute(insert(Wallet).values(account_id="somebody"))
    result = move(folder)
    assert result.exit_code == 1
    assert "the database for match has wallets already" in result.output
    with engine.begin() as connection:
        connection.execute(Wallet.__table__.delete())
    engine.dispose()
    assert row_counts(targets) == as_migrated


def test_a_database_that_is_not_migrated_is_refused(folder: Path, targets: dict[str, str]) -> None:
    engine = create_engine(targets["gateway"])
    migrate(BY_NAME["gateway"], engine, "-1")
    engine.dispose()
    result = move(folder)
    assert result.exit_code == 1
    assert "justa migrate" in result.output


def test_a_running_worker_is_in_the_way(folder: Path, targets: dict[str, str]) -> None:
    engine = create_engine(targets["ladder"])
    worker = LockLeadership(engine, RELAY_LOCK, listens=False)
    assert worker.mine()
    result = move(folder)
    assert result.exit_code == 1
    assert "a worker of ladder runs already" in result.output
    worker.release()
    engine.dispose()
    assert move(folder).exit_code == 0


def test_a_folder_in_use_or_on_a_manual_clock_is_refused(
    folder: Path, targets: dict[str, str], as_migrated: dict[str, int]
) -> None:
    with DataLock(folder, "a test"):
        assert "is in use" in move(folder).output
    (folder / "clock.json").write_text("{}")
    assert "moved by hand" in move(folder).output
    (folder / "clock.json").unlink()
    assert "there is no" in move(folder / "elsewhere").output
    assert row_counts(targets) == as_migrated


def test_dead_letters_move_along(folder: Path, targets: dict[str, str]) -> None:
    engine = open_engine(f"sqlite:///{folder / 'match.sqlite'}")
    with engine.begin() as connection:
        keep(connection, Letter("1", "T", "{}", "no", attempts=5))
        there = oldest(connection)
    engine.dispose()
    assert move(folder).exit_code == 0
    engine = create_engine(targets["match"])
    with engine.begin() as connection:
        assert oldest(connection) == there
    engine.dispose()


def falsify(folder: Path, targets: dict[str, str]) -> None:
    """A move in which one row arrives as another."""
    with removals(folder, targets) as found:
        for removal in found:
            copy(removal, lambda _: None)
        gateway = next(one for one in found if one.service.name == "gateway")
        accounts = whole_metadata(gateway.service).tables["accounts"]
        gateway.target.execute(accounts.update().values(display_name="Somebody else"))
        for removal in found:
            check(removal, lambda _: None)


def test_a_difference_undoes_everything(
    folder: Path, targets: dict[str, str], as_migrated: dict[str, int]
) -> None:
    with pytest.raises(MoveRefused, match="gateway: accounts has"):
        falsify(folder, targets)
    assert row_counts(targets) == as_migrated
    assert not (folder / "moved").exists()
