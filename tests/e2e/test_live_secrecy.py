"""Nobody sees what a player does in secret in a live duel until it ends.

As for a round of the league, two worlds differ in nothing but secrets; here they last seconds.
"""

import shutil
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from services.match.usecases import tables
from tests.e2e.secrecy import looking, operating
from tests.e2e.secrecy.acting import Move, attempt, code, look
from tests.e2e.secrecy.comparing import Key, differences
from tests.e2e.secrecy.leaks import leak_everywhere
from tests.e2e.secrecy.moments import Moment
from tests.e2e.secrecy.people import Person, Seen, ask, made
from tests.e2e.secrecy.seams import OPERATOR, TestPlatform, running
from tests.e2e.secrecy.stage import LADDER, SETTINGS, Duel, Stage, credentials, logged_in, visitor

OPENED = datetime.fromisoformat("2040-02-20T12:00:00+00:00")
LATER = OPENED + timedelta(seconds=20)
PREPARES, SOLVES, FAILS, AGAINST_COMPUTER = "prepares", "solves", "fails", "plays the computer"

SECRETS: Mapping[str, Sequence[Move]] = {
    PREPARES: [code("1122"), code("1133", confirm=True), look(), look("/me/matches")],
    SOLVES: [
        attempt(1, "1111"),
        attempt(1, "1111", status=200),
        attempt(3, "1111", refused="attempt_out_of_turn"),
        attempt(2, "1112", key="second"),
        attempt(3, "2345"),
        attempt(4, "1111", refused="already_solved"),
    ],
    FAILS: [*(attempt(number, "1111") for number in range(1, 9)), look()],
    AGAINST_COMPUTER: [code("3456", confirm=True), attempt(1, "6666"), attempt(2, "5555")],
}


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """Three tables, one of them with the guest, a game against the computer, and a table without
    secrets."""
    folder = tmp_path_factory.mktemp("live")
    (folder / "clock.json").write_text(f'{{"now": "{OPENED.isoformat()}"}}')
    invites = map(str, count(1))
    with running(folder, era=0) as platform, pytest.MonkeyPatch.context() as patch:
        # Without chance all tables would have one invite code.
        patch.setattr(tables, "draw_invite", lambda _choose: f"invite-{next(invites)}")
        patch.setattr(tables, "read_invite", str)
        nobody = Person("nobody", "192.0.2.1")
        operator = logged_in(platform, Person("operator", "192.0.2.2"), OPERATOR)
        guest = visitor(platform, Person("guest", "192.0.2.3"))
        season = made(platform, operator, "POST", "/seasons", {**SETTINGS, "format": "swiss"})
        ladder = made(platform, operator, "POST", "/ladder/seasons", LADDER)
        crowd = [_player(platform, number) for number in range(8)]
        waiting = made(platform, crowd[7], "POST", "/tables", {})["id"]
        duels = [
            _table(platform, PREPARES, crowd[0], crowd[1]),
            _table(platform, SOLVES, crowd[2], guest),
            _table(platform, FAILS, crowd[3], crowd[4]),
            _against_computer(platform, crowd[5]),
            _table(platform, None, crowd[6], operator),
        ]
        for duel in duels[1:3]:
            for who in (duel.actor, duel.opponent):
                body = {"code": "2345", "confirm": True}
                made(platform, who, "PUT", f"/matches/{duel.match_id}/code", body)
        platform.settle()
        known = (folder, season["id"], ladder["id"], waiting, tuple(duels), None)
        return Stage(*known, operator, guest, nobody, OPENED, OPENED, OPENED)


def _player(platform: TestPlatform, number: int) -> Person:
    who = Person(f"p{number}", f"198.51.100.{number}")
    account = {**credentials(who.name), "display_name": who.name, "accept_rules": True}
    made(platform, who, "POST", "/accounts", account)
    return logged_in(platform, who, credentials(who.name))


def _table(platform: TestPlatform, secret: str | None, actor: Person, opponent: Person) -> Duel:
    table = made(platform, actor, "POST", "/tables", {})
    match = made(platform, opponent, "POST", f"/tables/{table['invite_code']}/join")
    return Duel(match["id"], secret, actor, opponent)


def _against_computer(platform: TestPlatform, actor: Person) -> Duel:
    match = made(platform, actor, "POST", "/tables/computer", {"level": "normal"})
    return Duel(match["id"], AGAINST_COMPUTER, actor, actor)


def play(
    stage: Stage, folder: Path, secrets: Mapping[str, Sequence[Move]], watchers: Sequence[Person]
) -> dict[Key, Seen]:
    """Everything that some people without a secret see of a world."""
    shutil.copytree(stage.folder, folder)
    seen: dict[Key, Seen] = {}
    with running(folder, era=1) as platform:
        incident = ask(platform, stage.operator, "POST", "/admin/incidents", _incident(stage))
        guide = looking.guide(platform, stage, incident.json["id"])
        platform.move_clock(LATER)
        for duel in stage.secret_duels:
            for move in secrets.get(str(duel.secret), ()):
                _do(platform, duel.actor, move, duel)
        for duel in stage.secret_duels[1:3]:
            answer = _do(platform, duel.opponent, attempt(1, "1111"), duel)
            seen[Moment.SOLVING, duel.opponent.name, "own attempt"] = answer
        platform.settle()
        for who in watchers:
            for address, sight in looking.look(platform, who, guide.all).items():
                seen[Moment.SOLVING, who.name, address] = sight
    return seen


def _incident(stage: Stage) -> object:
    return operating.incident(stage).body


def _do(platform: TestPlatform, who: Person, move: Move, duel: Duel) -> Seen:
    path = move.path.format(match=duel.match_id)
    answer = ask(platform, who, move.method, path, move.body, dict(move.headers))
    assert (answer.status, answer.code) == (move.status, move.code), (who, move, answer)
    return answer


def _opponents(stage: Stage) -> list[Person]:
    """A player, the guest, another player, and the operator."""
    return [duel.opponent for duel in stage.duels if duel.opponent != duel.actor]


def test_nobody_sees_a_secret_of_a_live_duel(stage: Stage, tmp_path: Path) -> None:
    watchers = [*_opponents(stage)[1:], stage.nobody]
    silent = play(stage, tmp_path / "silent", {}, watchers)
    busy = play(stage, tmp_path / "busy", SECRETS, watchers)
    for duel in stage.duels:
        state = "preparing" if duel.secret in (PREPARES, None) else "solving"
        shown = busy[Moment.SOLVING, "nobody", f"/matches/{duel.match_id}"].json
        if duel.secret != AGAINST_COMPUTER:
            assert shown["state"] == state
    public = {key: sight for key, sight in busy.items() if not _of_own_start(stage, key)}
    assert len(public) > 300
    assert differences({key: silent[key] for key in public}, public) == []


def _of_own_start(stage: Stage, key: Key) -> bool:
    """Against the computer solving begins with the player's own code, and everybody may see it."""
    (duel,) = (duel for duel in stage.duels if duel.secret == AGAINST_COMPUTER)
    return key[2] == f"/matches/{duel.match_id}"


def test_leaks_of_live_duels_would_be_found(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak_everywhere(monkeypatch)
    watchers = _opponents(stage)[1:2]
    silent = play(stage, tmp_path / "silent", {}, watchers)
    busy = play(stage, tmp_path / "busy", SECRETS, watchers)
    found = differences(silent, busy)
    assert any(f"/matches/{stage.duels[1].match_id}:" in told for told in found)
    assert any("/events" in told for told in found)
