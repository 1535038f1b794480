"""What season settings are accepted, and how every fault is named at once."""

from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import pytest

from services.scheduler.domain.days import start_of_day
from services.scheduler.domain.settings import (
    CalendarCadence,
    Clues,
    Format,
    Game,
    Points,
    SeasonSettings,
    TimedCadence,
)
from services.scheduler.domain.settings_reader import (
    changed_settings,
    season_settings,
    settings_given,
)
from shared.errors import Invalid

OPENS = datetime(2026, 3, 1, 12, tzinfo=UTC)
CLOSES = datetime(2026, 3, 20, 12, tzinfo=UTC)
STARTS = date(2026, 3, 28)
CLUES = {"unlock_after_attempts": 3, "limit": 2, "aura_cost": 5}
TIMED = {"kind": "timed", "prepare_seconds": 60, "solve_seconds": 300}


def by_the_calendar(**changes: Any) -> dict[str, Any]:
    return {
        "format": "swiss",
        "time_zone": "Europe/Madrid",
        "starts_on": STARTS,
        "registration_opens_at": OPENS,
        "registration_closes_at": CLOSES,
    } | changes


def timed(**changes: Any) -> dict[str, Any]:
    given = by_the_calendar(cadence=TIMED, starts_at=CLOSES) | changes
    return {name: value for name, value in given.items() if name != "starts_on"}


def faults(given: dict[str, Any]) -> set[str]:
    with pytest.raises(Invalid) as refusal:
        season_settings(given)
    assert all(refusal.value.errors.values())
    return set(refusal.value.errors)


def test_defaults_are_filled_in() -> None:
    assert season_settings(by_the_calendar()) == SeasonSettings(
        format=Format.SWISS,
        time_zone="Europe/Madrid",
        registration_opens_at=OPENS,
        registration_closes_at=CLOSES,
        starts_on=STARTS,
        starts_at=None,
        points=Points(win=3, draw=1, loss=0, bye=3),
        game=Game(code_length=4, symbols=6, repeats=True, max_attempts=10),
        clues=None,
        cadence=CalendarCadence(rest_days=0),
        swiss_rounds=None,
        min_participants=2,
    )


def test_everything_can_be_set() -> None:
    settings = season_settings(
        by_the_calendar(
            points={"win": 2, "draw": 1, "loss": 1, "bye": 0},
            game={"code_length": 5, "symbols": 5, "repeats": False, "max_attempts": 12},
            clues=CLUES,
            cadence={"kind": "calendar", "rest_days": 5},
            swiss_rounds=7,
            min_participants=8,
        )
    )
    assert settings.points == Points(2, 1, 1, 0)
    assert settings.game == Game(5, 5, False, 12)
    assert settings.clues == Clues(unlock_after_attempts=3, limit=2, aura_cost=5)
    assert settings.cadence == CalendarCadence(5)
    assert (settings.swiss_rounds, settings.min_participants) == (7, 8)


def test_a_part_may_be_given_in_part() -> None:
    settings = season_settings(by_the_calendar(points={"bye": 1}, game={"symbols": 8}, clues=None))
    assert settings.points == Points(3, 1, 0, 1)
    assert settings.game == Game(symbols=8)
    assert settings.clues is None


def test_a_timed_season_starts_at_an_instant() -> None:
    settings = season_settings(timed())
    assert settings.cadence == TimedCadence(60, 300, break_seconds=10)
    assert settings.starts_at == settings.begins_at == CLOSES
    assert settings.starts_on is None


def test_instants_are_kept_in_utc() -> None:
    local = CLOSES.astimezone(timezone(timedelta(hours=5, minutes=45)))
    assert season_settings(by_the_calendar(registration_closes_at=local)) == season_settings(
        by_the_calendar()
    )


