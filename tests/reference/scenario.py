"""A season by chance: its settings, its players' habits and what befalls it."""

from collections import defaultdict
from dataclasses import asdict, dataclass, field, replace
from datetime import date, datetime, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from tests.reference.calendar import day_after, start_of_day
from tests.reference.compare import written
from tests.reference.plan import (
    SWISS,
    CalendarCadence,
    Clues,
    Game,
    Plan,
    TimedCadence,
    rounds_for,
)
from tests.reference.results import Points

ZONES = (
    "Europe/Madrid",
    "America/Santiago",
    "America/Havana",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "Pacific/Chatham",
    "America/St_Johns",
    "Asia/Beirut",
    "Africa/Casablanca",
    "America/Los_Angeles",
    "UTC",
)
POINTS = (Points(), Points(2, 1, 0, 1), Points(3, 1, 0, 0), Points(4, 2, 1, 2), Points(1, 1, 1, 1))
GAMES = (
    Game(4, 6, True, 10),
    Game(2, 3, True, 4),
    Game(3, 4, False, 6),
    Game(3, 5, True, 8),
    Game(3, 3, False, 1),
    Game(2, 16, True, 20),
)
SHORT_GAMES = tuple(game for game in GAMES if game.max_attempts <= 4)
# Larger fields are about pairing and tables: their many duels are short.
LARGE = 9
MOMENTS = ("waiting", "preparing", "solving")
OPENINGS = ("past", "clock", "operator")


@dataclass(frozen=True)
class Habits:
    """How a player plays: the chances of each kind of behaviour."""

    confirms: float
    plays: float
    stops: float
    careful: float
    curious: float


@dataclass(frozen=True)
class Scenario:
    """Everything about a season that chance decides before it starts."""

    seed: int
    format: str
    players: int
    game: Game
    points: Points
    clues: Clues | None
    cadence: CalendarCadence | TimedCadence
    zone: str
    swiss_rounds: int | None
    opening: str
    closes_by_hand: bool
    agenda: dict[tuple[int, str], list[str]] = field(default_factory=dict)


def scenario(seed: int, format_: str, players: int) -> Scenario:
    """The scenario of that seed."""
    rng = Random(f"{seed} {format_} {players}")
    game = rng.choice(GAMES if players < LARGE else SHORT_GAMES)
    drawn = Scenario(
        seed,
        format_,
        players,
        game,
        rng.choice(POINTS),
        _clues(rng, game),
        _cadence(rng),
        rng.choice(ZONES),
        rng.choice((None, None, rng.randint(1, players + 2))) if format_ == SWISS else None,
        rng.choice(OPENINGS),
        rng.random() < 0.3,
    )
    return replace(drawn, agenda=_agenda(rng, drawn))


def _clues(rng: Random, game: Game) -> Clues | None:
    if rng.random() < 0.4:
        return None
    unlock = rng.randint(0, min(3, game.max_attempts - 1))
    return Clues(unlock, rng.randint(1, game.code_length), rng.randint(1, 5))


def _cadence(rng: Random) -> CalendarCadence | TimedCadence:
    if rng.random() < 0.6:
        return CalendarCadence(rng.choice((0, 0, 1, 2)))
    return TimedCadence(rng.randint(30, 600), rng.randint(60, 900), rng.choice((10, 10, 1, 45)))


def _agenda(rng: Random, drawn: Scenario) -> dict[tuple[int, str], list[str]]:
    """What happens when: (round, moment) to the kinds of event."""
    rounds = rounds_for(drawn.format, drawn.swiss_rounds, drawn.players)
    counts = {
        "withdraw": rng.choice((0, 0, 1, 1, 2)),
        "disqualify": rng.choice((0, 0, 1, 1)),
        "annul": rng.choice((0, 1, 1, 2)),
        "correct": rng.choice((0, 1, 2, 3)),
        "postpone": rng.choice((0, 0, 1)),
        "grant": rng.randint(0, rounds),
        "exodus": int(rng.random() < 0.05),
    }
    agenda = defaultdict(list)
    for kind, times in counts.items():
        for _ in range(times):
            agenda[rng.randint(1, rounds), rng.choice(MOMENTS)].append(kind)
    return dict(agenda)


def habits(rng: Random) -> Habits:
    """One player's."""
    return Habits(
        confirms=rng.choice((0.95, 0.8, 0.5)),
        plays=rng.choice((1.0, 0.9, 0.6)),
        stops=rng.choice((0.0, 0.0, 0.1)),
        careful=rng.choice((1.0, 0.8, 0.2)),
        curious=rng.choice((0.0, 0.2, 0.5)),
    )


def plan_of(drawn: Scenario, now: datetime, rng: Random) -> Plan:
    """The settings of a season that is announced at `now`."""
    hours = {"past": -rng.randint(1, 48), "clock": rng.randint(1, 48), "operator": 20}
    opens = now + timedelta(hours=hours[drawn.opening])
    closes = max(opens, now) + timedelta(minutes=rng.randint(10, 4000))
    plan = Plan(
        name=f"Season {drawn.seed} of {drawn.players}",
        format=drawn.format,
        time_zone=drawn.zone,
        registration_opens_at=opens,
        registration_closes_at=closes,
        cadence=drawn.cadence,
        points=drawn.points,
        game=drawn.game,
        clues=drawn.clues,
        swiss_rounds=drawn.swiss_rounds,
        min_participants=rng.randint(2, drawn.players),
    )
    return _with_start(plan, rng, at_once=rng.random() < 0.3)


def _with_start(plan: Plan, rng: Random, at_once: bool) -> Plan:
    """Some time after the close of registration, or at that very instant."""
    closes = plan.registration_closes_at
    if isinstance(plan.cadence, TimedCadence):
        wait = 0 if at_once else rng.randint(1, 5000)
        return replace(plan, starts_at=closes + timedelta(seconds=wait))
    day = _first_day(plan.time_zone, closes)
    start = start_of_day(plan.time_zone, day)
    return replace(plan, registration_closes_at=start if at_once else closes, starts_on=day)


def _first_day(zone: str, moment: datetime) -> date:
    """The first date that starts at `moment` or later."""
    day = moment.astimezone(ZoneInfo(zone)).date()
    while start_of_day(zone, day) < moment:
        day = day_after(zone, day, 1)
    return day


DEFAULTS: dict[str, Any] = {
    "points": asdict(Points()),
    "game": asdict(Game()),
    "cadence": {"kind": "calendar", "rest_days": 0, "break_seconds": 10},
    "min_participants": 2,
}


def announcement(plan: Plan, rng: Random) -> dict[str, Any]:
    """The request that announces it, leaving out some of what is the default anyway."""
    body = {}
    for name, value in plan.settings().items():
        if value is None or (value == DEFAULTS.get(name) and rng.random() < 0.5):
            continue
        body[name] = _partly(value, DEFAULTS.get(name), rng)
    if body.get("cadence") == {"kind": "calendar"} and rng.random() < 0.5:
        del body["cadence"]
    return body


def _partly(value: Any, defaults: Any, rng: Random) -> Any:
    if isinstance(value, datetime):
        return written(value)
    if not isinstance(value, dict):
        return value
    known = defaults or {}
    return {
        key: inner
        for key, inner in value.items()
        if key == "kind" or inner != known.get(key) or rng.random() < 0.5
    }
