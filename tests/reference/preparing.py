"""The first phase of a round: drafts, confirmations, and those who never come."""

from datetime import timedelta

from tests.reference import log
from tests.reference.compare import same
from tests.reference.duel import Duel
from tests.reference.feedback import ALPHABET, all_codes
from tests.reference.match_views import you_view
from tests.reference.play import Play, Player
from tests.reference.refusals import code_refused


def prepare(play: Play, number: int) -> None:
    """Everyone acts in an order of chance; some wait for the last second."""
    players = list(play.players.values())
    play.rng.shuffle(players)
    waiting = []
    for player in players:
        duel = play.duel_of(player.account_id, number)
        if duel is None:
            continue
        if play.rng.random() < 0.2:
            waiting.append((player, duel))
        else:
            choose_code(play, player, duel)
        if play.rng.random() < 0.1:
            play.drift(play.times().solving_from)
    _at_the_last_second(play, waiting)


def _at_the_last_second(play: Play, waiting: list[tuple[Player, Duel]]) -> None:
    last = play.times().solving_from - timedelta(seconds=1)
    if waiting and last > play.now:
        play.move(last)
    for player, duel in waiting:
        choose_code(play, player, duel)


def choose_code(play: Play, player: Player, duel: Duel) -> None:
    """Some drafts, and then perhaps a confirmed code, perhaps said twice."""
    rng = play.rng
    if rng.random() < 0.05:
        save_code(play, player, duel, _nonsense(play, duel), confirm=True)
    for _ in range(rng.choice((0, 0, 1, 2))):
        save_code(play, player, duel, any_code(play, duel), confirm=False)
    if rng.random() >= player.habits.confirms:
        return
    code = any_code(play, duel)
    save_code(play, player, duel, code, confirm=True)
    if rng.random() < 0.2:
        save_code(play, player, duel, code, confirm=True)
    if rng.random() < 0.1:
        save_code(play, player, duel, other_code(play, duel, code), confirm=rng.random() < 0.5)


def any_code(play: Play, duel: Duel) -> str:
    game = duel.game
    return play.rng.choice(all_codes(game.code_length, game.symbols, game.repeats))


def other_code(play: Play, duel: Duel, code: str | None) -> str:
    other = any_code(play, duel)
    while other == code:
        other = any_code(play, duel)
    return other


def _nonsense(play: Play, duel: Duel) -> str:
    """Too short, too long, or with a symbol that is not in the game."""
    code = any_code(play, duel)
    foreign = ALPHABET[duel.game.symbols :][:1] or "Z"
    return play.rng.choice((code[:-1], code + code[0], foreign + code[1:]))


def save_code(play: Play, player: Player, duel: Duel, code: str, confirm: bool) -> None:
    """Ask for it, and see that it is taken or refused as it must be."""
    account = player.account_id
    refusal = code_refused(
        duel,
        account,
        code,
        confirm,
        play.season.phase(duel.round),
        play.season.barred(account, duel.round),
    )
    path = f"/matches/{duel.id}/code"
    answer = player.caller.ask("PUT", path, {"code": code, "confirm": confirm})
    if refusal is not None:
        answer.refused(refusal.status, refusal.code)
        return
    body = answer.expect(200)
    play.record(log.CodeSaved(play.now, duel.id, account, code, confirm))
    same(you_view(play.season, duel, account), body, f"code of {duel.id}")
