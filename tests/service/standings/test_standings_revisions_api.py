"""Finding what was published: every revision with its date and what made it."""

import pytest

from services.standings.domain.facts import Barred, Correction
from services.standings.domain.preview import judged
from shared.events.catalogue import AccountRegistered
from shared.ids import new_id
from tests.service.standings.harness import Standings, digests
from tests.service.standings.telling import events_of, match_uuid
from tests.unit.standings.builders import A_B, A_C, POINTS, SECOND, TWO_ROUNDS


@pytest.fixture
def season(standings: Standings) -> str:
    """Round 1 corrected, then B disqualified, then a match of round 2 annulled."""
    season_id = new_id()
    acts = [
        Correction(1, judged(A_B, SECOND, POINTS)),
        Barred(2, "B"),
        Correction(3, judged(A_C, None, POINTS)),
    ]
    standings.tell(
        AccountRegistered(account_id="B", display_name="Bea", revision=1),
        *events_of(season_id, [*TWO_ROUNDS, *acts]),
    )
    return season_id


def test_each_revision_tells_what_made_it(standings: Standings, season: str) -> None:
    answer = standings.get(season, "standings/revisions?round=2")
    assert answer.status_code == 200
    items = answer.json["items"]
    assert [(one["round"], one["revision"]) for one in items] == [(2, 1), (2, 2), (2, 3)]
    assert [one["changes"] for one in items] == [
        [],
        [
            {
                "kind": "corrected",
                "match_id": match_uuid(season, A_B.match_id),
                "outcome": "second",
                "account": None,
            }
        ],
        [
            {
                "kind": "disqualified",
                "match_id": None,
                "outcome": None,
                "account": {"account_id": "B", "display_name": "Bea"},
            },
            {
                "kind": "annulled",
                "match_id": match_uuid(season, A_C.match_id),
                "outcome": None,
                "account": None,
            },
        ],
    ]
    assert all(one["published_at"].endswith("Z") for one in items)


def test_all_rounds_are_listed_with_the_digests_announced(
    standings: Standings, season: str
) -> None:
    items = standings.get(season, "standings/revisions").json["items"]
    assert {(one["round"], one["revision"]): one["digest"] for one in items} == digests(
        standings.announced(season)
    )
    for one in items:
        read = standings.get(
            season, f"standings?round={one['round']}&revision={one['revision']}"
        ).json
        assert read["published_at"] == one["published_at"]


def test_the_list_comes_in_pages(standings: Standings, season: str) -> None:
    whole = standings.get(season, "standings/revisions").json["items"]
    seen, cursor = [], ""
    while cursor is not None:
        page = standings.get(season, f"standings/revisions?limit=2{cursor}").json
        seen += page["items"]
        cursor = page["next"] and f"&cursor={page['next']}"
    assert seen == whole
    assert len(seen) == 6


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("limit=0", "limit"),
        ("limit=201", "limit"),
        ("cursor=e30", "cursor"),
        ("cursor=WyIxIiwyXQ", "cursor"),
        ("cursor=%21", "cursor"),
        ("round=x", "round"),
    ],
)
def test_bad_queries_are_refused_by_field(
    standings: Standings, season: str, query: str, field: str
) -> None:
    answer = standings.get(season, f"standings/revisions?{query}")
    assert (answer.status_code, list(answer.json["errors"])) == (422, [field])


def test_acts_are_told_in_their_order_and_counted_by_revisions(
    standings: Standings, season: str
) -> None:
    shown = standings.get(season, "standings/acts").json
    assert [(a["act"], a["kind"], a["match_id"], a["account_id"]) for a in shown["items"]] == [
        (1, "corrected", match_uuid(season, A_B.match_id), None),
        (2, "disqualified", None, "B"),
        (3, "annulled", match_uuid(season, A_C.match_id), None),
    ]
    first = standings.get(season, "standings/acts?limit=2").json
    rest = standings.get(season, f"standings/acts?limit=2&cursor={first['next']}").json
    assert first["items"] + rest["items"] == shown["items"]
    counted = standings.get(season, "standings/revisions?round=2").json["items"]
    assert [one["act"] for one in counted] == [0, 1, 3]
    assert standings.get(new_id(), "standings/acts").status_code == 404
    assert standings.get(season, "standings/acts?cursor=IngiCg").status_code == 422
