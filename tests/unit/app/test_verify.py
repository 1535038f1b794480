"""Replaying a season's file: what is as it was is confirmed, what was changed is found.

The files in `seasons` were written by a platform on which invented people played, left, were
disqualified and had results corrected.
"""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from services.app.cli import main
from services.app.verifying import verify
from services.gateway.domain.season_file import digest_of

SEASONS = sorted((Path(__file__).parent / "seasons").glob("*.json"))
MUTATIONS = 80

# Numbers that nothing followed from in a season: only the file's digest covers them.
WITHOUT_EFFECT = {
    "season.min_participants",
    "season.points.bye",
    "season.clues.aura_cost",
    "season.swiss_rounds",
    "season.cadence.break_seconds",
    # From when exactly somebody was out matters only where they would have played.
    "departures.*.from_round",
    "rounds.*.departures",
}


@pytest.fixture(params=SEASONS, ids=lambda file: file.stem)
def season(request: pytest.FixtureRequest) -> Any:
    return json.loads(request.param.read_bytes())


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in inner:
        if isinstance(one, dict | list):
            yield from leaves(one, (*path, key))
        else:
            yield (*path, key), one


def put(season: Any, path: tuple[Any, ...], value: Any) -> None:
    for key in path[:-1]:
        season = season[key]
    season[path[-1]] = value


def named(path: tuple[Any, ...]) -> str:
    return ".".join("*" if isinstance(key, int) else key for key in path)


def signed_anew(season: Any) -> Any:
    return season | {"digest": digest_of(season)}


def test_a_file_as_it_was_written_is_confirmed(season: Any) -> None:
    verdict = verify(season)
    assert verdict.faults == ()
    assert len(verdict.confirmed) == 6


def test_any_change_at_all_is_found(season: Any) -> None:
    chance = random.Random(1)
    everything = list(leaves(season))
    for path, value in chance.sample(everything, MUTATIONS):
        put(season, path, f"{value}'")
        assert verify(season).faults, named(path)
        put(season, path, value)


def test_a_changed_number_is_found_though_the_digest_was_made_anew(season: Any) -> None:
    """Not only in places drawn by chance: each kind of number at least once."""
    chance = random.Random(2)
    numbers = [
        (path, value)
        for path, value in leaves(season)
        if isinstance(value, int | float)
        and not isinstance(value, bool)
        and named(path) not in WITHOUT_EFFECT
    ]
    by_kind = {named(path): (path, value) for path, value in numbers}
    for path, value in [*by_kind.values(), *chance.sample(numbers, MUTATIONS)]:
        for other in {value + 1, -1} - {value}:
            put(season, path, other)
            assert verify(signed_anew(season)).faults, (named(path), path, other)
        put(season, path, value)


def change(season: Any, edit: Callable[[Any], object]) -> list[str]:
    """What is found after an edit by somebody who makes the digest anew."""
    edit(season)
    return list(verify(signed_anew(season)).faults)


def _swap_sides(season: Any) -> None:
    match = season["matches"][0]
    match["first"], match["second"] = match["second"], match["first"]


def _swap_opponents(season: Any) -> None:
    one, other = [m for m in season["matches"] if m["round"] == 1][:2]
    one["first"], other["first"] = other["first"], one["first"]


def _drop_the_solving_attempt(season: Any) -> None:
    sides = [match[side] for match in season["matches"] for side in ("first", "second")]
    next(side for side in sides if side["solved"])["attempts"].pop()


def _change_the_seed(season: Any) -> None:
    season["season"]["draw_seed"] = "0" * 64


def _swap_lots(season: Any) -> None:
    one, other = season["participants"][:2]
    one["number"], other["number"] = other["number"], one["number"]


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (_swap_sides, "should have met"),
        (_swap_opponents, "should have met"),
        (_drop_the_solving_attempt, "solved is told wrongly"),
        (_change_the_seed, "not the one that was promised"),
        (_swap_lots, "the lot gives number"),
        (lambda s: s["matches"].pop(), "should have met"),
        (lambda s: s["matches"].append(s["matches"][0]), "twice"),
        (lambda s: s["tables"].pop(), "is missing"),
        (lambda s: s["tables"].append(s["tables"][-1]), "none that was due"),
        (lambda s: s["tables"][-1]["items"].pop(), "rows"),
        (lambda s: s["acts"].pop(), "act"),
        (lambda s: s["departures"].pop(), "listed as"),
        (lambda s: s["rounds"].pop(), "rounds are to be played"),
        (lambda s: s["season"].update(state="running"), "not told as finished"),
        (lambda s: s["season"]["game"].update(symbols=1), "settings are none of a season"),
    ],
)
def test_it_says_in_words_where_a_file_differs(
    season: Any, edit: Callable[[Any], object], says: str
) -> None:
    found = change(season, edit)
    assert any(says in fault for fault in found), found


def test_feedback_results_and_tables_are_told_as_they_should_be(season: Any) -> None:
    match = next(m for m in season["matches"] if m["first"]["attempts"])
    attempt = match["first"]["attempts"][0]
    right = f"{attempt['exact']} exact and {attempt['partial']} partial"
    found = change(season, lambda _: attempt.update(partial=attempt["partial"] + 1))
    assert any(right in fault and match["id"] in fault for fault in found)


def test_layout_and_order_of_keys_are_nobodys_concern(season: Any) -> None:
    again = json.loads(json.dumps(season, indent=3, sort_keys=True))
    assert verify(again).faults == ()


@pytest.mark.parametrize("whole", [None, [], {}, "x", 7, {"format": "justa-season/2"}])
def test_what_is_no_seasons_file_is_told_so(whole: Any) -> None:
    (fault,) = verify(whole).faults
    assert fault.startswith("This is no season's file")


def run(file: Path) -> tuple[int, str]:
    told = CliRunner().invoke(main, ["verify", str(file)])
    return told.exit_code, told.output


def test_the_command(tmp_path: Path) -> None:
    code, output = run(SEASONS[0])
    assert code == 0
    assert output.count("Confirmed: ") == 6
    season = json.loads(SEASONS[0].read_bytes())
    season["tables"][-1]["items"][0]["points"] += 1
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(season))
    code, output = run(changed)
    assert code == 1
    assert "Differs: the file was changed after it was written" in output
    assert "row 1 has points" in output
    changed.write_text("{")
    assert run(changed)[0] == 1
