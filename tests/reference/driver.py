"""Playing a whole season over HTTP, every answer held against the model."""

from datetime import timedelta

from tests.reference import checks, opening, turbulence
from tests.reference.calling import Client
from tests.reference.play import Play
from tests.reference.preparing import prepare
from tests.reference.scenario import Scenario
from tests.reference.season import Season
from tests.reference.solving import last_second, solve


def play_season(client: Client, email: str | None, password: str | None, drawn: Scenario) -> Play:
    """Play the scenario to its end. `email` and `password` are an operator's.

    The platform runs on a manual clock, which is taken from wherever it stands. Raises
    AssertionError, with the latest entries of the log, at the first answer that is wrong.
    """
    play = opening.announce(client, email, password, drawn)
    try:
        _play(play)
    except Exception as error:
        error.add_note(f"{drawn} at {play.now}, season {play.season_id}, after:")
        for entry in play.entries[-12:]:
            error.add_note(f"  {entry}")
        raise
    return play


def _play(play: Play) -> None:
    opening.open_registration(play)
    opening.fill(play)
    opening.close_registration(play)
    checks.check_season(play)
    checks.check_tables(play, [0])
    checks.check_open_table(play, 1)
    _endow(play)
    while play.season.state == "running":
        _play_round(play, play.season.closed + 1)
    _after_the_end(play)
    _check_everything(play)


def _endow(play: Play) -> None:
    """Most players of a season with clues can pay for some."""
    if play.season.plan.clues is not None:
        for player in play.players.values():
            if play.rng.random() < 0.7:
                turbulence.give(play, player, play.rng.randint(1, 15))


def _play_round(play: Play, number: int) -> None:
    _wait_for(play, number)
    _look(play, number)
    if play.rng.random() < 0.04:
        # Nobody comes, and the platform wakes up when all of it is over.
        play.move(play.times().closes_at)
    else:
        _prepare(play, number)
        _solve(play, number)
    _look_back(play, number)


def _wait_for(play: Play, number: int) -> None:
    if play.now < play.times().preparing_from:
        checks.check_season(play)
        turbulence.befall(play, number, "waiting")
        checks.check_round(play, number)
        if play.rng.random() < 0.3:
            play.move(play.times().preparing_from - timedelta(seconds=1))
            checks.check_round(play, number)
        play.move(play.times().preparing_from)
    else:
        turbulence.befall(play, number, "waiting")


def _prepare(play: Play, number: int) -> None:
    prepare(play, number)
    turbulence.befall(play, number, "preparing")
    _look(play, number)
    play.move(play.times().solving_from)
    _look(play, number)


def _solve(play: Play, number: int) -> None:
    late = play.rng.random() < 0.5
    if late:
        turbulence.befall(play, number, "solving")
    solve(play, number)
    if not late:
        turbulence.befall(play, number, "solving")
    if play.rng.random() < 0.3:
        turbulence.refuse_open(play, number)
    _look(play, number)
    last_second(play, number)


def _look(play: Play, number: int) -> None:
    """An open round, as others and some of its players see it."""
    checks.check_season(play)
    checks.check_round(play, number)
    checks.check_open_table(play, number)
    duels = play.season.round_duels(number)
    for duel in play.rng.sample(duels, min(2, len(duels))):
        checks.check_match(play, duel)
        player = play.players[play.rng.choice((duel.first, duel.second))]
        checks.check_own(play, player, duel)
        checks.check_own_list(play, player)


def _look_back(play: Play, number: int) -> None:
    """A closed round in full, and something of an earlier one."""
    checks.check_season(play)
    checks.check_round(play, number)
    for duel in play.season.round_duels(number):
        checks.check_match(play, duel)
    checks.check_tables(play, {number, play.rng.randint(0, number)})
    checks.check_crosstable(play)
    if play.season.plan.clues is not None:
        for player in play.rng.sample(list(play.players.values()), 2):
            checks.check_aura(play, player)


def _after_the_end(play: Play) -> None:
    """Corrections and disqualifications do not end with the season."""
    if play.rng.random() < 0.4:
        turbulence.correct(play)
    if play.rng.random() < 0.3:
        turbulence.disqualify(play)
        play.settle()
        checks.check_tables(play, [play.season.closed])
    if play.rng.random() < 0.3:
        turbulence.annul(play)


def _check_everything(play: Play) -> None:
    """Every response once more, and the model replayed from the log alone."""
    season = play.season
    checks.check_season(play)
    for number in range(1, season.closed + 1):
        checks.check_round(play, number)
    for duel in season.duels.values():
        if duel.round <= season.closed:
            checks.check_match(play, duel)
    checks.check_tables(play, season.tables)
    checks.check_crosstable(play)
    for player in play.players.values():
        checks.check_aura(play, player)
        checks.check_own_list(play, player)
    replayed = Season.replay(season.plan, play.entries, play.now)
    assert replayed.tables == season.tables, "the log does not tell the whole season"
