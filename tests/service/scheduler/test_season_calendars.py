"""The calendar of a season: where its days lie, and the file that calendars subscribe to."""

import re
from typing import Any

import pytest
from icalendar import Calendar

from tests.service.scheduler.harness import ANYBODY, SEASONS, Scheduler, at, written

CADENCE = {"kind": "timed", "prepare_seconds": 60, "solve_seconds": 120}


def file_of(scheduler: Scheduler, season_id: str, asked: str = "") -> str:
    answer = scheduler.call("GET", f"{SEASONS}/{season_id}/calendar.ics{asked}", caller=ANYBODY)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    return str(answer.get_data(as_text=True))


def entries(text: str) -> dict[str, dict[str, str]]:
    """By the first part of its UID, the properties of each entry."""
    found: dict[str, dict[str, str]] = {}
    for part in text.replace("\r\n ", "").split("BEGIN:VEVENT\r\n")[1:]:
        lines = part.split("END:VEVENT")[0].strip().split("\r\n")
        entry = dict(line.split(":", 1) for line in lines)
        found[entry["UID"].split(".")[0]] = entry
    return found


@pytest.mark.parametrize(
    ("zone", "starts_on", "instants"),
    [
        # The clock goes forward, and back.
        ("Europe/Madrid", "2030-03-30", ("03-29T23:00", "03-30T23:00", "03-31T22:00")),
        ("Europe/Madrid", "2030-10-26", ("10-25T22:00", "10-26T22:00", "10-27T23:00")),
        # Midnight does not exist on the first day.
        ("America/Santiago", "2030-09-08", ("09-08T04:00", "09-09T03:00", "09-10T03:00")),
        ("Asia/Kathmandu", "2030-06-01", ("05-31T18:15", "06-01T18:15", "06-02T18:15")),
        # Half an hour of daylight saving.
        ("Australia/Lord_Howe", "2030-04-07", ("04-06T13:00", "04-07T13:30", "04-08T13:30")),
        ("Pacific/Kiritimati", "2030-02-01", ("01-31T10:00", "02-01T10:00", "02-02T10:00")),
    ],
)
def test_rounds_lie_on_local_days(
    scheduler: Scheduler, zone: str, starts_on: str, instants: tuple[str, ...]
) -> None:
    season_id = scheduler.running(2, time_zone=zone, starts_on=starts_on)
    shown = scheduler.rounds(season_id)[0]
    expected = tuple(f"2030-{instant}:00Z" for instant in instants)
    assert (shown["preparing_from"], shown["solving_from"], shown["closes_at"]) == expected


def test_registration_must_close_by_the_local_start(scheduler: Scheduler) -> None:
    # In Auckland the 11th begins at 11:00 UTC on the 10th.
    plan = {"time_zone": "Pacific/Auckland", "starts_on": "2030-01-11"}
    late = scheduler.plan(**plan, registration_closes_at="2030-01-10T11:00:01Z")
    assert scheduler.call("POST", SEASONS, late).status_code == 422
    just = scheduler.plan(**plan, registration_closes_at="2030-01-10T11:00:00Z")
    assert scheduler.call("POST", SEASONS, just).status_code == 201


def test_before_the_close_the_file_holds_registration_alone(scheduler: Scheduler) -> None:
    season_id = scheduler.create(registration_opens_at=written(at(1)))
    (entry,) = entries(file_of(scheduler, season_id)).values()
    assert entry == {
        "UID": f"registration.{season_id}@justa",
        "DTSTAMP": "20300101T000000Z",
        "SEQUENCE": "0",
        "DTSTART": "20300102T000000Z",
        "DTEND": "20300110T000000Z",
        "SUMMARY": "Spring – Registration",
        "STATUS": "TENTATIVE",
        "TRANSP": "TRANSPARENT",
    }


def test_every_round_has_its_two_phases(scheduler: Scheduler) -> None:
    season_id = scheduler.running(3)
    found = entries(file_of(scheduler, season_id))
    assert len(found) == 1 + 2 * 6
    solving = found["round-2-solving"]
    assert (solving["DTSTART"], solving["DTEND"]) == ("20300114T000000Z", "20300115T000000Z")
    assert solving["SUMMARY"] == "Spring – Round 2: solve"
    assert solving["STATUS"] == "CONFIRMED"


def test_the_file_changes_only_with_the_times_in_it(scheduler: Scheduler) -> None:
    season_id = scheduler.running(2)
    first = file_of(scheduler, season_id)
    scheduler.move(at(11))
    assert file_of(scheduler, season_id) == first
    scheduler.act(season_id, "postpone", days=1, reason="snow")
    before, after = entries(first), entries(file_of(scheduler, season_id))
    assert before.keys() == after.keys()
    assert after["round-1-preparing"]["DTEND"] == "20300112T000000Z"
    assert after["round-2-solving"]["SEQUENCE"] == "1"
    assert after["round-2-solving"]["DTSTAMP"] == "20300112T000000Z"
    assert after["round-2-solving"]["DTSTART"] == "20300115T000000Z"


def test_timed_rounds_appear_when_they_are_announced(scheduler: Scheduler) -> None:
    timed: dict[str, Any] = {"starts_on": None, "starts_at": written(at(9)), "cadence": CADENCE}
    season_id = scheduler.running(2, **timed)
    assert "round-2-preparing" not in entries(file_of(scheduler, season_id))
    scheduler.move(at(9, seconds=180))
    found = entries(file_of(scheduler, season_id))
    assert found["round-2-preparing"]["DTSTART"] == "20300110T000310Z"


