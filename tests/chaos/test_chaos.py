"""A league of forty while processes are killed, servers restart, wires are cut and every event
comes twice: at the end nothing is lost and nothing counts double.
"""

from pathlib import Path

from tests.chaos.gremlin import Gremlin
from tests.chaos.league import League
from tests.chaos.plan import chosen_plan
from tests.chaos.record import Record
from tests.chaos.traces import Traces
from tests.chaos.world import World, broken_world
from tests.deployment import OPERATOR_EMAIL, OPERATOR_PASSWORD
from tests.waiting import until

SETTLING_SECONDS = 240.0


def test_a_league_in_chaos_ends_as_if_nothing_had_happened(tmp_path: Path) -> None:
    plan = chosen_plan()
    print(plan)
    with broken_world(tmp_path, plan) as world:
        league = League(world.gateways(), (OPERATOR_EMAIL, OPERATOR_PASSWORD), plan)
        gremlin = Gremlin(plan, world.justa, world.network, world.rabbit, world.postgres)
        gremlin.start()
        try:
            league.play()
            gremlin.finish()
        finally:
            gremlin.close()
        world.justa.ready()
        traces = _settled_traces(world)
        record = Record.read(league)
        _check_record(league, record)
        traces.check_no_dead_letters()
        traces.check_results(league.id, {match["id"] for match in record.all_matches()})
        traces.check_tables(league.id, plan.rounds)
        traces.close()


def _settled_traces(world: World) -> Traces:
    """Once every event and its echo have arrived everywhere."""
    traces = Traces(world.justa.databases, world.rabbit.url)
    until(world.echo.is_done, SETTLING_SECONDS, "the last echo")
    until(lambda: not traces.unrest(), SETTLING_SECONDS, "everything to arrive")
    print(f"{world.echo.echoed} events came twice")
    return traces


def _check_record(league: League, record: Record) -> None:
    assert league.get()["state"] == "finished"
    assert len(record.rounds) == league.plan.rounds
    record.check_seats()
    record.check_duels()
    record.check_tables()
    record.check_accepted(league)
    accepted = sum(len(one.accepted.attempts) for one in league.contestants)
    print(f"{accepted} attempts were accepted; the season was resumed {league.resumed} times")
    assert accepted > league.plan.players
