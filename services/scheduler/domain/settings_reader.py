"""From what an operator sends to season settings, with every limit they are held to.

Values come typed (dates, aware instants, whole numbers); every fault is reported at once,
under its dotted name.
"""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import date, datetime
from typing import Any

from services.scheduler.domain.days import has_day, zone_names
from services.scheduler.domain.fields import Fields
from services.scheduler.domain.settings import (
    Cadence,
    CalendarCadence,
    Clues,
    Format,
    Game,
    Points,
    SeasonSettings,
    TimedCadence,
)

MOST_POINTS = 1_000
MOST_AURA = 1_000_000
MOST_REST_DAYS = 365
MOST_SECONDS = 30 * 24 * 60 * 60
MOST_SWISS_ROUNDS = 100
MOST_MIN_PARTICIPANTS = 1_000_000

_CADENCE_FIELDS = {
    "calendar": ("rest_days",),
    "timed": ("prepare_seconds", "solve_seconds", "break_seconds"),
}
_PARTS = ("points", "game", "clues", "cadence")


def season_settings(given: Mapping[str, Any]) -> SeasonSettings:
    """The settings that `given` asks for, defaults filled in.

    Raises `Invalid` naming every field at fault (`game.symbols`, `starts_on` …).
    """
    fields = Fields(given)
    season_format = Format(fields.choice("format", tuple(Format)))
    cadence = _cadence(fields.part("cadence"))
    game = _game(fields.part("game"))
    starts_on, starts_at = _start(fields, cadence)
    settings = SeasonSettings(
        format=season_format,
        time_zone=_time_zone(fields),
        registration_opens_at=fields.instant("registration_opens_at"),
        registration_closes_at=fields.instant("registration_closes_at"),
        starts_on=starts_on,
        starts_at=starts_at,
        points=_points(fields.part("points")),
        game=game,
        clues=_clues(fields, game),
        cadence=cadence,
        swiss_rounds=_swiss_rounds(fields, season_format),
        min_participants=fields.whole_number("min_participants", 2, MOST_MIN_PARTICIPANTS, 2),
    )
    _check_order_of_times(fields, settings)
    fields.raise_faults()
    return settings


def changed_settings(settings: SeasonSettings, changes: Mapping[str, Any]) -> SeasonSettings:
    """The settings with `changes` laid over them; what a change leaves out stays.

    A part (`points`, `game` …) is changed field by field and set back to its default by None.
    Another kind of cadence replaces the old one and the start that went with it.
    Raises `Invalid` as `season_settings` does.
    """
    given = settings_given(settings)
    if _changes_kind(given["cadence"], changes.get("cadence")):
        given |= {"cadence": None, "starts_on": None, "starts_at": None}
    for name, change in changes.items():
        before = given.get(name)
        merges = name in _PARTS and isinstance(change, Mapping) and isinstance(before, Mapping)
        given[name] = {**before, **change} if merges and before else change
    return season_settings(given)


def settings_given(settings: SeasonSettings) -> dict[str, Any]:
    """The settings as `season_settings` takes them: what a client is shown, values still typed."""
    return {
        **asdict(settings),
        "format": str(settings.format),
        "cadence": {"kind": settings.cadence.kind, **asdict(settings.cadence)},
    }


def _changes_kind(before: Mapping[str, Any], change: object) -> bool:
    return isinstance(change, Mapping) and change.get("kind", before["kind"]) != before["kind"]


def _time_zone(fields: Fields) -> str:
    name = fields.text("time_zone")
    if fields.sound("time_zone") and name not in zone_names():
        fields.refuse("time_zone", "It must be the IANA name of a time zone, as Europe/Madrid.")
    return name


def _points(fields: Fields) -> Points:
    points = Points(
        win=fields.whole_number("win", 0, MOST_POINTS, Points.win),
        draw=fields.whole_number("draw", 0, MOST_POINTS, Points.draw),
        loss=fields.whole_number("loss", 0, MOST_POINTS, Points.loss),
        bye=fields.whole_number("bye", 0, MOST_POINTS, Points.bye),
    )
    if fields.sound("win", "draw") and points.draw > points.win:
        fields.refuse("draw", "A draw must not be worth more than a win.")
    if fields.sound("draw", "loss") and points.loss > points.draw:
        fields.refuse("loss", "A loss must not be worth more than a draw.")
    return points


