"""Every number that the platform shows, held against the model."""

from collections.abc import Iterable
from typing import Any

from tests.reference.compare import same
from tests.reference.crosstable import crosstable_view
from tests.reference.duel import Duel
from tests.reference.match_views import match_view, summary_view, you_view
from tests.reference.play import Play, Player
from tests.reference.views import (
    aura_view,
    participants_view,
    rounds_view,
    season_view,
    standings_view,
)

NAMED = {"account_id", "display_name"}


def check_season(play: Play) -> None:
    """The season, its participants and its rounds."""
    same(season_view(play.season), play.anyone.get(play.path), "season")
    listed = play.anyone.items(f"{play.path}/participants", play.rng.choice((None, 2, 200)))
    same(participants_view(play.season), {p["account_id"]: p for p in listed}, "participants")
    assert len(listed) == len(play.players)
    rounds = play.anyone.items(f"{play.path}/rounds", play.rng.choice((None, 3, 200)))
    same(rounds_view(play.season), rounds, "rounds")


def check_round(play: Play, number: int) -> None:
    """The matches of a round as anyone sees them."""
    answer = play.anyone.ask("GET", f"{play.path}/rounds/{number}/matches?limit=200")
    shown = {match["id"]: match for match in answer.expect(200)["items"]}
    duels = play.season.round_duels(number)
    same({d.id: summary_view(play.season, d) for d in duels}, shown, f"matches of {number}")
    assert len(shown) == len(duels), f"round {number} shows {sorted(shown)}"
    if play.season.phase(number) != "closed":
        for match in shown.values():
            assert match["first"].keys() == match["second"].keys() == NAMED, match
        play.unchanged(_secret(play, number, "list"), answer.headers, answer.body)


def _secret(play: Play, number: int, what: str) -> tuple[Any, ...]:
    """What others see may change with the phase and a new time, and with nothing else."""
    return what, number, play.season.phase(number), len(play.season.postponements)


def check_match(play: Play, duel: Duel) -> None:
    """One match as anyone sees it: before the close, nothing but the players and the phase."""
    answer = play.anyone.ask("GET", f"/matches/{duel.id}")
    shown = answer.expect(200)
    expected = {**match_view(play.season, duel), "season_id": play.season_id}
    same(expected, shown, f"match {duel.id}")
    assert "you" not in shown
    if play.season.phase(duel.round) == "closed":
        return
    assert shown["first"].keys() == shown["second"].keys() == NAMED, shown
    play.unchanged(_secret(play, duel.round, duel.id), answer.headers, answer.body)
    for watcher in (play.operator, _stranger(play, duel)):
        if watcher is not None:
            assert watcher.get(f"/matches/{duel.id}") == shown, "a watcher sees more than others"


def _stranger(play: Play, duel: Duel) -> Any:
    others = [p for a, p in play.players.items() if a not in (duel.first, duel.second)]
    return play.rng.choice(others).caller if others else None


def check_own(play: Play, player: Player, duel: Duel) -> None:
    """An open match as one of its players sees it."""
    account = player.account_id
    shown = player.caller.get(f"/matches/{duel.id}")
    same(you_view(play.season, duel, account), shown["you"], f"own side of {duel.id}")
    assert shown["first"].keys() == shown["second"].keys() == NAMED, shown
    if play.season.phase(duel.round) == "solving" and not duel.desks[account].confirmed:
        player.watched[duel.id] = shown["you"]["code"]


def check_own_list(play: Play, player: Player) -> None:
    """A player's matches by state."""
    mine = [d for d in play.season.duels.values() if player.account_id in (d.first, d.second)]
    for state, phases in (("open", ("preparing", "solving")), ("closed", ("closed",))):
        listed = player.caller.items(f"/me/matches?state={state}", play.rng.choice((None, 200)))
        expected = {duel.id for duel in mine if play.season.phase(duel.round) in phases}
        assert {match["id"] for match in listed} == expected, f"{state} matches of {player.name}"
    listed = player.caller.items("/me/matches?state=scheduled", 200)
    ahead = {duel.id for duel in mine if play.season.phase(duel.round) == "scheduled"}
    assert {match["id"] for match in listed} <= ahead, f"scheduled matches of {player.name}"


def check_tables(play: Play, rounds: Iterable[int]) -> None:
    """The latest table, and every revision of those after the given rounds."""
    season = play.season
    for number in rounds:
        revisions = season.tables[number]
        path = f"{play.path}/standings?round={number}"
        _check_table(play, path, number, len(revisions))
        for revision in range(1, len(revisions)):
            _check_table(play, f"{path}&revision={revision}", number, revision)
    latest = season.closed
    _check_table(play, f"{play.path}/standings", latest, len(season.tables[latest]))


def _check_table(play: Play, path: str, number: int, revision: int) -> None:
    shown = play.anyone.get(path)
    published = play.season.tables[number][revision - 1]
    expected = standings_view(number, revision, published)
    same({**expected, "season_id": play.season_id}, shown, path)


def check_crosstable(play: Play) -> None:
    shown = play.anyone.get(f"{play.path}/crosstable")
    same({**crosstable_view(play.season), "season_id": play.season_id}, shown, "crosstable")


def check_open_table(play: Play, number: int) -> None:
    """A round that has not closed has no table."""
    asked = play.anyone.ask("GET", f"{play.path}/standings?round={number}")
    asked.refused(409, "round_not_closed")


def check_aura(play: Play, player: Player) -> None:
    shown = player.caller.get("/me/aura?limit=200")
    same(aura_view(play.season, player.account_id), shown, f"aura of {player.name}")
