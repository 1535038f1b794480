"""What befalls a season: people who leave, and what operators do."""

from collections.abc import Callable

from tests.reference import log, results
from tests.reference.checks import check_match, check_tables
from tests.reference.compare import same
from tests.reference.duel import Duel
from tests.reference.plan import SWISS, TimedCadence
from tests.reference.play import Play, Player
from tests.reference.views import season_view


def befall(play: Play, number: int, moment: str) -> None:
    """All that the agenda has for that moment of the round."""
    for kind in play.scenario.agenda.get((number, moment), []):
        if play.season.state == "running":
            EVENTS[kind](play)


def withdraw(play: Play) -> None:
    """Someone leaves, if two others stay."""
    staying = _active(play)
    if len(staying) > 2 or (staying and play.rng.random() < 0.2):
        _withdraw(play, play.rng.choice(staying))


def exodus(play: Play) -> None:
    """Everyone leaves."""
    for player in _active(play):
        _withdraw(play, player)


def _active(play: Play) -> list[Player]:
    return [p for a, p in play.players.items() if play.season.status(a) == "active"]


def _withdraw(play: Play, player: Player) -> None:
    player.caller.ask("DELETE", f"{play.path}/registration").expect(204)
    play.record(log.Withdrew(play.now, player.account_id))


def disqualify(play: Play) -> None:
    """Someone is put out, at times someone who had left already."""
    inside = [p for a, p in play.players.items() if play.season.status(a) != "disqualified"]
    if len(_active(play)) < 3 and play.rng.random() < 0.7:
        return
    if inside:
        player = play.rng.choice(inside)
        body = {"account_id": player.account_id, "reason": "two accounts"}
        shown = play.operator.post(f"{play.path}/disqualifications", body)
        play.record(log.Disqualified(play.now, player.account_id))
        same(season_view(play.season), shown, "season after a disqualification")


def annul(play: Play) -> None:
    """A closed match that still counts."""
    counting = [d for d in _closed(play) if not play.season.results[d.id].annulled]
    if counting:
        duel = play.rng.choice(counting)
        preview(play, duel, {"annul": True}, results.annul(play.season.results[duel.id]))
        _refuse_players(play, duel)
        play.operator.post(f"/matches/{duel.id}/annul", {"reason": "played by another"})
        play.record(log.Annulled(play.now, duel.id))
        _check_change(play, duel)


def correct(play: Play) -> None:
    """A closed match gets an outcome that it did not have."""
    closed = _closed(play)
    if closed:
        duel = play.rng.choice(closed)
        before = play.season.results[duel.id]
        outcomes = {"first", "second", "draw", "none"} - {before.outcome}
        outcome = play.rng.choice(sorted(outcomes))
        after = results.correct(before, outcome, play.season.plan.points)
        preview(play, duel, {"outcome": outcome}, after)
        body = {"outcome": outcome, "reason": "a mistake of ours"}
        play.operator.post(f"/matches/{duel.id}/correct", body)
        play.record(log.Corrected(play.now, duel.id, outcome))
        _check_change(play, duel)


def _closed(play: Play) -> list[Duel]:
    return [duel for duel in play.season.duels.values() if duel.round <= play.season.closed]


def preview(play: Play, duel: Duel, change: dict[str, object], after: results.Result) -> None:
    """What the change would do to the latest table, before it is done.

    Not asked while a disqualification has yet to show: what stands before is then unclear.
    """
    season, last = play.season, play.season.closed
    before = season.rows_after(last)
    if before != season.tables[last][-1].rows:
        return
    body = {"match_id": duel.id, **change}
    shown = play.operator.post(f"{play.path}/standings/preview", body)
    same(before, shown["before"], "preview before")
    same(season.rows_after(last, {duel.id: after}), shown["after"], "preview after")
    since = [n for n in season.byes if n > duel.round] if season.plan.format == SWISS else []
    same(since, shown["rounds_paired_since"], "rounds paired since")


def _refuse_players(play: Play, duel: Duel) -> None:
    player = play.rng.choice(list(play.players.values()))
    refused = player.caller.ask("POST", f"/matches/{duel.id}/annul", {"reason": "I lost"})
    assert refused.status == 403, refused


def _check_change(play: Play, duel: Duel) -> None:
    play.settle()
    check_match(play, duel)
    check_tables(play, range(max(duel.round - 1, 0), play.season.closed + 1))


def refuse_open(play: Play, number: int) -> None:
    """Results of matches that have not closed cannot be changed."""
    duels = play.season.round_duels(number)
    if duels:
        duel = play.rng.choice(duels)
        body = {"reason": "too early", "outcome": "draw"}
        play.operator.ask("POST", f"/matches/{duel.id}/correct", body).refused(409, "match_open")


def grant(play: Play) -> None:
    """Aura for someone, and a debt that is refused."""
    player = play.rng.choice(list(play.players.values()))
    give(play, player, play.rng.randint(1, 12))
    path, balance = f"/accounts/{player.account_id}/aura", play.season.wallet(player.account_id)
    if play.rng.random() < 0.3:
        debt = {"amount": -balance.balance - 1, "reason": "a fine"}
        play.operator.ask("POST", path, debt).refused(409, "insufficient_aura")


def give(play: Play, player: Player, amount: int) -> None:
    path = f"/accounts/{player.account_id}/aura"
    shown = play.operator.post(path, {"amount": amount, "reason": "welcome"}, 201)
    play.record(log.AuraGranted(play.now, player.account_id, amount, "welcome"))
    movement = vars(play.season.wallet(player.account_id).movements[-1])
    # Nobody but the player may know yet of what was spent in an open match.
    published = movement["balance_after"] + play.season.spent_in_the_open(player.account_id)
    same({**movement, "balance_after": published}, shown, "grant")


def postpone(play: Play) -> None:
    """Everything still ahead moves; only once play has begun."""
    if play.season.closed == 0 and play.season.phase(1) == "scheduled":
        return
    timed = isinstance(play.season.plan.cadence, TimedCadence)
    unit, amount = ("seconds", 45) if timed else ("days", play.rng.randint(1, 3))
    body = {unit: amount, "reason": "a power cut"}
    shown = play.operator.post(f"{play.path}/postpone", body)
    play.record(log.Postponed(play.now, amount, "a power cut"))
    same(season_view(play.season), shown, "season postponed")
    play.settle()


EVENTS: dict[str, Callable[[Play], None]] = {
    "withdraw": withdraw,
    "exodus": exodus,
    "disqualify": disqualify,
    "annul": annul,
    "correct": correct,
    "grant": grant,
    "postpone": postpone,
}