def test_everything_needed_is_named_at_once() -> None:
    assert faults({}) == {
        "format",
        "time_zone",
        "starts_on",
        "registration_opens_at",
        "registration_closes_at",
    }
    assert faults({"cadence": {"kind": "timed"}, "clues": {}}) == {
        "format",
        "time_zone",
        "starts_at",
        "registration_opens_at",
        "registration_closes_at",
        "cadence.prepare_seconds",
        "cadence.solve_seconds",
        "clues.unlock_after_attempts",
        "clues.limit",
        "clues.aura_cost",
    }


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"format": "knockout"}, {"format"}),
        ({"points": {"draw": 4}}, {"points.draw"}),
        ({"points": {"loss": 2}}, {"points.loss"}),
        ({"points": {"win": -1}}, {"points.win"}),
        ({"points": {"bye": 1001}}, {"points.bye"}),
        ({"points": {"win": 2.5}}, {"points.win"}),
        ({"points": {"win": True}}, {"points.win"}),
        ({"points": 3}, {"points"}),
        ({"game": {"code_length": 1}}, {"game.code_length"}),
        ({"game": {"code_length": 9}}, {"game.code_length"}),
        ({"game": {"symbols": 17}}, {"game.symbols"}),
        ({"game": {"symbols": 1}}, {"game.symbols"}),
        ({"game": {"symbols": 3, "repeats": False}}, {"game.symbols"}),
        ({"game": {"repeats": 1}}, {"game.repeats"}),
        ({"game": {"max_attempts": 0}}, {"game.max_attempts"}),
        ({"game": {"max_attempts": 21}}, {"game.max_attempts"}),
        ({"clues": CLUES | {"unlock_after_attempts": 10}}, {"clues.unlock_after_attempts"}),
        ({"clues": CLUES | {"unlock_after_attempts": -1}}, {"clues.unlock_after_attempts"}),
        ({"clues": CLUES | {"limit": 5}}, {"clues.limit"}),
        ({"clues": CLUES | {"limit": 0}}, {"clues.limit"}),
        ({"clues": CLUES | {"aura_cost": -1}}, {"clues.aura_cost"}),
        ({"clues": CLUES | {"aura_cost": 2**31}}, {"clues.aura_cost"}),
        ({"cadence": {"kind": "weekly"}}, {"cadence.kind"}),
        ({"cadence": {"rest_days": -1}}, {"cadence.rest_days"}),
        ({"cadence": {"rest_days": 366}}, {"cadence.rest_days"}),
        ({"cadence": {"break_seconds": 5}}, {"cadence.break_seconds"}),
        ({"cadence": "calendar"}, {"cadence"}),
        ({"swiss_rounds": 0}, {"swiss_rounds"}),
        ({"swiss_rounds": 101}, {"swiss_rounds"}),
        ({"swiss_rounds": 3, "format": "double_round_robin"}, {"swiss_rounds"}),
        ({"min_participants": 1}, {"min_participants"}),
        ({"min_participants": 2**31}, {"min_participants"}),
        ({"starts_on": date(9999, 12, 30)}, {"starts_on"}),
        ({"starts_on": date(1, 1, 1)}, {"starts_on"}),
        ({"starts_on": CLOSES}, {"starts_on"}),
        ({"starts_at": CLOSES}, {"starts_at"}),
        ({"registration_opens_at": CLOSES}, {"registration_closes_at"}),
        ({"registration_opens_at": OPENS.replace(tzinfo=None)}, {"registration_opens_at"}),
        ({"registration_opens_at": OPENS.date()}, {"registration_opens_at"}),
        ({"registration_closes_at": datetime.max.replace(tzinfo=UTC)}, {"registration_closes_at"}),
    ],
)
def test_each_limit_names_its_field(changes: dict[str, Any], named: set[str]) -> None:
    assert faults(by_the_calendar(**changes)) == named


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"starts_at": CLOSES - timedelta(seconds=1)}, {"starts_at"}),
        ({"cadence": TIMED | {"rest_days": 1}}, {"cadence.rest_days"}),
        ({"cadence": TIMED | {"prepare_seconds": 0}}, {"cadence.prepare_seconds"}),
        ({"cadence": TIMED | {"solve_seconds": 2_592_001}}, {"cadence.solve_seconds"}),
        ({"cadence": TIMED | {"break_seconds": -1}}, {"cadence.break_seconds"}),
    ],
)
def test_each_limit_of_a_timed_season_names_its_field(
    changes: dict[str, Any], named: set[str]
) -> None:
    assert faults(timed(**changes)) == named


def test_a_timed_season_has_no_first_date() -> None:
    assert faults(timed() | {"starts_on": STARTS}) == {"starts_on"}


def test_all_faults_are_collected() -> None:
    wrong = by_the_calendar(
        time_zone="Europe/Atlantis",
        points={"win": 0, "draw": 5},
        game={"symbols": 3, "repeats": False},
        swiss_rounds=0,
    )
    assert faults(wrong) == {"time_zone", "points.draw", "game.symbols", "swiss_rounds"}