def _game(fields: Fields) -> Game:
    game = Game(
        code_length=fields.whole_number("code_length", 2, 8, Game.code_length),
        symbols=fields.whole_number("symbols", 2, 16, Game.symbols),
        repeats=fields.flag("repeats", Game.repeats),
        max_attempts=fields.whole_number("max_attempts", 1, 20, Game.max_attempts),
    )
    too_few = not game.repeats and game.symbols < game.code_length
    if too_few and fields.sound("code_length", "symbols", "repeats"):
        fields.refuse("symbols", "Without repeats there must be a symbol for every position.")
    return game


def _clues(fields: Fields, game: Game) -> Clues | None:
    if "clues" not in fields:
        return None
    attempts_known = fields.sound("game.max_attempts")
    positions = game.code_length if fields.sound("game.code_length") else 8
    clues = fields.part("clues")
    return Clues(
        unlock_after_attempts=clues.whole_number(
            "unlock_after_attempts", 0, game.max_attempts - 1 if attempts_known else 19
        ),
        limit=clues.whole_number("limit", 1, positions),
        aura_cost=clues.whole_number("aura_cost", 0, MOST_AURA),
    )


def _cadence(fields: Fields) -> Cadence:
    kind = fields.choice("kind", tuple(_CADENCE_FIELDS), "calendar")
    if not fields.sound("kind"):
        return CalendarCadence()
    for other, names in _CADENCE_FIELDS.items():
        for name in names:
            if other != kind and name in fields:
                fields.refuse(name, f"A {kind} cadence has no such field.")
    if kind == "calendar":
        return CalendarCadence(fields.whole_number("rest_days", 0, MOST_REST_DAYS, 0))
    return TimedCadence(
        prepare_seconds=fields.whole_number("prepare_seconds", 1, MOST_SECONDS),
        solve_seconds=fields.whole_number("solve_seconds", 1, MOST_SECONDS),
        break_seconds=fields.whole_number(
            "break_seconds", 0, MOST_SECONDS, TimedCadence.break_seconds
        ),
    )


def _start(fields: Fields, cadence: Cadence) -> tuple[date | None, datetime | None]:
    if not fields.sound("cadence", "cadence.kind"):
        return None, None
    if isinstance(cadence, CalendarCadence):
        if "starts_at" in fields:
            fields.refuse("starts_at", "A season by the calendar starts on a date: starts_on.")
        return fields.day("starts_on"), None
    if "starts_on" in fields:
        fields.refuse("starts_on", "A timed season starts at an instant: starts_at.")
    return None, fields.instant("starts_at")


def _swiss_rounds(fields: Fields, season_format: Format) -> int | None:
    if "swiss_rounds" not in fields:
        return None
    rounds = fields.whole_number("swiss_rounds", 1, MOST_SWISS_ROUNDS)
    if fields.sound("format") and season_format != Format.SWISS:
        fields.refuse("swiss_rounds", "Only a Swiss has them; a round robin follows from its size.")
    return rounds


def _check_order_of_times(fields: Fields, settings: SeasonSettings) -> None:
    opens_at, closes_at = settings.registration_opens_at, settings.registration_closes_at
    if fields.sound("registration_opens_at", "registration_closes_at") and opens_at >= closes_at:
        fields.refuse("registration_closes_at", "Registration must open before it closes.")
    start = "starts_on" if settings.starts_on is not None else "starts_at"
    if not fields.sound("cadence", "cadence.kind", "time_zone", start, "registration_closes_at"):
        return
    if settings.starts_on and not has_day(settings.time_zone, settings.starts_on):
        fields.refuse(start, "That date does not exist in the season's time zone.")
    elif settings.begins_at < closes_at:
        fields.refuse(start, "Registration must close by the start of round 1.")
