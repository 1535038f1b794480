"""Every revision of every table, computed again from the play and from what was done after it."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from services.app.verifying.duels import revisions_of
from services.app.verifying.reading import Part, SeasonFile
from services.match.domain.result import Result, SideResult
from services.standings.domain.digest import digest
from services.standings.domain.facts import (
    Barred,
    Closed,
    Correction,
    Fact,
    Facts,
    Registered,
    Settled,
    gather,
)
from services.standings.domain.history import due_revisions, progress, table_at
from services.standings.domain.results import MatchOutcome, Outcome
from services.standings.domain.results import Side as MatchSide
from services.standings.domain.season import Participant, Points
from services.standings.domain.table import Row


def check_acts(file: SeasonFile) -> Iterator[str]:
    """Acts are numbered without a gap; corrections are revisions, disqualifications departures."""
    revised = {
        revision["act"]: (match["id"], "annulled" if revision["annulled"] else "corrected")
        for match in file.items("matches")
        for revision in match["revisions"][1:]
    }
    barred: set[str] = set()
    for number, act in enumerate(file.items("acts"), start=1):
        if act["act"] != number:
            yield f"act {number} is numbered {act['act']}"
        is_barred = act["kind"] == "disqualified"
        if (act["account_id"] is None) == is_barred or (act["match_id"] is None) != is_barred:
            yield f"act {number} is not of a match or of an account alone"
        if is_barred:
            barred.add(act["account_id"])
            yield from _check_last_round(file, act)
        elif act["last_round"] is not None:
            yield f"act {number} is told with a last round and is no disqualification"
        elif revised.pop(number, None) != (act["match_id"], act["kind"]):
            yield f"act {number} is no revision of match {act['match_id']}"
    if revised:
        yield f"revisions are no acts: {sorted(revised, key=str)}"
    departed = {d["account_id"] for d in file.items("departures") if d["kind"] == "disqualified"}
    if barred != departed:
        yield "those disqualified by acts are not those who left so"
    yield from _check_counted(file)


def check_tables(file: SeasonFile) -> Iterator[str]:
    """Exactly the tables that were due, each row and each digest."""
    facts = facts_of(file)
    due = {(one.round, one.revision): one.act for one in due_revisions(progress(facts), {})}
    for table in file.items("tables"):
        key = (table["round"], table["revision"])
        name = f"the table after round {key[0]}, revision {key[1]}"
        if key not in due:
            yield f"{name}, is none that was due"
            continue
        act = due.pop(key)
        if table["act"] != act:
            yield f"{name}, counts the acts up to {act}, not {table['act']}"
        yield from (f"{name}: {fault}" for fault in _check_table(table, facts, act))
    for number, revision in sorted(due):
        yield f"the table after round {number}, revision {revision}, is missing"


def facts_of(file: SeasonFile) -> Facts:
    """All that the tables rest on, from the play itself."""
    return gather(_facts(file))


def _facts(file: SeasonFile) -> Iterator[Fact]:
    participants = tuple(Participant(account, number) for account, number in file.lot.items())
    points = Points(**asdict(file.settings.points))
    yield Registered(participants, points, len(file.items("rounds")))
    for one in file.closed_rounds:
        number, bye = one["number"], one["bye"]
        earns = bye is not None and file.plays_in(bye, number)
        yield Closed(number, len(file.matches_of[number]), bye if earns else None)
    for match in file.items("matches"):
        first, *later = revisions_of(file, match)
        told = match["revisions"]
        yield Settled(_outcome(match, first), told[0]["acts"])
        for revision, result in zip(told[1:], later, strict=True):
            yield Correction(revision["act"], _outcome(match, result))
    for act in file.items("acts"):
        if act["kind"] == "disqualified":
            yield Barred(act["act"], act["account_id"], act["last_round"])


def _outcome(match: Part, result: Result) -> MatchOutcome:
    return MatchOutcome(
        match_id=match["id"],
        round=match["round"],
        first=_side(match["first"], result.first, result.points.first),
        second=_side(match["second"], result.second, result.points.second),
        outcome=Outcome(result.outcome.value),
        by=result.by.value,
        attempt_difference=result.attempt_difference,
        revision=result.revision,
        annulled=result.annulled,
    )


def _side(side: Part, done: SideResult, points: int) -> MatchSide:
    return MatchSide(side["account_id"], done.played, done.solved, done.attempts, points)


def _check_table(table: Part, facts: Facts, act: int) -> Iterator[str]:
    rows = table_at(facts, table["round"], act)
    if table["digest"] != digest(rows):
        yield f"its digest is {digest(rows)}, not {table['digest']}"
    if len(rows) != len(table["items"]):
        yield f"it has {len(rows)} rows, not {len(table['items'])}"
    for place, (row, told) in enumerate(zip(rows, table["items"], strict=False), start=1):
        expected = _shown(row)
        wrong = [name for name, value in expected.items() if told[name] != value]
        for name in wrong:
            yield f"row {place} has {name} {told[name]}, not {expected[name]}"


def _shown(row: Row) -> dict[str, Any]:
    average = row.average_attempts
    decided_by = row.decided_by
    return {
        "position": row.position,
        "account_id": row.account_id,
        "played": row.played,
        "wins": row.wins,
        "draws": row.draws,
        "losses": row.losses,
        "byes": row.byes,
        "points": row.points,
        "attempt_difference": row.attempt_difference,
        "solved_games": row.solved_games,
        "solved_attempts": row.solved_attempts,
        "average_attempts": None if average is None else float(average),
        "head_to_head": row.head_to_head,
        "decided_by": None if decided_by is None else decided_by.value,
    }


def _check_last_round(file: SeasonFile, act: Part) -> Iterator[str]:
    """A disqualification after the end is told with the last round, one before it with none."""
    if act["last_round"] not in (None, len(file.closed_rounds)):
        yield f"act {act['act']} is told with a last round that was none"


def _check_counted(file: SeasonFile) -> Iterator[str]:
    """A result counts the acts that there had been; from round to round they only grow."""
    acts = len(file.items("acts"))
    for match in file.items("matches"):
        first, *later = match["revisions"]
        if first["act"] is not None or not 0 <= first["acts"] <= acts:
            yield f"match {match['id']}: its first result counts {first['acts']} acts"
        numbers: Sequence[int] = [revision["act"] for revision in later]
        if any(revision["acts"] != revision["act"] for revision in later):
            yield f"match {match['id']}: a revision does not count itself as the last act"
        if [first["acts"], *numbers] != sorted({first["acts"], *numbers}):
            yield f"match {match['id']}: its revisions are not in the order of the acts"
