"""Planning seasons: what operators may ask for, and what everybody sees of it."""

import hashlib
from typing import Any

import pytest

from shared.events.catalogue import SeasonAnnounced, SeasonCancelled
from tests.service.scheduler.harness import ANYBODY, GUEST, SEASONS, Scheduler, at, player, written

TIMED = {"kind": "timed", "prepare_seconds": 60, "solve_seconds": 120}


def test_a_draft_is_shown_with_all_its_defaults(scheduler: Scheduler) -> None:
    answer = scheduler.call(
        "POST",
        SEASONS,
        scheduler.plan(registration_opens_at=written(at(1)), time_zone="Asia/Tokyo"),
    )
    assert answer.status_code == 201
    season = answer.json
    assert len(season.pop("draw_commitment")) == 64
    assert season == {
        "id": season["id"],
        "name": "Spring",
        "state": "draft",
        "provisional": True,
        "format": "double_round_robin",
        "time_zone": "Asia/Tokyo",
        "starts_on": "2030-01-11",
        "starts_at": None,
        "registration_opens_at": "2030-01-02T00:00:00Z",
        "registration_closes_at": "2030-01-10T00:00:00Z",
        "points": {"win": 3, "draw": 1, "loss": 0, "bye": 3},
        "game": {"code_length": 4, "symbols": 6, "repeats": True, "max_attempts": 10},
        "clues": None,
        "cadence": {"kind": "calendar", "rest_days": 0},
        "swiss_rounds": None,
        "min_participants": 2,
        "participants": 0,
        "rounds": None,
        "current_round": None,
        "draw_seed": None,
        "held": False,
        "cancel_reason": None,
        "postponements": [],
        "created_at": "2030-01-01T00:00:00Z",
    }
    shown = scheduler.season(season["id"])
    shown.pop("draw_commitment")
    assert shown == season
    assert scheduler.rounds(season["id"]) == []


def test_a_timed_season_with_clues_and_points_of_its_own(scheduler: Scheduler) -> None:
    asked = {
        "format": "swiss",
        "starts_on": None,
        "starts_at": written(at(9)),
        "cadence": TIMED,
        "points": {"bye": 1},
        "clues": {"unlock_after_attempts": 2, "limit": 1, "aura_cost": 3},
        "swiss_rounds": 5,
    }
    shown = scheduler.season(scheduler.create(**asked))
    assert shown["cadence"] == {**TIMED, "break_seconds": 10}
    assert shown["points"] == {"win": 3, "draw": 1, "loss": 0, "bye": 1}
    assert shown["clues"] == asked["clues"]
    assert (shown["starts_on"], shown["starts_at"]) == (None, "2030-01-10T00:00:00Z")
    assert shown["swiss_rounds"] == 5


def test_only_operators_plan_and_run_seasons(scheduler: Scheduler) -> None:
    season_id = scheduler.create()
    calls = [("POST", SEASONS), ("PATCH", f"{SEASONS}/{season_id}")] + [
        ("POST", f"{SEASONS}/{season_id}/{act}")
        for act in (
            "open-registration",
            "close-registration",
            "cancel",
            "postpone",
            "resume",
            "disqualifications",
        )
    ]
    for method, path in calls:
        assert scheduler.call(method, path, {}, ANYBODY).status_code == 401, path
        for caller in (GUEST, player(1)):
            assert scheduler.call(method, path, {}, caller).status_code == 403, path


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": None}, "name"),
        ({"name": "   "}, "name"),
        ({"name": "two\x07parts"}, "name"),
        ({"name": "n" * 121}, "name"),
        ({"format": "knockout"}, "format"),
        ({"time_zone": "Mars/Olympus"}, "time_zone"),
        ({"time_zone": None}, "time_zone"),
        ({"starts_on": None}, "starts_on"),
        ({"starts_on": "2030-02-30"}, "starts_on"),
        ({"starts_at": written(at(12))}, "starts_at"),
        ({"starts_on": "2030-01-09"}, "starts_on"),
        ({"registration_opens_at": "2030-01-01T00:00:00"}, "registration_opens_at"),
        ({"registration_closes_at": written(at(-2))}, "registration_closes_at"),
        ({"colour": "red"}, "colour"),
        ({"points": {"win": "3"}}, "points.win"),
        ({"points": {"win": True}}, "points.win"),
        ({"points": {"draw": 4}}, "points.draw"),
        ({"points": {"prize": 4}}, "points.prize"),
        ({"points": []}, "points"),
        ({"game": {"repeats": 1}}, "game.repeats"),
        ({"game": {"symbols": 3, "repeats": False}}, "game.symbols"),
        ({"game": {"code_length": 9}}, "game.code_length"),
        ({"clues": {"limit": 1}}, "clues.aura_cost"),
        ({"clues": {"unlock_after_attempts": 10, "limit": 1, "aura_cost": 1}},
         "clues.unlock_after_attempts"),
        ({"cadence": {"kind": "weekly"}}, "cadence.kind"),
        ({"cadence": {"kind": "calendar", "solve_seconds": 5}}, "cadence.solve_seconds"),
        ({"cadence": TIMED}, "starts_on"),
        ({"swiss_rounds": 3}, "swiss_rounds"),
        ({"min_participants": 1}, "min_participants"),
        ({"min_participants": 2.5}, "min_participants"),
    ],
)  # fmt: skip
def test_bad_fields_are_named(scheduler: Scheduler, change: dict[str, Any], field: str) -> None:
    answer = scheduler.call("POST", SEASONS, scheduler.plan(**change))
    assert answer.status_code == 422
    assert field in answer.json["errors"]


