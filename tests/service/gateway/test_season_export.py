"""A whole season in one file, put together from what the services answer."""

import json
from typing import Any

import pytest

from services.gateway.domain.season_file import digest_of
from services.gateway.routes import is_public_read
from tests.service.gateway.gateway_under_test import Gateway

ID = "01975f0a-3c00-7abc-8def-000000000051"
SEASON = f"/api/v1/seasons/{ID}"


@pytest.fixture
def told(gateway: Gateway) -> dict[str, Any]:
    """What the services say of a season with two pages of everything."""
    page = {"items": [{"number": 1, "name": "Ñandú"}], "next": None}
    answers: dict[str, Any] = {
        SEASON: {"id": ID, "state": "finished"},
        f"{SEASON}/standings/revisions": {
            "items": [
                {"round": 0, "revision": 1, "act": 0, "published_at": "x", "digest": "d"},
                {"round": 1, "revision": 1, "act": 2, "published_at": "y", "digest": "e"},
            ],
            "next": None,
        },
        f"{SEASON}/standings": {"items": [{"points": 3}]},
    }
    for part in ("participants", "departures", "rounds", "matches", "standings/acts"):
        answers[f"{SEASON}/{part}"] = page
    gateway.services.answers |= {path: ("200 OK", body) for path, body in answers.items()}
    return answers


def test_it_is_one_file_with_everything_and_its_digest(
    gateway: Gateway, told: dict[str, Any]
) -> None:
    answer = gateway.get(f"/seasons/{ID}/export.json")
    assert answer.status_code == 200
    assert answer.mimetype == "application/json"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="season-{ID}.json"'
    file = json.loads(answer.data)
    assert file["format"] == "justa-season/1"
    assert file["season"] == told[SEASON]
    assert file["participants"] == file["matches"] == [{"number": 1, "name": "Ñandú"}]
    assert [(t["round"], t["act"], t["items"]) for t in file["tables"]] == [
        (0, 0, [{"points": 3}]),
        (1, 2, [{"points": 3}]),
    ]
    assert file["digest"] == digest_of(file)
    tables = [
        passed.environ["QUERY_STRING"]
        for passed in gateway.services.passed
        if passed.environ["PATH_INFO"] == f"{SEASON}/standings"
    ]
    assert tables == ["round=0&revision=1", "round=1&revision=1"]


def test_who_has_it_is_told_so_until_anything_changes(
    gateway: Gateway, told: dict[str, Any]
) -> None:
    path = f"/seasons/{ID}/export.json"
    tag = gateway.get(path).headers["ETag"]
    assert tag.startswith("W/")
    again = gateway.get(path, headers={"If-None-Match": tag})
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
    for part in ("participants", "departures", "rounds", "standings/acts", "standings/revisions"):
        changed = told[f"{SEASON}/{part}"] | {"items": told[f"{SEASON}/{part}"]["items"][:-1]}
        gateway.services.answers[f"{SEASON}/{part}"] = ("200 OK", changed)
        answer = gateway.get(path, headers={"If-None-Match": tag})
        assert (answer.status_code, part) == (200, part)
        gateway.services.answers[f"{SEASON}/{part}"] = ("200 OK", told[f"{SEASON}/{part}"])


def test_what_holds_only_for_a_while_is_not_in_it(gateway: Gateway, told: dict[str, Any]) -> None:
    match = {"id": "m", "under_review": True}
    gateway.services.answers[f"{SEASON}/matches"] = ("200 OK", {"items": [match], "next": None})
    assert told
    assert gateway.get(f"/seasons/{ID}/export.json").json["matches"] == [{"id": "m"}]


def test_it_is_read_as_nobody_in_particular(gateway: Gateway, told: dict[str, Any]) -> None:
    assert told
    ana = gateway.player("Ana")
    gateway.get(f"/seasons/{ID}/export.json", ana.token)
    assert {passed.caller.account_id for passed in gateway.services.passed} == {None}


@pytest.mark.parametrize("state", ["draft", "registration", "running", "cancelled"])
def test_only_a_finished_season_is_whole(gateway: Gateway, state: str) -> None:
    gateway.services.answers[SEASON] = (
        "200 OK",
        {"id": ID, "state": state},
    )
    answer = gateway.get(f"/seasons/{ID}/export.json")
    assert (answer.status_code, answer.json["code"]) == (409, "season_not_finished")


def test_no_season_is_no_file(gateway: Gateway) -> None:
    gateway.services.answers[SEASON] = ("404 NOT FOUND", {})
    assert gateway.get(f"/seasons/{ID}/export.json").status_code == 404
    gateway.services.dead.add("scheduler")
    assert gateway.get(f"/seasons/{ID}/export.json").status_code == 503


def test_it_is_too_large_to_be_kept() -> None:
    assert is_public_read(f"/api/v1/seasons/{ID}/export.csv")
    assert not is_public_read(f"/api/v1/seasons/{ID}/export.json")
