"""The table over HTTP: its exact shape, the latest and old ones, and what is refused."""

from typing import Any

import pytest

from services.standings.domain.facts import Barred, Closed, Correction, Registered, Settled
from services.standings.domain.preview import judged
from shared.events.catalogue import AccountDeleted, AccountRegistered, AccountRenamed
from shared.ids import new_id
from tests.service.standings.harness import Standings
from tests.service.standings.telling import events_of
from tests.unit.standings.builders import (
    A_B,
    A_C,
    ABC,
    POINTS,
    SECOND,
    TWO_ROUNDS,
    match,
    players,
)

NAMES = {"A": "Ana", "B": "Bea", "C": "Carmen"}


def name_them(standings: Standings) -> None:
    standings.tell(
        *(
            AccountRegistered(account_id=account, display_name=name, revision=1)
            for account, name in NAMES.items()
        )
    )


@pytest.fixture
def season(standings: Standings) -> str:
    """Two rounds of three, complete: A beat B, A beat C, byes for C and B."""
    season_id = new_id()
    name_them(standings)
    standings.tell(*events_of(season_id, TWO_ROUNDS))
    return season_id


def column(answer: Any, name: str) -> list[Any]:
    return [row[name] for row in answer.json["items"]]


def refusal(answer: Any) -> tuple[int, str]:
    assert answer.mimetype == "application/problem+json"
    return answer.status_code, answer.json["code"]


def test_the_body_has_exactly_the_published_shape(standings: Standings) -> None:
    season_id = new_id()
    name_them(standings)
    solved = match("A", "B", solved_in=(4, 7), difference=3)
    tie = match("A", "C", SECOND, round=2, solved_in=(8, 5), difference=-3)
    facts = [ABC, Closed(1, 1, "C"), Settled(solved, 0), Closed(2, 1, "B"), Settled(tie, 0)]
    standings.tell(*events_of(season_id, facts))
    answer = standings.get(season_id, "standings")
    assert answer.status_code == 200
    body = answer.json
    assert body.pop("published_at").endswith("Z")
    assert list(body["items"][0]) == list(
        row(1, "C", 1, (1, 0, 0), 1, 6, 3, (1, 5, 5.0), None, None)
    )
    assert body == {
        "season_id": season_id,
        "after_round": 2,
        "complete": True,
        "revision": 1,
        "items": [
            row(1, "C", 1, (1, 0, 0), 1, 6, 3, (1, 5, 5.0), None, None),
            row(2, "A", 2, (1, 0, 1), 0, 3, 0, (2, 12, 6.0), None, "points"),
            row(3, "B", 1, (0, 0, 1), 1, 3, -3, (1, 7, 7.0), None, "wins"),
        ],
    }


def row(
    position: int,
    account: str,
    played: int,
    won_drawn_lost: tuple[int, int, int],
    byes: int,
    points: int,
    difference: int,
    solved: tuple[int, int, float | None],
    head_to_head: int | None,
    decided_by: str | None,
) -> dict[str, Any]:
    wins, draws, losses = won_drawn_lost
    games, attempts, average = solved
    return {
        "position": position,
        "account_id": account,
        "display_name": NAMES[account],
        "played": played,
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "byes": byes,
        "points": points,
        "attempt_difference": difference,
        "solved_games": games,
        "solved_attempts": attempts,
        "average_attempts": average,
        "head_to_head": head_to_head,
        "decided_by": decided_by,
    }


def test_averages_are_numbers_rounded_half_up(standings: Standings) -> None:
    season_id = new_id()
    solved = [match("A", "B", round=n, solved_in=(5 if n < 3 else 6, None)) for n in range(1, 4)]
    facts = [Registered(players("AB"), POINTS, 3)]
    for one in solved:
        facts += [Closed(one.round, 1), Settled(one, 0)]
    standings.tell(*events_of(season_id, facts))
    answer = standings.get(season_id, "standings")
    assert column(answer, "average_attempts") == [5.33, None]
    assert '"average_attempts":5.33' in answer.text


