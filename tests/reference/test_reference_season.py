"""The model of a season, against a small one worked out by hand."""

from datetime import UTC, datetime, timedelta

from tests.reference import log
from tests.reference.berger import double_round_robin
from tests.reference.plan import ROUND_ROBIN, Clues, Game, Plan, TimedCadence
from tests.reference.results import Points
from tests.reference.season import Season

START = datetime(2026, 5, 1, 18, tzinfo=UTC)
PLAN = Plan(
    name="Three friends",
    format=ROUND_ROBIN,
    time_zone="Europe/Madrid",
    registration_opens_at=START,
    registration_closes_at=START,
    cadence=TimedCadence(60, 60, 10),
    starts_at=START,
    points=Points(3, 1, 0, 2),
    game=Game(2, 3, True, 4),
    clues=Clues(1, 1, 5),
)


def _at(number: int, second: int) -> datetime:
    """So many seconds into a round."""
    return START + timedelta(seconds=(number - 1) * 130 + second)


def _season() -> tuple[Season, list[str]]:
    """Three players by their lot, and a calendar of six rounds."""
    season = Season(PLAN)
    season.record(log.RegistrationOpened(START, False))
    for name in ("Ana", "Bea", "Carla"):
        season.record(log.Registered(START, name.lower(), name))
    season.record(log.RegistrationClosed(START, "seed", False))
    lot = list(season.lots)
    for number, (_, pairs, bye) in enumerate(double_round_robin(3), start=1):
        matches = tuple((f"m{number}", lot[a - 1], lot[b - 1]) for a, b in pairs)
        season.record(log.Paired(START, number, matches, lot[bye - 1] if bye else None))
    return season, lot


def _round(season: Season, number: int, moves: dict[str, list[str]]) -> None:
    """Both confirm 11 and make these attempts, then the round closes."""
    duel = season.duels[f"m{number}"]
    for account in (duel.first, duel.second):
        if season.barred(account, number) is None:
            season.record(log.CodeSaved(_at(number, 1), duel.id, account, "11", True))
        else:
            season.record(log.CodeDrawn(_at(number, 60), duel.id, account, "11"))
    for account, guesses in moves.items():
        for turn, guess in enumerate(guesses, start=1):
            exact = guess.count("1")
            season.record(log.AttemptMade(_at(number, 61), duel.id, account, turn, guess, exact, 0))
    season.advance(_at(number, 120))


def _points(season: Season, number: int, revision: int = 1) -> dict[str, tuple[int, ...]]:
    keys = ("points", "wins", "losses", "byes", "attempt_difference", "solved_games")
    rows = season.tables[number][revision - 1].rows
    return {row["account_id"]: tuple(row[key] for key in keys) for row in rows}


def test_the_lot_is_the_order_of_the_hashes() -> None:
    # The hashes of seedcarla, seedbea and seedana begin with 242c, 4343 and 4496.
    season, _ = _season()
    assert season.lots == {"carla": 1, "bea": 2, "ana": 3}
    assert [row["position"] for row in season.tables[0][0].rows] == [1, 1, 1]


def test_three_rounds_with_a_withdrawal_a_forfeit_and_byes() -> None:
    season, (one, two, three) = _season()
    # Berger for four without the fourth: 1 is free, then 3, then 2.
    assert [season.byes[n] for n in (1, 2, 3)] == [one, three, two]
    _round(season, 1, {two: ["12", "11"], three: ["22", "22", "22", "22"]})
    assert _points(season, 1) == {
        two: (3, 1, 0, 0, 3, 1),
        one: (2, 0, 0, 1, 0, 0),
        three: (0, 0, 1, 0, -3, 0),
    }
    season.record(log.Withdrew(_at(2, 0), three))
    assert season.out_from == {three: 3}
    _round(season, 2, {one: ["11"], two: ["11"]})
    # The bye of the round that was open when they left still counts, the match after is lost.
    assert _points(season, 2)[three] == (2, 0, 1, 1, -3, 0)
    _round(season, 3, {one: ["22"]})
    result = season.results["m3"]
    assert (result.by, result.difference) == ("forfeit", 0)
    assert _points(season, 3)[one] == (6, 1, 0, 1, 0, 1)
    assert _points(season, 3)[three] == (2, 0, 2, 1, -3, 0)


def test_no_bye_points_after_leaving() -> None:
    season, (one, two, three) = _season()
    season.record(log.Withdrew(START, three))
    _round(season, 1, {})
    _round(season, 2, {one: ["11"], two: ["12", "11"]})
    assert _points(season, 2)[three] == (0, 0, 1, 0, 0, 0)
    assert season.byes[2] == three


def test_a_disqualified_player_forfeits_the_open_match_and_is_listed_last() -> None:
    season, (_, two, three) = _season()
    season.record(log.CodeSaved(_at(1, 1), "m1", two, "11", True))
    season.record(log.CodeSaved(_at(1, 1), "m1", three, "11", True))
    season.record(log.AttemptMade(_at(1, 70), "m1", two, 1, "11", 2, 0))
    season.record(log.AttemptMade(_at(1, 70), "m1", three, 1, "12", 1, 0))
    season.record(log.Disqualified(_at(1, 80), two))
    assert season.barred(two, 1) == "disqualified"
    season.advance(_at(1, 120))
    won = (season.results["m1"].outcome, season.results["m1"].by)
    assert won == ("first" if season.duels["m1"].first == three else "second", "forfeit")
    assert season.tables[1][0].rows[-1]["account_id"] == two
    assert season.tables[1][0].rows[-1]["position"] is None


def test_a_correction_revises_every_table_from_its_round_on() -> None:
    season, (one, two, three) = _season()
    _round(season, 1, {two: ["11"], three: ["12", "11"]})
    _round(season, 2, {one: ["11"], two: ["11"]})
    season.record(log.Corrected(_at(3, 5), "m1", "none"))
    assert [len(season.tables[n]) for n in (0, 1, 2)] == [1, 2, 2]
    assert _points(season, 1)[two] == (3, 1, 0, 0, 1, 1)
    assert _points(season, 1, 2)[two] == (0, 0, 1, 0, 0, 1)
    season.record(log.Annulled(_at(3, 6), "m1"))
    assert _points(season, 2, 3)[three] == (2, 0, 0, 1, 0, 0)
    assert season.tables[2][2].at == _at(3, 6)


def test_one_player_alone_ends_the_season_with_the_open_round() -> None:
    season, (one, two, _) = _season()
    season.record(log.Withdrew(_at(1, 5), one))
    season.record(log.Disqualified(_at(1, 6), two))
    _round(season, 1, {})
    assert season.state == "finished"
    season.record(log.Disqualified(_at(9, 0), one))
    assert len(season.tables[1]) == 2


def test_aura() -> None:
    season, (_, two, _) = _season()
    season.record(log.AuraGranted(START, two, 7, "welcome"))
    season.record(log.CodeDrawn(_at(1, 60), "m1", season.duels["m1"].opponent(two), "12"))
    season.record(log.AttemptMade(_at(1, 70), "m1", two, 1, "11", 1, 0))
    season.record(log.ClueTold(_at(1, 71), "m1", two, 2, "2"))
    assert [m.balance_after for m in season.wallet(two).movements] == [7, 2]


def test_too_few_for_a_season() -> None:
    season = Season(PLAN)
    season.record(log.Registered(START, "ana", "Ana"))
    season.record(log.RegistrationClosed(START, "seed", False))
    assert season.state == "cancelled"
