"""What pages tell in words: instants, results, the sums behind a row."""

import json
from collections.abc import Iterator
from itertools import combinations_with_replacement, pairwise
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from services.gateway.web import (
    charts,
    explaining,
    form_of_players,
    languages,
    nobody,
    times,
    words,
)
from services.gateway.web.interface import Answer
from services.gateway.web.symbols import SHAPES, SYMBOLS, tidy_code
from services.gateway.web.texts import HERE
from shared.names import COMPUTERS, DELETED_PLAYER


@pytest.fixture(params=["en", "es"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    app = Flask("pages")
    languages.install(app)
    with app.test_request_context(headers={"Accept-Language": request.param}):
        languages.TEXTS.as_default()
        yield request.param


def test_both_half_past_twos_of_the_night_when_clocks_go_back_are_told_apart(language: str) -> None:
    first = times.when("2026-10-25T00:30:00Z", "Europe/Madrid")
    second = times.when("2026-10-25T01:30:00Z", "Europe/Madrid")
    assert (first.time, second.time) == ("02:30", "02:30")
    assert (first.offset, second.offset) == ("UTC+2", "UTC+1")
    assert first.day == second.day
    assert {"en": "Sun 25 Oct 2026", "es": "dom 25 oct 2026"}[language] == first.day
    assert first.iso == "2026-10-25T00:30:00Z"


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (-5, ""),
        (0, ""),
        (59, "59 s"),
        (60, "1 min"),
        (3605, "1 h"),
        (3661, "1 h 1 min"),
        (86400 + 59, "1 d"),
        (90061, "1 d 1 h"),
    ],
)
def test_what_is_left_is_told_in_its_two_largest_units(seconds: int, told: str) -> None:
    assert times.span(seconds) == told


def test_offsets_of_half_hours_and_of_the_west() -> None:
    assert times.offset(times.instant("2026-07-01T00:00:00+05:30")) == "UTC+5:30"
    assert times.offset(times.instant("2026-07-01T00:00:00-03:00")) == "UTC−3"
    assert times.offset(times.instant("2026-07-01T00:00:00Z")) == "UTC"


_PLAYERS = {"first": {"display_name": "Ana"}, "second": {"display_name": "Bea"}}
_ENDINGS = [
    ("first", "attempts"),
    ("second", "only_solver"),
    ("first", "forfeit"),
    ("none", "double_forfeit"),
    ("draw", "equal_attempts"),
    ("draw", "unsolved"),
    ("first", "resignation"),
    ("second", "abandonment"),
    ("first", "preparation_timeout"),
    ("none", "preparation_timeout"),
    ("none", "abandonment"),
    ("none", "closed"),
    ("first", "corrected"),
    ("draw", "corrected"),
    ("none", "corrected"),
]


@pytest.mark.parametrize(("outcome", "by"), _ENDINGS)
@pytest.mark.parametrize("annulled", [False, True])
def test_every_result_has_its_words(language: str, outcome: str, by: str, annulled: bool) -> None:
    told: dict[str, Any] = {"outcome": outcome, "by": by, "annulled": annulled}
    said = words.result({**_PLAYERS, "result": told})
    assert said.endswith(".")
    assert "%(" not in said
    winner = {"first": "Ana", "second": "Bea"}.get(outcome)
    assert winner is None or winner in said
    assert said.startswith({"en": "Annulled", "es": "Anulada"}[language]) == annulled


def test_the_change_of_a_ladder_game_is_explained_with_its_sum(language: str) -> None:
    won = {"rule": "win", "base": 10, "streak_before": 2, "streak_bonus": 6}
    assert "+10" in words.explained({"explanation": won})
    assert "+6" in words.explained({"explanation": won})
    lost = {"rule": "loss", "bracket": {"from": 1500, "to": 1599}, "cost": 5, "spared_by_floor": 2}
    said = words.explained({"explanation": lost, "points_before": 1503})
    assert all(part in said for part in ("1503", "1500–1599", "−5", "2"))
    assert language in ("en", "es")


def _row(name: str, **values: Any) -> dict[str, Any]:
    row = {
        "account_id": name,
        "display_name": name,
        "points": 3,
        "wins": 1,
        "draws": 0,
        "losses": 0,
        "byes": 0,
        "attempt_difference": 0,
        "average_attempts": 3.0,
        "solved_games": 1,
        "solved_attempts": 3,
        "head_to_head": None,
        "decided_by": None,
    }
    return row | values


def test_criteria_are_asked_in_order_up_to_the_one_that_decides() -> None:
    above = _row("Ana", attempt_difference=2)
    below = _row("Bea", attempt_difference=-1, decided_by="attempt_difference")
    steps = explaining.steps(above, below)
    assert [step["criterion"] for step in steps] == ["points", "wins", "attempt_difference"]
    assert [step["equal"] for step in steps] == [True, True, False]
    assert [step["decides"] for step in steps] == [False, False, True]