def test_all_faults_are_told_at_once_in_the_callers_language(scheduler: Scheduler) -> None:
    body = scheduler.plan(points={"win": -1}, game={"symbols": 17}, min_participants=0)
    answer = scheduler.call("POST", SEASONS, body, headers={"Accept-Language": "es"})
    assert answer.json["title"] == "Algunos campos no son válidos"
    assert answer.json["errors"].keys() == {"points.win", "game.symbols", "min_participants"}


def test_a_draft_changes_field_by_field_until_it_opens(scheduler: Scheduler) -> None:
    season_id = scheduler.create(registration_opens_at=written(at(1)), game={"symbols": 8})
    path = f"{SEASONS}/{season_id}"
    changed = scheduler.call("PATCH", path, {"name": "Summer", "game": {"code_length": 5}})
    assert changed.status_code == 200
    assert changed.json["name"] == "Summer"
    assert changed.json["game"] == {
        "code_length": 5,
        "symbols": 8,
        "repeats": True,
        "max_attempts": 10,
    }
    assert scheduler.call("PATCH", path, {"game": None}).json["game"]["symbols"] == 6
    wrong = scheduler.call("PATCH", path, {"game": {"symbols": 99}, "nonsense": 1})
    assert wrong.status_code == 422
    scheduler.clock.move(at(1))
    late = scheduler.call("PATCH", path, {"name": "Autumn", "game": {"symbols": 99}})
    assert (late.status_code, late.json["code"]) == (409, "season_settings_fixed")


def test_a_draft_becomes_timed(scheduler: Scheduler) -> None:
    season_id = scheduler.create(registration_opens_at=written(at(1)))
    change = {"cadence": TIMED, "starts_at": written(at(9))}
    shown = scheduler.call("PATCH", f"{SEASONS}/{season_id}", change).json
    assert (shown["starts_on"], shown["starts_at"]) == (None, "2030-01-10T00:00:00Z")


def test_a_draft_opens_at_its_instant_and_at_once_if_that_is_past(scheduler: Scheduler) -> None:
    past = scheduler.create()
    assert scheduler.season(past)["state"] == "registration"
    ahead = scheduler.create(registration_opens_at=written(at(1)))
    scheduler.move(at(1, microseconds=-1))
    assert scheduler.season(ahead)["state"] == "draft"
    scheduler.move(at(1))
    shown = scheduler.season(ahead)
    assert (shown["state"], shown["provisional"]) == ("registration", False)
    assert [event.season_id for event in scheduler.emitted(SeasonAnnounced)] == [past, ahead]


def test_a_draft_whose_opening_is_moved_into_the_past_opens_at_once(scheduler: Scheduler) -> None:
    season_id = scheduler.create(registration_opens_at=written(at(1)))
    change = {"registration_opens_at": written(at(-1))}
    shown = scheduler.call("PATCH", f"{SEASONS}/{season_id}", change).json
    assert shown["state"] == "registration"


def test_an_operator_opens_and_closes_registration_early(scheduler: Scheduler) -> None:
    season_id = scheduler.create(registration_opens_at=written(at(5)))
    early = scheduler.call("POST", f"{SEASONS}/{season_id}/close-registration", {})
    assert early.json["code"] == "registration_not_open"
    opened = scheduler.act(season_id, "open-registration", reason="everyone is here")
    assert (opened["state"], opened["registration_opens_at"]) == ("registration", written(at(0)))
    again = scheduler.call("POST", f"{SEASONS}/{season_id}/open-registration", {})
    assert (again.status_code, again.json["code"]) == (409, "season_not_draft")
    scheduler.register(season_id, 1, 2)
    scheduler.clock.move(at(2))
    closed = scheduler.act(season_id, "close-registration")
    assert (closed["state"], closed["registration_closes_at"]) == ("running", written(at(2)))
    assert (closed["participants"], closed["rounds"]) == (2, 2)
    seed = closed["draw_seed"]
    assert hashlib.sha256(seed.encode()).hexdigest() == closed["draw_commitment"]
    twice = scheduler.call("POST", f"{SEASONS}/{season_id}/close-registration", {})
    assert twice.json["code"] == "registration_not_open"