def test_no_fault_is_invented_from_another() -> None:
    wrong = by_the_calendar(game={"code_length": 99, "max_attempts": 99}, clues=CLUES)
    assert faults(wrong) == {"game.code_length", "game.max_attempts"}
    assert faults(by_the_calendar(registration_closes_at="soon")) == {"registration_closes_at"}


@pytest.mark.parametrize(
    "name",
    [
        "",
        "localtime",
        "posixrules",
        "Factory",
        "europe/madrid",
        "Europe",
        "posix/Europe/Madrid",
        "right/Europe/Madrid",
        "../Europe/Madrid",
        "/etc/localtime",
        "tzdata.zi",
        "UTC+2",
        "Europe/Madrid\0",
        "x" * 5000,
    ],
)
def test_only_names_of_zones_are_time_zones(name: str) -> None:
    assert faults(by_the_calendar(time_zone=name)) == {"time_zone"}


@pytest.mark.parametrize("name", ["UTC", "Etc/GMT-14", "America/Argentina/Ushuaia", "US/Pacific"])
def test_every_name_of_the_database_is_a_time_zone(name: str) -> None:
    assert season_settings(by_the_calendar(time_zone=name)).time_zone == name


def test_registration_closes_by_the_start_of_the_first_day_in_the_zone() -> None:
    for zone in ("Pacific/Kiritimati", "Europe/Madrid", "Pacific/Pago_Pago"):
        start = start_of_day(zone, STARTS)
        given = by_the_calendar(time_zone=zone, registration_closes_at=start)
        assert season_settings(given).begins_at == start
        given["registration_closes_at"] = start + timedelta(microseconds=1)
        assert faults(given) == {"starts_on"}


def test_a_season_cannot_start_on_a_date_that_its_zone_skipped() -> None:
    skipped = by_the_calendar(
        time_zone="Pacific/Apia",
        starts_on=date(2011, 12, 30),
        registration_opens_at=datetime(2011, 12, 1, tzinfo=UTC),
        registration_closes_at=datetime(2011, 12, 2, tzinfo=UTC),
    )
    assert faults(skipped) == {"starts_on"}


def test_settings_are_shown_as_they_are_given() -> None:
    for given in (by_the_calendar(clues=CLUES, swiss_rounds=3), timed()):
        settings = season_settings(given)
        shown = settings_given(settings)
        assert season_settings(shown) == settings
        assert shown["points"] == {"win": 3, "draw": 1, "loss": 0, "bye": 3}
    assert shown["cadence"] == TIMED | {"break_seconds": 10}
    assert type(shown["format"]) is str


def test_a_change_leaves_the_rest_as_it_was() -> None:
    settings = season_settings(by_the_calendar(points={"win": 5}, clues=CLUES))
    changed = changed_settings(settings, {"points": {"draw": 2}, "clues": {"limit": 1}})
    assert changed.points == Points(5, 2, 0, 3)
    assert changed.clues == Clues(3, 1, 5)
    assert changed_settings(settings, {}) == settings


def test_a_change_to_nothing_brings_the_default_back() -> None:
    settings = season_settings(by_the_calendar(points={"win": 5}, clues=CLUES, swiss_rounds=3))
    changed = changed_settings(settings, {"points": None, "clues": None, "swiss_rounds": None})
    assert changed == season_settings(by_the_calendar())
    assert changed_settings(changed, {"clues": CLUES}).clues == Clues(3, 2, 5)


def test_another_kind_of_cadence_brings_a_start_of_its_own() -> None:
    settings = season_settings(by_the_calendar())
    assert changed_settings(settings, {"cadence": TIMED, "starts_at": CLOSES}).starts_at == CLOSES
    with pytest.raises(Invalid) as refusal:
        changed_settings(settings, {"cadence": TIMED})
    assert set(refusal.value.errors) == {"starts_at"}


def test_a_change_is_held_to_the_same_limits() -> None:
    settings = season_settings(by_the_calendar())
    with pytest.raises(Invalid) as refusal:
        changed_settings(settings, {"points": {"win": 0}, "time_zone": "Nowhere"})
    assert set(refusal.value.errors) == {"points.draw", "time_zone"}
