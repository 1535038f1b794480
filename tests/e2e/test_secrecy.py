"""Nobody sees what a player does in secret until the round closes.

Two worlds run alike but for what some players do in secret: nothing in the one, everything that
a player can do in the other. Everybody else gets the same answers in both, to the byte.
"""

from dataclasses import dataclass
from pathlib import Path

import pytest

from services.gateway import edge
from services.gateway.domain.rates import Rate
from services.gateway.guard import limits
from services.gateway.guard.limits import Limits
from tests.e2e.secrecy import published
from tests.e2e.secrecy.acting import SECRETS
from tests.e2e.secrecy.comparing import Key, differences
from tests.e2e.secrecy.leaks import leak_everywhere
from tests.e2e.secrecy.moments import Moment
from tests.e2e.secrecy.passing import close
from tests.e2e.secrecy.people import Person, Seen, ask
from tests.e2e.secrecy.published import match_as_seen, side_of, side_to_publish, without_instants
from tests.e2e.secrecy.stage import Stage, set_up
from tests.e2e.secrecy.world import World, world

SECRETS_OF_A_SMALL_SEASON = [
    "solves, with keys, repeatedly",
    "confirms, again, and what is refused",
    "runs out of attempts, clues and Aura",
]


@dataclass(frozen=True)
class Told:
    """What was told in one world until the close, and what was published after it."""

    stage: Stage
    seen: dict[Key, Seen]
    live: dict[str, bytes]
    matches: dict[str, published.Shown]
    done: dict[str, list[published.Done]]


Worlds = tuple[Told, Told]
"""The silent one and the busy one."""


@pytest.fixture(scope="module")
def small_season(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    folder = tmp_path_factory.mktemp("small")
    return set_up(folder, "double_round_robin", 8, SECRETS_OF_A_SMALL_SEASON)


@pytest.fixture(scope="module")
def large_season(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """With a bye, and with somebody who withdraws and somebody who is disqualified."""
    return set_up(tmp_path_factory.mktemp("large"), "swiss", 17, list(SECRETS))


@pytest.fixture(scope="module", params=["small_season", "large_season"])
def worlds(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Worlds:
    stage = request.getfixturevalue(request.param)
    folder = tmp_path_factory.mktemp("worlds")
    with world(stage, folder / "silent", {}) as silent:
        quiet = _play(silent)
    with world(stage, folder / "busy", SECRETS) as busy:
        return quiet, _play(busy)


def _play(world: World) -> Told:
    world.listen()
    world.play()
    live = world.heard()
    close(world.platform)
    matches = {duel.match_id: match_as_seen(world, duel) for duel in world.stage.duels}
    return Told(world.stage, world.seen, live, matches, world.answers)


def test_nobody_sees_a_secret(worlds: Worlds) -> None:
    silent, busy = worlds
    assert len(silent.seen) > 1000
    assert differences(silent.seen, busy.seen) == []


def test_nobody_hears_of_a_secret(worlds: Worlds) -> None:
    silent, busy = worlds
    assert b"solving_opened" in silent.live["nobody"]
    assert silent.live == busy.live


def test_everything_is_published_at_the_close(worlds: Worlds) -> None:
    _, busy = worlds
    for duel in busy.stage.secret_duels:
        shown = busy.matches[duel.match_id]
        assert shown["state"] == "closed"
        side = shown[side_of(shown, duel.actor.id)]
        assert without_instants(side) == side_to_publish(busy.done[duel.match_id]), duel.secret
        assert published.outcome(shown, duel) == published.RESULTS[str(duel.secret)], duel.secret


def test_silence_is_published_too(worlds: Worlds) -> None:
    silent, _ = worlds
    for duel in silent.stage.secret_duels:
        shown = silent.matches[duel.match_id]
        side = shown[side_of(shown, duel.actor.id)]
        assert without_instants(side) == side_to_publish([])
        assert published.outcome(shown, duel) == published.SILENCE


def test_what_others_did_is_published_alike(worlds: Worlds) -> None:
    silent, busy = worlds
    assert silent.matches != busy.matches
    for duel in busy.stage.duels:
        one, other = silent.matches[duel.match_id], busy.matches[duel.match_id]
        side = side_of(one, duel.opponent.id)
        assert one[side] == other[side]
        assert one == other or duel.secret


# Leaks


def test_leaks_would_be_found(
    small_season: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The comparison fails where a count, an order, a tag, an event or a balance tells."""
    leak_everywhere(monkeypatch)
    told = []
    for name, secrets in (("silent", {}), ("busy", SECRETS)):
        with world(small_season, tmp_path / name, secrets) as leaky:
            leaky.play(looks=[Moment.SOLVING], until=Moment.SOLVING)
            told.append(leaky.seen)
    silent, busy = told
    duel, season = small_season.duels[0], f"/seasons/{small_season.season}"
    opponent, operator = duel.opponent.name, "operator"
    for who, address in (
        (opponent, f"/matches/{duel.match_id}"),
        (operator, f"{season}/rounds/1/matches"),
        (opponent, "/events"),
        (opponent, "/events from 0-0"),
    ):
        key = (Moment.SOLVING, who, address)
        assert silent[key].body != busy[key].body, key
    tagged = (Moment.SOLVING, operator, f"{season}/participants")
    assert silent[tagged].body == busy[tagged].body
    assert silent[tagged].headers != busy[tagged].headers
    found = differences(silent, busy)
    assert any(operator in told and "POST /accounts" in told for told in found)
    assert len(found) > 10


# Limits

MOST = 30


def test_limits_tell_nothing(
    small_season: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When somebody is refused, and for how long, hangs on their own requests alone."""
    rate = Rate(MOST, 60)
    monkeypatch.setattr(limits, "PEOPLE", rate)
    monkeypatch.setattr(limits, "ADDRESSES", rate)
    monkeypatch.setattr(edge, "limits_of", lambda _: Limits(on=True, clock=lambda: 0.0))
    told = []
    for name, secrets in (("silent", {}), ("busy", SECRETS)):
        with world(small_season, tmp_path / name, secrets, rate_limits=True) as limited:
            for moment in list(Moment)[: Moment.SOLVING.value]:
                limited.live_through(moment)
            told.append({who.name: _exhaust(limited, who) for who in _asking(limited)})
    silent, busy = told
    assert silent == busy
    for answers in busy.values():
        assert [seen.status for seen in answers[-2:]] == [429, 429]
        assert dict(answers[-1].headers)["Retry-After"] == "2"


def _asking(world: World) -> list[Person]:
    return [*world.watchers[:2], world.stage.nobody]


def _exhaust(world: World, who: Person) -> list[Seen]:
    """Ask once more than anybody may."""
    path = f"/matches/{world.stage.duels[0].match_id}"
    return [ask(world.platform, who, "GET", path) for _ in range(MOST + 2)]