@pytest.mark.parametrize("registered", [0, 1, 3])
def test_too_few_participants_cancel_the_season_and_it_says_why(
    scheduler: Scheduler, registered: int
) -> None:
    season_id = scheduler.create(min_participants=4)
    scheduler.register(season_id, *range(registered))
    scheduler.move(at(9))
    shown = scheduler.season(season_id)
    assert (shown["state"], shown["rounds"], shown["draw_seed"]) == ("cancelled", None, None)
    assert "at least 4" in shown["cancel_reason"]
    assert scheduler.rounds(season_id) == []
    (told,) = scheduler.emitted(SeasonCancelled)
    assert (told.reason, told.last_round) == (shown["cancel_reason"], 0)


def test_a_cancelled_draft_was_never_announced(scheduler: Scheduler) -> None:
    season_id = scheduler.create(registration_opens_at=written(at(1)))
    shown = scheduler.act(season_id, "cancel", reason="no hall")
    assert (shown["state"], shown["cancel_reason"]) == ("cancelled", "no hall")
    scheduler.move(at(20))
    assert scheduler.emitted() == []
    again = scheduler.call("POST", f"{SEASONS}/{season_id}/cancel", {"reason": "no hall"})
    assert (again.status_code, again.json["code"]) == (409, "season_over")


@pytest.mark.parametrize("act", ["cancel", "postpone", "disqualifications"])
@pytest.mark.parametrize("reason", [None, "", "  ", 7, "r" * 1001])
def test_what_is_public_needs_a_reason(scheduler: Scheduler, act: str, reason: Any) -> None:
    season_id = scheduler.create()
    body = {} if reason is None else {"reason": reason}
    answer = scheduler.call("POST", f"{SEASONS}/{season_id}/{act}", body)
    assert answer.status_code == 422
    assert "reason" in answer.json["errors"]


def test_a_stale_if_match_is_refused(scheduler: Scheduler) -> None:
    season_id = scheduler.create()
    path = f"{SEASONS}/{season_id}"
    read = scheduler.call("GET", path, caller=ANYBODY)
    tag = read.headers["ETag"]
    unchanged = scheduler.call("GET", path, caller=ANYBODY, headers={"If-None-Match": tag})
    assert unchanged.status_code == 304
    scheduler.register(season_id, 1)
    for act in ("cancel", "close-registration", "open-registration", "resume", "postpone"):
        body = {"reason": "rain", **({"days": 1} if act == "postpone" else {})}
        stale = scheduler.call("POST", f"{path}/{act}", body, headers={"If-Match": tag})
        assert (stale.status_code, stale.json["code"]) == (412, "stale"), act
    stale = scheduler.call("PATCH", path, {"name": "X"}, headers={"If-Match": tag})
    assert stale.status_code == 412
    fresh = scheduler.call("GET", path, caller=ANYBODY).headers["ETag"]
    done = scheduler.call("POST", f"{path}/cancel", {"reason": "rain"}, headers={"If-Match": fresh})
    assert done.status_code == 200


def test_the_list_comes_in_pages_the_newest_first(scheduler: Scheduler) -> None:
    made = [scheduler.create(name=f"Season {number}") for number in range(5)]
    scheduler.act(made[2], "cancel", reason="rain")
    assert [season["id"] for season in scheduler.items(SEASONS, 2)] == made[::-1]
    assert scheduler.items(SEASONS, 2)[0] == scheduler.season(made[4])
    cancelled = scheduler.get(f"{SEASONS}?state=cancelled")
    assert [season["id"] for season in cancelled["items"]] == [made[2]]
    for query in ("state=lost", "cursor=Nw", "cursor=%00", "limit=0", "limit=201"):
        assert scheduler.call("GET", f"{SEASONS}?{query}").status_code == 422, query


def test_what_there_is_not(scheduler: Scheduler) -> None:
    for unknown in (player(1).account_id, "nowhere", "a%00b"):
        path = f"{SEASONS}/{unknown}"
        calls: list[tuple[str, str, Any]] = [
            ("GET", path, None),
            ("GET", f"{path}/participants", None),
            ("GET", f"{path}/rounds", None),
            ("GET", f"{path}/calendar.ics", None),
            ("PATCH", path, {"name": "X"}),
            ("POST", f"{path}/open-registration", {}),
            ("POST", f"{path}/close-registration", {}),
            ("POST", f"{path}/cancel", {"reason": "x"}),
            ("POST", f"{path}/postpone", {"reason": "x", "days": 1}),
            ("POST", f"{path}/resume", {}),
            ("POST", f"{path}/disqualifications", {"reason": "x", "account_id": "a"}),
            ("POST", f"{path}/registration", None),
            ("DELETE", f"{path}/registration", None),
        ]
        for method, address, body in calls:
            answer = scheduler.call(method, address, body)
            assert (answer.status_code, answer.json["code"]) == (404, "not_found"), address


def test_an_idempotency_key_plans_one_season(scheduler: Scheduler) -> None:
    headers = {"Idempotency-Key": "spring"}
    first = scheduler.call("POST", SEASONS, scheduler.plan(), headers=headers)
    again = scheduler.call("POST", SEASONS, scheduler.plan(), headers=headers)
    assert (again.status_code, again.json) == (201, first.json)
    assert len(scheduler.items(SEASONS)) == 1