def test_after_registration_everyone_shares_position_one(standings: Standings) -> None:
    season_id = new_id()
    standings.tell(*events_of(season_id, [ABC]))
    answer = standings.get(season_id, "standings")
    assert (answer.json["after_round"], answer.json["complete"]) == (0, True)
    assert column(answer, "account_id") == ["A", "B", "C"]
    assert column(answer, "position") == [1, 1, 1]
    assert column(answer, "head_to_head") == [0, 0, 0]
    assert column(answer, "decided_by") == [None, "shared", "shared"]


def test_old_rounds_and_old_revisions_stay_readable(standings: Standings, season: str) -> None:
    standings.tell(*events_of(season, [Correction(1, judged(A_B, SECOND, POINTS))]))
    latest = standings.get(season, "standings")
    assert (latest.json["after_round"], latest.json["revision"]) == (2, 2)
    first = standings.get(season, "standings?round=1")
    assert (first.json["revision"], column(first, "points")) == (2, [3, 3, 0])
    assert column(first, "account_id") == ["B", "C", "A"]
    old = standings.get(season, "standings?round=1&revision=1")
    assert (old.json["revision"], column(old, "account_id")) == (1, ["A", "C", "B"])
    old_latest = standings.get(season, "standings?revision=1")
    assert (old_latest.json["after_round"], old_latest.json["revision"]) == (2, 1)
    assert standings.get(season, "standings?round=0").json["after_round"] == 0


def test_a_closed_round_whose_results_come_in_shows_them_as_not_complete(
    standings: Standings,
) -> None:
    season_id = new_id()
    facts = [Registered(players("ABCD"), POINTS, 3), Closed(1, 2), Settled(A_B, 0)]
    standings.tell(*events_of(season_id, facts))
    partial = standings.get(season_id, "standings?round=1")
    assert partial.status_code == 200
    assert partial.json["complete"] is False
    assert (partial.json["revision"], partial.json["published_at"]) == (None, None)
    assert dict(zip(column(partial, "account_id"), column(partial, "played"), strict=True)) == {
        "A": 1,
        "B": 1,
        "C": 0,
        "D": 0,
    }
    assert standings.get(season_id, "standings").json["after_round"] == 0
    assert refusal(standings.get(season_id, "export.csv?round=1")) == (409, "round_not_closed")


def test_nothing_of_a_round_shows_before_its_close_is_known(standings: Standings) -> None:
    season_id = new_id()
    standings.tell(*events_of(season_id, TWO_ROUNDS))
    before = {what: standings.get(season_id, what) for what in ("standings", "crosstable")}
    early = match("B", "C", round=3)
    standings.tell(*events_of(season_id, [Settled(early, 0)]))
    for what, answer in before.items():
        now = standings.get(season_id, what)
        assert (now.data, now.headers["ETag"]) == (answer.data, answer.headers["ETag"])
    assert refusal(standings.get(season_id, "standings?round=3")) == (409, "round_not_closed")


def test_a_disqualified_player_comes_last_without_a_position(
    standings: Standings, season: str
) -> None:
    standings.tell(*events_of(season, [Barred(1, "A", last_round=2)]))
    answer = standings.get(season, "standings")
    assert column(answer, "account_id")[-1] == "A"
    assert column(answer, "position")[-1] is None
    assert column(answer, "decided_by")[-1] == "disqualified"


def test_names_are_those_of_today(standings: Standings, season: str) -> None:
    standings.tell(
        AccountRenamed(account_id="B", display_name="Beatriz", revision=2),
        AccountDeleted(account_id="C", revision=2),
    )
    named = standings.get(season, "standings?round=0")
    assert column(named, "display_name") == ["Ana", "Beatriz", "deleted player"]
    assert column(standings.get(season, "crosstable"), "display_name") == [
        "Ana",
        "Beatriz",
        "deleted player",
    ]


