"""Every duel played again: feedback, clues, the result, and what operators made of it."""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime
from typing import Any

from services.app.verifying.reading import Part, SeasonFile, instant
from services.match.domain.codes import check_code
from services.match.domain.correction import annul, correct
from services.match.domain.duel import Attempt, Bar, Clue, Duel, Kind, Player, Side
from services.match.domain.feedback import feedback
from services.match.domain.result import Outcome, Result, settle
from services.match.domain.season import bar_in
from services.match.domain.settings import ClueSettings, GameSettings, PointValues
from shared.errors import Invalid


def check_duels(file: SeasonFile) -> Iterator[str]:
    """All matches; ids are there once."""
    ids = [match["id"] for match in file.items("matches")]
    if len(set(ids)) < len(ids):
        yield "a match is in the file twice"
    for match in file.items("matches"):
        for fault in _check_match(file, match):
            yield f"match {match['id']} of round {match['round']}: {fault}"


def duel_of(file: SeasonFile, match: Part) -> Duel:
    """The duel as it stood when its round closed."""
    one = file.items("rounds")[match["round"] - 1]
    clues = file.settings.clues
    return Duel(
        match_id=match["id"],
        kind=Kind(match["kind"]),
        season_id=match["season_id"],
        round=match["round"],
        game=GameSettings(**asdict(file.settings.game)),
        clues=ClueSettings(**asdict(clues)) if clues else None,
        preparing_from=instant(one["preparing_from"]),
        solving_from=instant(one["solving_from"]),
        closes_at=instant(one["closes_at"]),
        first=_player(file, one, match["first"]),
        second=_player(file, one, match["second"]),
    )


def revisions_of(file: SeasonFile, match: Part) -> Iterator[Result]:
    """The result as it follows from the play, and each revision from the one before it."""
    points = file.settings.points
    values = PointValues(points.win, points.draw, points.loss)
    result = settle(duel_of(file, match), values)
    yield result
    for told in match["revisions"][1:]:
        outcome = Outcome(told["outcome"])
        result = annul(result) if told["annulled"] else correct(result, outcome, values)
        yield result


def _check_match(file: SeasonFile, match: Part) -> Iterator[str]:
    settings = file.settings
    if (match["kind"], match["season_id"]) != ("league", file.season["id"]):
        yield "it is not of this season"
    if match["state"] != "closed":
        yield "it is not closed"
    clues = settings.clues and asdict(settings.clues)
    if (match["game"], match["clues"]) != (asdict(settings.game), clues):
        yield "its game is not the season's"
    duel = duel_of(file, match)
    ends = (instant(match["preparing_until"]), instant(match["solving_until"]))
    if ends != (duel.solving_from, duel.closes_at):
        yield "its times are not its round's"
    for side in Side:
        yield from _check_side(duel, side, match)
    yield from _check_results(file, match)


def _check_side(duel: Duel, side: Side, match: Part) -> Iterator[str]:
    player = duel.player(side)
    texts = [("code", player.code or ""), *(("guess", one.guess) for one in player.attempts)]
    for name, text in texts:
        try:
            check_code(duel.game, text)
        except Invalid:
            yield f"{side}'s {name} {text} is none of this game"
    if match[side]["solved"] != duel.solved(side):
        yield f"whether {side} solved is told wrongly"
    settled_at = instant(match["revisions"][0]["at"])
    yield from _check_attempts(duel, side, settled_at)
    yield from _check_clues(duel, side, settled_at)


def _check_attempts(duel: Duel, side: Side, settled_at: datetime) -> Iterator[str]:
    attempts, secret = duel.player(side).attempts, duel.secret(side)
    at = duel.solving_from
    for number, attempt in enumerate(attempts, start=1):
        what = f"{side}'s attempt {number}"
        if attempt.number != number:
            yield f"{what} is numbered {attempt.number}"
        if len(attempt.guess) == len(secret):
            told = feedback(secret, attempt.guess)
            if (attempt.exact, attempt.partial) != (told.exact, told.partial):
                yield f"{what}, {attempt.guess}, is {told.exact} exact and {told.partial} partial"
        assert at is not None
        if not at <= attempt.at <= settled_at:
            yield f"{what} was not made in its time"
        at = attempt.at
    finds = [n for n, one in enumerate(attempts, start=1) if one.exact == duel.game.code_length]
    if len(attempts) > duel.game.max_attempts or finds not in ([], [len(attempts)]):
        yield f"{side} made more attempts than there were"


def _check_clues(duel: Duel, side: Side, settled_at: datetime) -> Iterator[str]:
    clues, secret = duel.player(side).clues, duel.secret(side)
    positions = {clue.position for clue in clues}
    if clues and (duel.clues is None or len(clues) > duel.clues.limit):
        yield f"{side} had more clues than there were"
    if len(positions) < len(clues) or not positions <= set(range(1, len(secret) + 1)):
        yield f"{side} had a clue twice, or about no position"
        return
    for clue in clues:
        if secret[clue.position - 1] != clue.symbol:
            yield f"{side}'s clue about position {clue.position} is wrong"
        before = [one for one in duel.player(side).attempts if one.at <= clue.at]
        solved = any(one.exact == len(secret) and one.at < clue.at for one in before)
        locked = duel.clues is not None and len(before) < duel.clues.unlock_after_attempts
        if solved or locked or clue.at > settled_at:
            yield f"{side}'s clue about position {clue.position} was not sold in its time"


def _check_results(file: SeasonFile, match: Part) -> Iterator[str]:
    told = match["revisions"]
    for number, (said, result) in enumerate(
        zip(told, revisions_of(file, match), strict=True), start=1
    ):
        expected = _shown(result)
        wrong = [name for name, value in expected.items() if said[name] != value]
        for name in wrong:
            yield f"revision {number} of its result has {name} {said[name]}, not {expected[name]}"
    last = {name: told[-1][name] for name in match["result"]}
    if match["result"] != last:
        yield "its result is not the last revision of it"


def _shown(result: Result) -> dict[str, Any]:
    return {
        "outcome": result.outcome.value,
        "by": result.by.value,
        "points": asdict(result.points),
        "attempt_difference": result.attempt_difference,
        "revision": result.revision,
        "annulled": result.annulled,
    }


def _player(file: SeasonFile, one: Part, side: Part) -> Player:
    return Player(
        account_id=side["account_id"],
        code=side["code"],
        code_generated=side["code_generated"],
        attempts=tuple(
            Attempt(a["number"], a["guess"], a["exact"], a["partial"], instant(a["at"]))
            for a in side["attempts"]
        ),
        clues=tuple(Clue(c["position"], c["symbol"], instant(c["at"])) for c in side["clues"]),
        barred=_bar(file, one, side["account_id"]),
    )


def _bar(file: SeasonFile, one: Part, account_id: str) -> Bar | None:
    """Why a player could not move in a round, by whoever had left by its close."""
    mine = [d for d in file.items("departures") if d["account_id"] == account_id]
    withdrawn = [d["from_round"] for d in mine if d["kind"] == "withdrawn"]
    numbers = [d["number"] for d in mine if d["kind"] == "disqualified"]
    disqualified = bool(numbers) and min(numbers) <= one["departures"]
    return bar_in(one["number"], min(withdrawn, default=None), disqualified=disqualified)
