"""The ladder service on its own database, spoken to as the gateway speaks to it."""

import threading
from typing import Any

import pytest

from shared.web.tokens import ANYBODY
from tests.service.ladder.harness import (
    PLAYER,
    SEASONS,
    Ladder,
    assert_counts_survive_migrations,
    day,
)


def test_counts_survive_migrations(ladder: Ladder) -> None:
    assert_counts_survive_migrations(ladder)


def test_a_season_is_shown_with_its_defaults(ladder: Ladder) -> None:
    created = ladder.create("Spring", 1, 31, settings={"win_points": 12})
    assert created.status_code == 201
    season = created.json
    assert season["starts_at"] == "2030-01-02T00:00:00Z"
    assert season["settings"]["win_points"] == 12
    assert season["settings"]["loss_brackets"][0] == {"from": 1500, "cost": 5}
    assert (season["state"], season["pending"], season["prize"]) == ("scheduled", 0, [])
    assert ladder.call("GET", f"{SEASONS}/{season['id']}", caller=ANYBODY).json == season


def test_only_operators_plan_seasons(ladder: Ladder) -> None:
    body = {"name": "Spring", "starts_at": day(1), "ends_at": day(2)}
    assert ladder.call("POST", SEASONS, body, ANYBODY).status_code == 401
    assert ladder.call("POST", SEASONS, body, PLAYER).status_code == 403


@pytest.mark.parametrize(
    ("start", "end", "status"),
    [(0, 10, 201), (30, 40, 201), (9, 11, 409), (29, 31, 409), (15, 16, 409), (0, 90, 409)],
)
def test_seasons_do_not_overlap(ladder: Ladder, start: int, end: int, status: int) -> None:
    ladder.create("Spring", 10, 30)
    answer = ladder.create("Another", start, end)
    assert answer.status_code == status
    if status == 409:
        assert answer.json["code"] == "seasons_overlap"


def test_of_many_overlapping_seasons_at_once_one_is_planned(ladder: Ladder) -> None:
    answers: list[int] = []
    barrier = threading.Barrier(6)

    def plan(number: int) -> None:
        barrier.wait()
        answers.append(ladder.create(f"Season {number}", number, number + 10).status_code)

    threads = [threading.Thread(target=plan, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [201, 409, 409, 409, 409, 409]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": "  "}, "name"),
        ({"starts_at": "2030-01-02T00:00:00"}, "starts_at"),
        ({"starts_at": "9999-12-31T23:00:00-05:00"}, "starts_at"),
        ({"ends_at": "2030-01-01T00:00:00Z"}, "ends_at"),
        ({"colour": "red"}, "colour"),
        ({"settings": {"win_points": "10"}}, "settings.win_points"),
        ({"settings": {"floor": 1600}}, "settings.floor"),
        ({"settings": {"loss_brackets": []}}, "settings.loss_brackets"),
    ],
)
def test_bad_fields_are_named(ladder: Ladder, change: dict[str, Any], field: str) -> None:
    body = {"name": "Spring", "starts_at": day(1), "ends_at": day(2), **change}
    answer = ladder.call("POST", SEASONS, body)
    assert answer.status_code == 422
    assert field in answer.json["errors"]


def test_current_is_the_active_season_then_the_closing_one(ladder: Ladder) -> None:
    spring = ladder.create("Spring", 10, 20).json["id"]
    summer = ladder.create("Summer", 21, 30).json["id"]
    seen = {}
    for number in (9, 10, 20, 20.5, 21):
        ladder.move(24 * number)
        answer = ladder.call("GET", f"{SEASONS}/current", caller=ANYBODY)
        seen[number] = (answer.status_code, answer.json.get("id"), answer.json.get("state"))
    assert seen == {
        9: (404, None, None),
        10: (200, spring, "active"),
        20: (200, spring, "closing"),
        20.5: (404, None, None),
        21: (200, summer, "active"),
    }


def test_current_is_a_season_that_still_waits_after_a_later_one_is_final(ladder: Ladder) -> None:
    """An operator can enter a season of the past, or one in which nothing is pending."""
    spring = ladder.season("a", "b", days=2)
    ladder.move(24)
    game = ladder.report("ab", 1)["game_id"]
    ladder.act(game, "review")
    summer = ladder.create("Summer", 3, 4).json["id"]
    ladder.move(24 * 6)
    assert ladder.get(f"{SEASONS}/{summer}")["state"] == "final"
    current = ladder.get(f"{SEASONS}/current")
    assert (current["id"], current["state"]) == (spring, "closing")


def test_the_list_comes_in_pages_the_latest_first(ladder: Ladder) -> None:
    for number in range(5):
        ladder.create(f"Season {number}", number, number + 1)
    names, cursor = [], ""
    while cursor is not None:
        answer = ladder.call("GET", f"{SEASONS}?limit=2{cursor}", caller=ANYBODY).json
        names += [season["name"] for season in answer["items"]]
        cursor = answer["next"] and f"&cursor={answer['next']}"
    assert names == [f"Season {number}" for number in (4, 3, 2, 1, 0)]
    assert ladder.call("GET", f"{SEASONS}?cursor=Nw").status_code == 422
    assert ladder.call("GET", f"{SEASONS}/nowhere").status_code == 404


def test_nobody_is_answered_for_whom_the_gateway_does_not_vouch(ladder: Ladder) -> None:
    for path in (SEASONS, f"{SEASONS}/current", f"{SEASONS}/x"):
        assert ladder.app.test_client().get(path).status_code == 401
