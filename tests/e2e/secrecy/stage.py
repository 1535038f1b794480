"""The stage on which worlds are played: a season whose first round is paired and about to begin."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from services.app.platform import Platform
from tests.e2e.secrecy.people import Person, made
from tests.e2e.secrecy.seams import OPERATOR, running

CLOSE_OF_REGISTRATION = "2040-02-29T12:00:00Z"
AURA, CLUE_COST = 12, 5
SETTINGS: dict[str, Any] = {
    "name": "A season with secrets",
    "time_zone": "Europe/Madrid",
    "starts_on": "2040-03-01",
    "registration_opens_at": "2040-02-20T12:00:00Z",
    "registration_closes_at": CLOSE_OF_REGISTRATION,
    "game": {"code_length": 4, "symbols": 6, "repeats": True, "max_attempts": 6},
    "clues": {"unlock_after_attempts": 1, "limit": 3, "aura_cost": CLUE_COST},
}


@dataclass(frozen=True)
class Duel:
    """A match of the first round. `secret` names what its actor does that nobody may see.

    Where it is None both players do the same in all worlds.
    """

    match_id: str
    secret: str | None
    actor: Person
    opponent: Person


@dataclass(frozen=True)
class Stage:
    """What is there before the round begins, and the folder that holds it."""

    folder: Path
    season: str
    ladder: str
    table: str
    duels: tuple[Duel, ...]
    bye: str | None
    operator: Person
    guest: Person
    nobody: Person
    preparing_from: datetime
    solving_from: datetime
    closes_at: datetime

    @property
    def secret_duels(self) -> list[Duel]:
        return [duel for duel in self.duels if duel.secret]

    @property
    def third(self) -> Person:
        """A player of another match."""
        return next(duel.opponent for duel in self.duels if not duel.secret)


def set_up(folder: Path, format_: str, players: int, secrets: Sequence[str]) -> Stage:
    """Build the stage: the first matches of the round get a secret each, the rest have none."""
    (folder / "clock.json").write_text('{"now": "2040-02-20T12:00:00+00:00"}')
    with running(folder, era=0) as platform:
        nobody = Person("nobody", "192.0.2.1")
        operator = logged_in(platform, Person("operator", "192.0.2.2"), OPERATOR)
        guest = visitor(platform, Person("guest", "192.0.2.3"))
        season = made(platform, operator, "POST", "/seasons", {**SETTINGS, "format": format_})
        crowd = [_player(platform, operator, season["id"], n) for n in range(players)]
        ladder = made(platform, operator, "POST", "/ladder/seasons", LADDER)
        platform.move_clock(datetime.fromisoformat(CLOSE_OF_REGISTRATION))
        round_ = made(platform, nobody, "GET", f"/seasons/{season['id']}/rounds")["items"][0]
        return Stage(
            folder,
            season["id"],
            ladder["id"],
            made(platform, guest, "POST", "/tables", {})["id"],
            _duels(platform, season["id"], crowd, secrets),
            round_["bye"],
            operator,
            guest,
            nobody,
            *(datetime.fromisoformat(round_[end]) for end in ENDS),
        )


LADDER = {
    "name": "A ladder",
    "starts_at": "2040-01-01T00:00:00Z",
    "ends_at": "2041-01-01T00:00:00Z",
}
ENDS = ("preparing_from", "solving_from", "closes_at")


def credentials(name: str) -> dict[str, str]:
    return {"email": f"{name}@example.org", "password": f"the password of {name}"}


def logged_in(platform: Platform, who: Person, credentials: dict[str, str]) -> Person:
    session = made(platform, who, "POST", "/sessions", credentials)
    return Person(who.name, who.address, session["account"]["id"], session["access_token"])


def visitor(platform: Platform, who: Person) -> Person:
    session = made(platform, who, "POST", "/guests", {"display_name": "Visitor"})
    return Person(who.name, who.address, session["account"]["id"], session["access_token"])


def _player(platform: Platform, operator: Person, season: str, number: int) -> Person:
    who = Person(f"p{number}", f"198.51.100.{number}")
    account = {**credentials(who.name), "display_name": who.name, "accept_rules": True}
    made(platform, who, "POST", "/accounts", account)
    player = logged_in(platform, who, credentials(who.name))
    made(platform, player, "POST", f"/seasons/{season}/registration")
    aura = {"amount": AURA, "reason": "for clues"}
    made(platform, operator, "POST", f"/accounts/{player.id}/aura", aura)
    return player


def _duels(
    platform: Platform, season: str, crowd: Sequence[Person], secrets: Sequence[str]
) -> tuple[Duel, ...]:
    """Secret actors are the first of their match and the second in turns."""
    known = {player.id: player for player in crowd}
    path = f"/seasons/{season}/rounds/1/matches"
    matches = made(platform, crowd[0], "GET", path)["items"]
    assert len(matches) > len(secrets), "somebody has to play without a secret"
    duels = []
    for number, match in enumerate(matches):
        sides = [known[match[side]["account_id"]] for side in ("first", "second")]
        actor, opponent = sides if number % 2 == 0 else sides[::-1]
        secret = secrets[number] if number < len(secrets) else None
        duels.append(Duel(match["id"], secret, actor, opponent))
    return tuple(duels)