def test_what_is_never_played_is_cancelled(scheduler: Scheduler) -> None:
    season_id = scheduler.running(3)
    scheduler.move(at(12))
    planned = entries(file_of(scheduler, season_id))
    scheduler.act(season_id, "cancel", reason="rain")
    found = entries(file_of(scheduler, season_id))
    cancelled = {uid for uid, entry in found.items() if entry["STATUS"] == "CANCELLED"}
    phases = ("preparing", "solving")
    assert cancelled == {f"round-{n}-{phase}" for n in (3, 4, 5, 6) for phase in phases}
    for uid, entry in found.items():
        changed = {name for name, value in entry.items() if planned[uid][name] != value}
        assert changed == ({"STATUS", "DTSTAMP", "SEQUENCE"} if uid in cancelled else set())


def test_a_registration_that_is_called_off_is_told_as_such(scheduler: Scheduler) -> None:
    season_id = scheduler.create()
    before = entries(file_of(scheduler, season_id))["registration"]
    scheduler.move(at(1))
    scheduler.act(season_id, "cancel", reason="rain")
    after = entries(file_of(scheduler, season_id))["registration"]
    assert after["STATUS"] == "CANCELLED"
    assert int(after["SEQUENCE"]) > int(before["SEQUENCE"])
    assert after["DTSTAMP"] == "20300102T000000Z"


def test_names_are_escaped_and_long_lines_folded(scheduler: Scheduler) -> None:
    name = "Primavera; «ñandú», número uno \\ " + "é" * 80
    season_id = scheduler.create(name=name)
    text = file_of(scheduler, season_id)
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    assert "\n" not in text.replace("\r\n", "")
    summary = entries(text)["registration"]["SUMMARY"]
    assert re.sub(r"\\([\\;,])", r"\1", summary) == f"{name} – Registration"
    assert "Primavera\\; «ñandú»\\, número uno \\\\ é" in summary


def test_it_speaks_spanish_where_its_address_says_so(scheduler: Scheduler) -> None:
    """Two addresses, one calendar: the entries are the same ones."""
    season_id = scheduler.running(2)
    english = entries(file_of(scheduler, season_id))
    spanish = entries(file_of(scheduler, season_id, "?language=es"))
    assert spanish["registration"]["SUMMARY"] == "Spring – Inscripción"
    assert spanish["round-1-preparing"]["SUMMARY"] == "Spring – Ronda 1: preparar"
    assert spanish["round-2-solving"]["SUMMARY"] == "Spring – Ronda 2: resolver"
    for uid, entry in english.items():
        assert {**spanish[uid], "SUMMARY": entry["SUMMARY"]} == entry
    path = f"{SEASONS}/{season_id}/calendar.ics?language=fr"
    assert scheduler.call("GET", path, caller=ANYBODY).status_code == 422


def test_what_no_line_of_the_file_may_hold_is_not_in_it(scheduler: Scheduler) -> None:
    """A line break in a name is written as one, and no control character at all comes in."""
    season_id = scheduler.create(name="Spring\nBEGIN:VEVENT\tand more")
    text = file_of(scheduler, season_id)
    assert text.count("BEGIN:VEVENT\r\n") == 1
    assert "Spring\\nBEGIN:VEVENT" in text
    for control in ("\r", "\x0b", "\x07", "\x7f"):
        name = f"Spring{control}SUMMARY:Won"
        assert scheduler.call("POST", SEASONS, scheduler.plan(name=name)).status_code == 422


def test_nobody_is_named_in_it(scheduler: Scheduler) -> None:
    season_id = scheduler.running(3)
    text = file_of(scheduler, season_id)
    for number in (1, 2, 3):
        assert f"Player {number}" not in text
    bye = scheduler.rounds(season_id)[0]["bye"]
    assert bye not in text


def test_a_calendar_program_reads_the_file_and_follows_a_postponement(
    scheduler: Scheduler,
) -> None:
    name = "Primavera; «ñandú», número uno \\ " + "é" * 80
    season_id = scheduler.running(3, name=name)
    before = read(scheduler, season_id)
    scheduler.move(at(11))
    scheduler.act(season_id, "postpone", days=1, reason="snow")
    after = read(scheduler, season_id)
    assert before.keys() == after.keys()
    for uid, old in before.items():
        new = after[uid]
        assert str(new["SUMMARY"]).startswith(name)
        assert new["DTSTAMP"].dt.tzinfo is not None
        if new["DTEND"].dt > old["DTEND"].dt:
            assert new["SEQUENCE"] > old["SEQUENCE"]
            assert new["DTSTAMP"].dt > old["DTSTAMP"].dt
    assert any(after[uid]["DTEND"].dt > old["DTEND"].dt for uid, old in before.items())
    scheduler.move(at(11, seconds=1))
    scheduler.act(season_id, "cancel", reason="rain")
    ended = read(scheduler, season_id)
    assert ended.keys() == before.keys()
    assert {str(entry["STATUS"]) for entry in ended.values()} == {"CONFIRMED", "CANCELLED"}
    for uid, old in after.items():
        is_changed = ended[uid]["STATUS"] != old["STATUS"]
        assert (ended[uid]["SEQUENCE"] > old["SEQUENCE"]) == is_changed
        assert (ended[uid]["DTSTAMP"].dt > old["DTSTAMP"].dt) == is_changed


def read(scheduler: Scheduler, season_id: str) -> dict[str, Any]:
    """The entries as a calendar program has them, by their UID; the file has no faults."""
    calendar = Calendar.from_ical(file_of(scheduler, season_id))
    assert calendar.errors == []
    assert calendar["VERSION"] == "2.0"
    entries = list(calendar.walk("VEVENT"))
    assert all(entry.errors == [] for entry in entries)
    assert all(entry["DTSTART"].dt < entry["DTEND"].dt for entry in entries)
    found = {str(entry["UID"]): entry for entry in entries}
    assert len(found) == len(entries)
    return found
