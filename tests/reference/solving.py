"""The second phase of a round: attempts of every kind, and clues."""

from datetime import timedelta

from tests.reference import log
from tests.reference.compare import same
from tests.reference.duel import Attempt, Desk, Duel
from tests.reference.feedback import feedback
from tests.reference.match_views import attempt_view
from tests.reference.play import Play, Player
from tests.reference.preparing import any_code, other_code, save_code
from tests.reference.refusals import attempt_refused, clue_refused, repeated

Seat = tuple[Player, Duel]


def seats(play: Play, number: int) -> list[Seat]:
    """Who has a match in that round."""
    pairs = [(p, play.duel_of(p.account_id, number)) for p in play.players.values()]
    return [(player, duel) for player, duel in pairs if duel is not None]


def solve(play: Play, number: int) -> None:
    """Those who come take turns in an order of chance until they are done or lose interest."""
    come = [seat for seat in seats(play, number) if play.rng.random() < seat[0].habits.plays]
    while come:
        seat = play.rng.choice(come)
        if not _turn(play, *seat):
            come.remove(seat)
        if play.rng.random() < 0.02:
            play.drift(play.times().closes_at)


def last_second(play: Play, number: int) -> None:
    """One second before the close everything still goes, at the close nothing does."""
    free = [s for s in seats(play, number) if not play.season.barred(s[0].account_id, number)]
    chosen = play.rng.sample(free, min(1, len(free)))
    last = play.times().closes_at - timedelta(seconds=1)
    if last > play.now:
        play.move(last)
    for player, duel in chosen:
        attempt_next(play, player, duel)
    play.move(play.times().closes_at)
    for player, duel in chosen:
        attempt_next(play, player, duel)
        _repeat(play, player, duel)
        take_clue(play, player, duel)


def _turn(play: Play, player: Player, duel: Duel) -> bool:
    """One thing that the player does; false when it was the last."""
    rng, desk = play.rng, duel.desks[player.account_id]
    barred = play.season.barred(player.account_id, duel.round)
    if rng.random() < 0.03:
        # Not the code that was confirmed: to say that one again is no new request.
        save_code(play, player, duel, other_code(play, duel, desk.code), confirm=True)
    if rng.random() < player.habits.curious:
        take_clue(play, player, duel)
    if not barred and rng.random() < 0.1:
        _repeat(play, player, duel)
    if not barred and rng.random() < 0.1:
        _stumble(play, player, duel)
    attempt_next(play, player, duel)
    done = barred is not None or desk.attempts_left(duel.game) == 0
    if done and not barred and rng.random() < 0.3:
        attempt_next(play, player, duel)
        take_clue(play, player, duel)
    return not done and rng.random() >= player.habits.stops


def attempt_next(play: Play, player: Player, duel: Duel) -> None:
    """The next number, with a guess as good as the player's habits."""
    desk = duel.desks[player.account_id]
    # Numbers past the limit of attempts are not to be asked for; the last one then is.
    number = min(len(desk.attempts) + 1, duel.game.max_attempts)
    guess = next_guess(play, player, duel)
    if repeated(duel, player.account_id, number, guess) is None:
        attempt(play, player, duel, number, guess)


def _repeat(play: Play, player: Player, duel: Duel) -> None:
    """An attempt sent once more gives the first answer."""
    desk = duel.desks[player.account_id]
    if desk.attempts:
        made = play.rng.choice(desk.attempts)
        attempt(play, player, duel, made.number, made.guess)


def _stumble(play: Play, player: Player, duel: Duel) -> None:
    """A number that is not next, or a guess that is no code."""
    desk, guess = duel.desks[player.account_id], any_code(play, duel)
    following = len(desk.attempts) + 1
    kind = play.rng.choice(("ahead", "again", "short"))
    if kind == "ahead" and following < duel.game.max_attempts:
        attempt(play, player, duel, following + 1, guess)
    elif kind == "again" and desk.attempts:
        attempt(play, player, duel, play.rng.randint(1, len(desk.attempts)), guess)
    elif kind == "short" and desk.attempts_left(duel.game):
        attempt(play, player, duel, following, guess[:-1])


def next_guess(play: Play, player: Player, duel: Duel) -> str:
    """A code that fits what is known, as far as the player cares to look for one."""
    desk = duel.desks[player.account_id]
    tries = 300 if play.rng.random() < player.habits.careful else 1
    guess = any_code(play, duel)
    while tries > 1 and not _fits(desk, guess):
        guess, tries = any_code(play, duel), tries - 1
    return guess


def _fits(desk: Desk, guess: str) -> bool:
    return all(feedback(guess, a.guess) == (a.exact, a.partial) for a in desk.attempts) and all(
        guess[clue.position - 1] == clue.symbol for clue in desk.clues
    )


def attempt(play: Play, player: Player, duel: Duel, number: int, guess: str) -> None:
    """Ask for it, and see that it is taken, repeated or refused as it must be."""
    account = player.account_id
    answer = player.caller.ask(
        "POST", f"/matches/{duel.id}/attempts", {"number": number, "guess": guess}
    )
    before = repeated(duel, account, number, guess)
    if before is not None:
        same(attempt_view(duel, before), answer.expect(200), f"repeated attempt in {duel.id}")
        return
    phase = play.season.phase(duel.round)
    barred = play.season.barred(account, duel.round)
    refusal = attempt_refused(duel, account, number, guess, phase, barred)
    if refusal is not None:
        answer.refused(refusal.status, refusal.code)
        return
    body = answer.expect(201)
    made = Attempt(number, guess, body["exact"], body["partial"], play.now)
    same(attempt_view(duel, made), body, f"attempt in {duel.id}")
    play.record(
        log.AttemptMade(play.now, duel.id, account, number, guess, made.exact, made.partial)
    )


def take_clue(play: Play, player: Player, duel: Duel) -> None:
    """Ask for one, and see that it is paid for and told, or refused and not paid for."""
    account, season = player.account_id, play.season
    if duel.clue_rules is None and season.barred(account, duel.round):
        # Two reasons hold, and either may be told.
        return
    refusal = clue_refused(
        duel,
        account,
        season.wallet(account).balance,
        season.phase(duel.round),
        season.barred(account, duel.round),
    )
    answer = player.caller.ask("POST", f"/matches/{duel.id}/clues")
    if refusal is not None:
        answer.refused(refusal.status, refusal.code)
        return
    body = answer.expect(201)
    play.record(log.ClueTold(play.now, duel.id, account, body["position"], body["symbol"]))
    assert duel.clue_rules is not None
    paid = {
        "aura_spent": duel.clue_rules.aura_cost,
        "aura_balance": season.wallet(account).balance,
    }
    same(paid, body, f"clue in {duel.id}")