def test_an_unchanged_table_is_not_sent_again(standings: Standings, season: str) -> None:
    first = standings.get(season, "standings")
    path = f"/api/v1/seasons/{season}/standings"
    again = standings.app.test_client().get(
        path,
        headers={
            "If-None-Match": first.headers["ETag"],
            "Authorization": first.request.headers["Authorization"],
        },
    )
    assert (again.status_code, again.data) == (304, b"")


def test_an_unknown_season_is_not_found(standings: Standings) -> None:
    for what in ("standings", "standings/revisions", "crosstable", "export.csv", "export.trf"):
        assert refusal(standings.get(new_id(), what)) == (404, "not_found"), what


def test_before_registration_closes_there_is_no_table(standings: Standings) -> None:
    season_id = new_id()
    standings.tell(*events_of(season_id, [ABC], page_size=2)[:2])
    for what in ("standings", "standings?round=0", "crosstable", "export.csv", "export.trf"):
        assert refusal(standings.get(season_id, what)) == (409, "round_not_closed"), what
    assert standings.get(season_id, "standings/revisions").json == {"items": [], "next": None}


def test_open_rounds_and_unknown_revisions_are_refused(standings: Standings, season: str) -> None:
    for what in ("standings?round=3", "standings?round=3&revision=1", "export.trf?round=99"):
        assert refusal(standings.get(season, what)) == (409, "round_not_closed"), what
    for what in ("standings?round=1&revision=2", "standings?revision=2", "export.csv?revision=9"):
        assert refusal(standings.get(season, what)) == (404, "not_found"), what


@pytest.mark.parametrize("what", ["standings", "export.csv", "export.trf"])
@pytest.mark.parametrize(
    "bad",
    ["round=-1", "round=x", "round=", "round=1.5", "round=９", "round=99999999999", "revision=0"],
)
def test_bad_numbers_are_refused_by_field(
    standings: Standings, season: str, what: str, bad: str
) -> None:
    answer = standings.get(season, f"{what}?{bad}")
    assert refusal(answer) == (422, "invalid")
    assert list(answer.json["errors"]) == [bad.split("=")[0]]


def test_refusals_speak_spanish(standings: Standings, season: str) -> None:
    headers = {"Accept-Language": "es"}
    answer = standings.app.test_client().get(
        f"/api/v1/seasons/{season}/standings?round=3",
        headers={
            **headers,
            "Authorization": standings.get(season, "standings").request.headers["Authorization"],
        },
    )
    assert answer.json["title"] == "Esa ronda todavía no está cerrada"


def test_without_the_gateways_word_an_operator_call_is_refused(
    standings: Standings, season: str
) -> None:
    path = f"/api/v1/seasons/{season}/standings/preview"
    assert refusal(standings.app.test_client().post(path, json={})) == (401, "unauthorized")


def test_the_crosstable_lists_opponents_met_in_table_order(
    standings: Standings, season: str
) -> None:
    standings.tell(*events_of(season, [Correction(1, judged(A_C, None, POINTS))]))
    answer = standings.get(season, "crosstable")
    assert answer.status_code == 200
    assert (answer.json["season_id"], answer.json["after_round"]) == (season, 2)
    assert answer.json["revision"] == 2
    assert column(answer, "account_id") == ["A", "B", "C"]
    assert column(answer, "position") == [1, 2, 2]
    lines = {line["account_id"]: line["opponents"] for line in answer.json["items"]}
    assert [one["account_id"] for one in lines["A"]] == ["B", "C"]
    (annulled,) = lines["C"][0]["meetings"]
    assert annulled.pop("match_id")
    assert annulled == {
        "round": 2,
        "side": "second",
        "outcome": "loss",
        "by": "attempts",
        "points": 0,
        "annulled": True,
    }
    assert lines["B"][0]["meetings"][0]["outcome"] == "loss"