def test_points_are_a_sum_and_what_both_lost_is_told_apart() -> None:
    worth = {"win": 3, "draw": 1, "loss": 1, "bye": 2}
    row = _row("Ana", wins=2, draws=1, losses=2, byes=1, points=10)
    told = explaining.points_of(row, worth)
    assert told["parts"] == [("win", 2, 3), ("draw", 1, 1), ("loss", 2, 1), ("bye", 1, 2)]
    # Two defeats are worth 2, but one was of both players and earned nothing.
    assert told["other"] == -1


def test_a_groups_own_matches_make_its_head_to_head() -> None:
    rows = [
        _row("Ana", head_to_head=3),
        _row("Bea", head_to_head=0),
        _row("Carlos", points=0, wins=0),
    ]
    met = {
        "Ana": [
            {"opponent": "Bea", "points": 3, "annulled": False},
            {"opponent": "Carlos", "points": 3, "annulled": False},
        ],
        "Bea": [{"opponent": "Ana", "points": 0, "annulled": False}],
    }
    told = explaining.head_to_head(rows, rows[1], met)
    assert [one["row"]["account_id"] for one in told] == ["Ana", "Bea"]
    assert [[m["name"] for m in one["meetings"]] for one in told] == [["Bea"], ["Ana"]]


def test_an_average_that_is_equal_in_two_places_is_compared_as_a_fraction() -> None:
    above = _row("Ana", solved_games=300, solved_attempts=1001, average_attempts=3.34)
    below = _row("Bea", solved_games=299, solved_attempts=998, average_attempts=3.34)
    below["decided_by"] = "average_attempts"
    assert explaining.steps(above, below)[-1]["equal"] is False


def test_the_last_five_results_and_the_move_since_last_round() -> None:
    won = {"outcome": "win", "by": "attempts"}
    met = {"Ana": [{**won, "round": n, "annulled": n == 6} for n in range(1, 7)]}
    met["Ana"][3]["by"] = "forfeit"
    told = form_of_players.last_five(met, {7: "Ana", 9: "Ana"}, after_round=7)
    assert [number for number, _ in told["Ana"]] == [3, 4, 5, 6, 7]
    assert [result for _, result in told["Ana"]] == [
        "win",
        "forfeit_win",
        "win",
        "annulled",
        "bye",
    ]
    before = [{"account_id": "Ana", "position": 4}, {"account_id": "Bea", "position": 1}]
    after = [{"account_id": "Ana", "position": 1}, {"account_id": "Bea", "position": None}]
    assert form_of_players.moves(before, after) == {"Ana": 3}


@pytest.mark.parametrize("lowest", [1, 2, 6, 8])
def test_lines_stay_inside_the_picture_and_names_apart(lowest: int) -> None:
    for places in combinations_with_replacement(range(1, lowest + 1), 4):
        drawn = charts.positions(
            [
                {"account_id": str(n), "display_name": str(n), "positions": [lowest, None, place]}
                for n, place in enumerate(places)
            ]
        )
        spots = [spot for line in drawn.lines for spot in line.spots]
        assert all(0 <= x <= drawn.width and 0 <= y <= drawn.height for x, y in spots), places
        heights = sorted(float(line.kinds[1]) for line in drawn.lines)
        # What is written into the page is rounded.
        assert all(b - a >= charts.APART - 0.01 for a, b in pairwise(heights)), places


def test_sixteen_symbols_have_sixteen_shapes() -> None:
    assert list(SHAPES) == list(SYMBOLS)
    assert len(set(SHAPES.values())) == len(SYMBOLS) == 16


@pytest.mark.parametrize("typed", ["1 4 2 6", "1426", " 1-4-2-6 ", "1,4,2,6"])
def test_a_code_may_be_typed_with_anything_between(typed: str) -> None:
    assert tidy_code(typed) == "1426"


def test_every_page_is_written_from_the_one_base() -> None:
    parts = {"base.html", "ui.html", "board.html", "parts.html"}
    for file in Path(HERE / "templates").rglob("*.html"):
        begins = file.read_text().startswith('{% extends "base.html" %}')
        assert begins == (file.name not in parts), file


def test_nobodys_names_are_told_in_the_readers_words(language: str) -> None:
    """Those that the services give, and no others; wherever in an answer they stand."""
    given = {name: {"account_id": "1", "display_name": name} for name in nobody.NAMES}
    assert set(given) == {DELETED_PLAYER, *(f"Computer ({level})" for level in COMPUTERS)}
    raw = json.dumps({"items": [*given.values(), {"display_name": "Ana"}, {"display_name": None}]})
    told = [one["display_name"] for one in Answer(200, {}, raw.encode()).body["items"]]
    spanish = ["jugador borrado", "Ordenador (fácil)", "Ordenador (normal)", "Ordenador (perfecto)"]
    assert told == [*({"en": list(given), "es": spanish}[language]), "Ana", None]
