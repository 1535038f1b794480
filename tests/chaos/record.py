"""What the platform has published of the league, held against the reference and the players."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tests.chaos.acts import OUTCOME
from tests.chaos.league import League
from tests.chaos.people import GAME, Move
from tests.reference.compare import same
from tests.reference.feedback import feedback
from tests.reference.results import Points, Result, Side, correct, settle
from tests.reference.table import Entrant, Played, table

SIDES = ("first", "second")


@dataclass(frozen=True)
class Record:
    """Everything that anyone can read of a finished season."""

    participants: list[dict[str, Any]]
    rounds: list[dict[str, Any]]
    matches: dict[int, list[dict[str, Any]]]
    tables: dict[int, dict[str, Any]]
    first_tables: dict[int, dict[str, Any]]
    corrected: str | None

    @classmethod
    def read(cls, league: League) -> "Record":
        rounds = league.get("/rounds?limit=200")["items"]
        numbers = [one["number"] for one in rounds]
        path = "/standings?limit=200&round="
        return cls(
            league.get("/participants?limit=200")["items"],
            rounds,
            {number: _matches(league, number) for number in numbers},
            {n: league.get(f"{path}{n}") for n in (0, *numbers)},
            {n: league.get(f"{path}{n}&revision=1") for n in (0, 1)},
            league.acts.corrected,
        )

    def all_matches(self) -> Iterator[dict[str, Any]]:
        for matches in self.matches.values():
            yield from matches

    @cached_property
    def _first_results(self) -> dict[str, Result]:
        return {match["id"]: _result(match) for match in self.all_matches()}

    @cached_property
    def _results(self) -> dict[str, Result]:
        changed = {
            id: correct(result, OUTCOME, Points())
            for id, result in self._first_results.items()
            if id == self.corrected
        }
        return {**self._first_results, **changed}

    def check_seats(self) -> None:
        """In each round everybody who is in sits once, and nobody meets the same twice."""
        staying = {one["account_id"] for one in self.participants if one["status"] == "active"}
        (left,) = {one["account_id"] for one in self.participants} - staying
        present = []
        for one in self.rounds:
            seated = Counter(m[s]["account_id"] for m in self.matches[one["number"]] for s in SIDES)
            seated.update([one["bye"]] if one["bye"] else [])
            present.append(seated.pop(left, 0))
            assert seated == Counter(staying), f"round {one['number']}"
        # Out for good, after the round that had been paired.
        assert present[0] == 1
        assert present == sorted(present, reverse=True)
        pairs = Counter(frozenset(m[s]["account_id"] for s in SIDES) for m in self.all_matches())
        assert set(pairs.values()) == {1}

    def check_duels(self) -> None:
        """Each published duel follows the rules, and its result from its attempts."""
        for match in self.all_matches():
            assert match["state"] == "closed", match
            for side, other in (SIDES, SIDES[::-1]):
                _check_attempts(match[side], match[other]["code"], match["id"])
            expected = self._results[match["id"]]
            points = dict(zip(SIDES, expected.points, strict=True))
            shown = {"outcome": expected.outcome, "by": expected.by, "points": points}
            more = {"attempt_difference": expected.difference, "annulled": False}
            more["revision"] = expected.revision
            same({**shown, **more}, match["result"], f"result of {match['id']}")

    def check_tables(self) -> None:
        """Each table is what the reference computes from the results up to it."""
        for number, shown in self.tables.items():
            rows = self._expected_rows(number, self._results)
            same({"after_round": number, "complete": True, "items": rows}, shown, f"table {number}")
        for number, shown in self.first_tables.items():
            rows = self._expected_rows(number, self._first_results)
            same({"after_round": number, "revision": 1, "items": rows}, shown, f"first {number}")
        revisions = [self.tables[n]["revision"] for n in (0, 1)]
        assert revisions == [1, 2], "one correction makes one new revision"

    def check_accepted(self, league: League) -> None:
        """What players were told is accepted is in the record, every code and attempt."""
        published = {match["id"]: match for match in self.all_matches()}
        for contestant in league.contestants:
            me = contestant.call("GET", "/me")["id"]
            for id, code in contestant.accepted.codes.items():
                mine = _side_of(published[id], me)
                assert (mine["code"], mine["code_generated"]) == (code, False), (id, me)
            for (id, number), move in contestant.accepted.attempts.items():
                attempts = _side_of(published[id], me)["attempts"]
                assert len(attempts) >= number, f"attempt {number} of {me} in {id} is lost"
                assert _move(attempts[number - 1]) == move, (id, me, number)

    def _expected_rows(self, number: int, results: dict[str, Result]) -> list[dict[str, Any]]:
        entrants = [
            Entrant(one["account_id"], one["display_name"], one["number"])
            for one in self.participants
        ]
        played = [
            Played(
                match["first"]["account_id"],
                match["second"]["account_id"],
                results[match["id"]],
            )
            for n in range(1, number + 1)
            for match in self.matches[n]
        ]
        byes = [one["bye"] for one in self.rounds if one["bye"] and one["number"] <= number]
        return table(entrants, played, byes, [], Points())


def _matches(league: League, number: int) -> list[dict[str, Any]]:
    listed = league.get(f"/rounds/{number}/matches?limit=200")["items"]
    return [league.operator.call("GET", f"/matches/{match['id']}") for match in listed]


def _check_attempts(side: dict[str, Any], code: str, match_id: str) -> None:
    attempts = side["attempts"]
    assert [one["number"] for one in attempts] == list(range(1, len(attempts) + 1)), match_id
    assert len(attempts) <= GAME.max_attempts
    for one in attempts:
        assert (one["exact"], one["partial"]) == feedback(code, one["guess"]), match_id
    solving = [one["number"] for one in attempts if one["exact"] == GAME.code_length]
    assert solving in ([], [len(attempts)]), f"attempts after solving in {match_id}"
    assert side["solved"] == bool(solving), match_id


def _result(match: dict[str, Any]) -> Result:
    first, second = (
        Side(bool(a := match[side]["attempts"]), match[side]["solved"], len(a)) for side in SIDES
    )
    return settle(first, second, Points(), GAME.max_attempts)


def _side_of(match: dict[str, Any], account_id: str) -> dict[str, Any]:
    mine: dict[str, Any] = next(match[s] for s in SIDES if match[s]["account_id"] == account_id)
    return mine


def _move(attempt: dict[str, Any]) -> Move:
    return Move(attempt["guess"], attempt["exact"], attempt["partial"])
