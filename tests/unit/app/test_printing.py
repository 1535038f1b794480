"""What the demonstration prints."""

from services.app.demo.printing import match_line, round_title, table

ROW = {
    "position": 1,
    "display_name": "Ada (demo)",
    "points": 13,
    "wins": 4,
    "draws": 1,
    "losses": 0,
    "attempt_difference": 7,
    "average_attempts": 4.5,
    "head_to_head": None,
}


def _side(name, attempts, solved):
    return {"display_name": name, "attempts": [{}] * attempts, "solved": solved}


def test_a_table_is_aligned():
    second = {**ROW, "position": 10, "display_name": "Bo", "points": 3, "average_attempts": None}
    assert table([ROW, second]).splitlines() == [
        "      player  points  won  drawn  lost  difference  average  head-to-head",
        "   1  Ada         13    4      1     0          +7     4.50             –",
        "  10  Bo           3    4      1     0          +7        –             –",
    ]


def test_matches_say_who_won_and_how():
    match = {"first": _side("Ada (demo)", 4, True), "second": _side("Bo", 10, False)}
    won = {**match, "result": {"outcome": "first", "by": "only_solver"}}
    drawn = {**match, "result": {"outcome": "draw", "by": "unsolved"}}
    lost = {**match, "result": {"outcome": "none", "by": "double_forfeit"}}
    assert " ".join(match_line(won).split()) == "Ada 4 : (10) Bo Ada wins (only solver)"
    assert match_line(drawn).endswith("draw (unsolved)")
    assert match_line(lost).endswith("both lose (double forfeit)")


def test_a_round_says_when_it_is():
    times = {"preparing_from": "2026-03-27T23:00:00Z", "closes_at": "2026-03-29T22:00:00Z"}
    told = round_title(1, 5, times)
    assert told == "Round 1 of 5, Fri 27 Mar 23:00 to Sun 29 Mar 22:00 UTC"
